import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { networkModule, openAiModule } from '@intarsia/adapters-ag2/di';
import { type ArtifactStore, IntarsiaError, type JournalStore, type Runtime, type SandboxPort } from '@intarsia/core';
import { createContainer, runtimeModule, tokens, valueModule } from '@intarsia/core/di';
import { fileSources, loadWorkflow, randomIds, systemClock, toolLoader } from '@intarsia/core/node';
import { storeModule } from '@intarsia/knowledge-stores/di';
import { openStore } from '@intarsia/knowledge-stores/url';
import { processSandboxModule } from '@intarsia/sandbox/di';
import type { Transport } from '@intarsia/transport';
import { transportModule, transportToken } from '@intarsia/transport/di';
import { startOfflineModel } from '../offline-model/index.ts';
import type { Configuration } from './configuration.ts';

/** Whose conversations the studio shows. */
export const tenant = 'local';

/** Everything the server serves from. */
export interface Composition {
  readonly runtime: Runtime;
  readonly transport: Transport;
  readonly artifacts: ArtifactStore;
  readonly sandbox: SandboxPort;
  readonly workflow: string;
  readonly modelName: string;
  /** Stops runs where they are, ends every sandbox of this data folder, closes the store and the offline model. */
  close(): Promise<void>;
}

/** Opens the store, starts the offline model where no other is configured, and wires the ports by modules. */
export async function compose(configuration: Configuration, workflowFolder: string, log: (text: string) => void): Promise<Composition> {
  const { data, model } = configuration;
  makeFolder(data);
  const loaded = await loadWorkflow(workflowFolder);
  if (loaded.kind === 'refused') {
    for (const problem of loaded.problems) log(`${problem.file}:${problem.line}:${problem.column} ${problem.code}: ${problem.message}`);
    throw new IntarsiaError('workflow_invalid', `The workflow folder has ${loaded.problems.length} problem(s); mend what is listed above.`);
  }
  const store = await openStore(configuration.store);
  await store.exists('/'); // opens it now, so that a folder that cannot be written, or a server that does not answer, is told at once
  const offline = model.kind === 'offline' ? await startOfflineModel({ logFile: join(data, 'offline-model.jsonl') }) : null;
  const endpoint = endpointOf(configuration, offline);
  const container = await createContainer([
    storeModule(() => store),
    networkModule(),
    openAiModule({ ...endpoint, ...(configuration.modelTimeoutMs === null ? {} : { timeoutMs: configuration.modelTimeoutMs }) }),
    processSandboxModule({
      root: join(data, 'sandboxes'),
      model: offline === null ? 'real' : 'offline',
      allowUnisolated: configuration.allowUnisolated,
    }),
    valueModule([
      [tokens.clock, systemClock],
      [tokens.ids, randomIds],
      [tokens.tools, toolLoader()],
      [tokens.workflows, [loaded.workflow]],
      [
        tokens.settings,
        {
          sources: fileSources(),
          log: ({ message, cause }: { message: string; cause?: unknown }) => log(`${message}${causeOf(cause)}`),
        },
      ],
    ]),
    runtimeModule,
    transportModule({
      defaultWorkflow: loaded.workflow.name,
      tenant: () => tenant,
      log: ({ message, cause }) => log(`${message}${causeOf(cause)}`),
    }),
  ]);
  const runtime = container.get(tokens.runtime);
  const sandbox = container.get(tokens.sandbox);
  const transport = container.get(transportToken);
  return {
    runtime,
    transport,
    artifacts: container.get(tokens.artifacts),
    sandbox,
    workflow: loaded.workflow.name,
    modelName: endpoint.model,
    close() {
      transport.close();
      return closeAll(runtime, sandbox, store, offline);
    },
  };
}

async function closeAll(
  runtime: Runtime,
  sandbox: SandboxPort,
  store: JournalStore,
  offline: { close(): Promise<void> } | null,
): Promise<void> {
  await runtime.close();
  const living = await sandbox.list();
  await Promise.all(living.map(async ({ id }) => (await sandbox.connect(id))?.terminate()));
  await store.close();
  await offline?.close();
}

function endpointOf({ model }: Configuration, offline: { readonly url: string; readonly model: string } | null) {
  // Whether another endpoint than OpenAI's keeps a strict schema is not known.
  const schemaDialect = 'json_schema' as const;
  if (model.kind === 'configured') {
    return { apiKey: model.apiKey, model: model.model, ...(model.baseUrl === null ? {} : { baseUrl: model.baseUrl, schemaDialect }) };
  }
  return { apiKey: 'offline', model: offline?.model ?? '', baseUrl: offline?.url ?? '', schemaDialect };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new IntarsiaError('store_read_only', `The data folder ${folder} cannot be made: choose a writable one with INTARSIA_DATA.`, {
      cause,
    });
  }
}

const causeOf = (cause: unknown): string => (cause instanceof Error ? ` (${cause.message})` : '');
