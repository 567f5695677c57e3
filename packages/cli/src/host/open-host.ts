import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { embeddedNetwork } from '@intarsia/adapters-ag2';
import {
  type AgentRunner,
  artifactStore,
  createRuntime,
  IntarsiaError,
  type JournalStore,
  memoryStore,
  type Runtime,
  type Workflow,
} from '@intarsia/core';
import { fileSources, randomIds, systemClock, toolLoader } from '@intarsia/core/node';
import { sqliteStore } from '@intarsia/knowledge-stores/sqlite';
import { processSandbox } from '@intarsia/sandbox';
import { shown } from '../terminal/shown.ts';
import type { Streams } from '../terminal/streams.ts';

/** A runtime on plain arguments, and the way to close all of it. */
export interface Host {
  readonly runtime: Runtime;
  close(): Promise<void>;
}

/** What a host is opened with. Without a file nothing outlives the process. */
export interface HostOptions {
  readonly file?: string;
  /** The file must be there already. */
  readonly kept?: boolean;
  readonly workflows: readonly Workflow[];
  readonly agents: AgentRunner;
  readonly streams: Streams;
}

/** The store of a command: a file, or this process's memory. Rejects with `store_unavailable` for what is there and is no file. */
export function openStore(file: string | undefined): JournalStore {
  if (file === undefined) return memoryStore(systemClock);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFIFO() || found?.isSocket() || found?.isCharacterDevice()) {
    throw new IntarsiaError('store_unavailable', `${file} is not a file that can be kept: name another one.`); // SQLite would wait for it
  }
  return sqliteStore({ file });
}

/** A store that was kept earlier; rejects with `store_unavailable` instead of making an empty one. */
export function openKeptStore(file: string): JournalStore {
  if (statSync(file, { throwIfNoEntry: false }) === undefined)
    throw new IntarsiaError('store_unavailable', `There is no store file ${file}.`);
  return openStore(file);
}

/** Composes the ports by hand. */
export function openHost({ file, kept, workflows, agents, streams }: HostOptions): Host {
  const store = file !== undefined && kept === true ? openKeptStore(file) : openStore(file);
  const ports = { store, clock: systemClock, ids: randomIds };
  const sandbox = processSandbox({
    model: 'real',
    allowUnisolated: streams.env['INTARSIA_ALLOW_UNISOLATED'] === '1',
    // Equal names in two stores are two conversations, so each store has sandboxes of its own.
    ...(file === undefined ? {} : { root: `${resolve(file)}.sandboxes` }),
  });
  const runtime = createRuntime({
    workflows,
    agents,
    network: embeddedNetwork(ports),
    tools: toolLoader(),
    clock: systemClock,
    ids: randomIds,
    services: { artifacts: artifactStore(ports), sandbox },
    environment: streams.env,
    sources: fileSources(),
    log: ({ message, cause }) => streams.stderr.write(`${shown(`${message}${causeText(cause)}`)}\n`),
  });
  return {
    runtime,
    async close() {
      await runtime.close();
      await store.close();
    },
  };
}

const causeText = (cause: unknown): string => (cause instanceof Error ? ` (${cause.message})` : '');
