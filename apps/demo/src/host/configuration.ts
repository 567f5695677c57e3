import { join } from 'node:path';
import { IntarsiaError } from '@intarsia/core';
import { storeUrlOf } from '@intarsia/knowledge-stores/url';

/** Which model answers. */
export type ModelConfiguration =
  | { readonly kind: 'offline' }
  | { readonly kind: 'configured'; readonly apiKey: string; readonly baseUrl: string | null; readonly model: string };

/** What the server is started with. */
export interface Configuration {
  readonly port: number;
  /** Folder of the sandboxes, the offline model's log and, where no store is named, of the journals. */
  readonly data: string;
  /** URL of the store of the journals; may hold a password. */
  readonly store: string;
  readonly model: ModelConfiguration;
  readonly allowUnisolated: boolean;
  readonly modelTimeoutMs: number | null;
}

const defaultPort = 3000;

/** Reads the environment once. Rejects with `bad_request` and what to set for values that cannot work. */
export function configurationFrom(env: NodeJS.ProcessEnv, folder: string): Configuration {
  const data = env['INTARSIA_DATA'] ?? join(folder, '.intarsia');
  return {
    port: portFrom(env['PORT']),
    data,
    store: storeUrlOf(env['INTARSIA_STORE'] || join(data, 'journals.sqlite')),
    model: modelFrom(env),
    allowUnisolated: env['INTARSIA_ALLOW_UNISOLATED'] === '1',
    modelTimeoutMs: timeoutFrom(env['INTARSIA_MODEL_TIMEOUT_MS']),
  };
}

function portFrom(text: string | undefined): number {
  if (text === undefined || text === '') return defaultPort;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw new IntarsiaError('bad_request', `PORT must be a number from 0 to 65535, not "${text}".`);
}

function timeoutFrom(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new IntarsiaError('bad_request', `INTARSIA_MODEL_TIMEOUT_MS must be a number of milliseconds, not "${text}".`);
}

function modelFrom(env: NodeJS.ProcessEnv): ModelConfiguration {
  const apiKey = env['OPENAI_API_KEY'];
  const baseUrl = env['OPENAI_BASE_URL'];
  const model = env['INTARSIA_MODEL'];
  if (!apiKey && !baseUrl) return { kind: 'offline' };
  if (!model)
    throw new IntarsiaError(
      'bad_request',
      'INTARSIA_MODEL is not set: name the model, or unset OPENAI_API_KEY and OPENAI_BASE_URL to use the offline model.',
    );
  if (!apiKey)
    throw new IntarsiaError('bad_request', 'OPENAI_API_KEY is not set: give the key of the endpoint (any text, if it wants none).');
  return { kind: 'configured', apiKey, baseUrl: baseUrl || null, model };
}
