import { embeddedNetwork } from '@intarsia/adapters-ag2';
import {
  type AgentRunner,
  artifactStore,
  createRuntime,
  type JournalStore,
  memoryStore,
  type Runtime,
  type Workflow,
} from '@intarsia/core';
import { fileSources, randomIds, systemClock, toolLoader } from '@intarsia/core/node';
import { processSandbox } from '@intarsia/sandbox';
import { shown } from '../terminal/shown.ts';
import type { Streams } from '../terminal/streams.ts';
import { withoutCredentials } from '../terminal/without-credentials.ts';
import { storeVariable } from './store-forms.ts';
import { openKept, openPlace, type StorePlace, sandboxRoot } from './store-place.ts';

/** A runtime on plain arguments, and the way to close all of it. */
export interface Host {
  readonly runtime: Runtime;
  close(): Promise<void>;
}

/** What a host is opened with. Without a store nothing outlives the process. */
export interface HostOptions {
  readonly store?: StorePlace;
  /** The store must have been kept by an earlier command. */
  readonly kept?: boolean;
  readonly workflows: readonly Workflow[];
  readonly agents: AgentRunner;
  readonly streams: Streams;
}

/** Composes the ports by hand. */
export async function openHost({ store: place, kept, workflows, agents, streams }: HostOptions): Promise<Host> {
  const store = await opened(place, kept === true);
  const ports = { store, clock: systemClock, ids: randomIds };
  const root = place === undefined ? undefined : sandboxRoot(place);
  const sandbox = processSandbox({
    model: 'real',
    allowUnisolated: streams.env['INTARSIA_ALLOW_UNISOLATED'] === '1',
    ...(root === undefined ? {} : { root }),
  });
  const runtime = createRuntime({
    workflows,
    agents,
    network: embeddedNetwork(ports),
    tools: toolLoader(),
    clock: systemClock,
    ids: randomIds,
    services: { artifacts: artifactStore(ports), sandbox },
    environment: withoutStores(streams.env, place),
    sources: fileSources(),
    log: ({ message, cause }) => streams.stderr.write(`${shown(withoutCredentials(`${message}${causeText(cause)}`))}\n`),
  });
  return {
    runtime,
    async close() {
      await runtime.close();
      await store.close();
    },
  };
}

/** The URL of a store may hold a password, which is nothing for a context variable. */
const withoutStores = (env: NodeJS.ProcessEnv, place: StorePlace | undefined): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name !== storeVariable && name !== place?.variable));

const opened = async (place: StorePlace | undefined, kept: boolean): Promise<JournalStore> =>
  place === undefined ? memoryStore(systemClock) : kept ? openKept(place) : openPlace(place);

const causeText = (cause: unknown): string => (cause instanceof Error ? ` (${cause.message})` : '');
