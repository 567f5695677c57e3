import { embeddedNetwork } from '@intarsia/adapters-ag2';
import { type AgentRunner, callKey, createRuntime, IntarsiaError, isJsonObject, type Json, type Resolution } from '@intarsia/core';
import { randomIds, systemClock, toolLoader } from '@intarsia/core/node';
import { neededPlace, openKept } from '../host/store-place.ts';
import type { Streams } from '../terminal/streams.ts';
import { resolveStored } from './operation.ts';
import { optionsOf } from './report.ts';

/** Options of `intarsia resolve`. */
export interface ResolveOptions {
  readonly store?: string;
  readonly conversation?: string;
  /** Name of an operation outside of a run, instead of a conversation. */
  readonly operation?: string;
  readonly tenant: string;
  readonly call: string;
  /** The attempt that was looked at: a later one is not decided about. */
  readonly attempt?: string;
  /** JSON text, or true when no result is given. */
  readonly happened?: string | true;
  readonly failed?: boolean;
  readonly runAgain?: boolean;
}

const noAgents: AgentRunner = {
  run: async () => ({ kind: 'failed', code: 'model_refused', message: 'Nothing is asked while a call is resolved.', retryable: false }),
};

/** Records what a person says became of an uncertain call. */
export async function resolve(options: ResolveOptions, streams: Streams): Promise<void> {
  const resolution = resolutionOf(options);
  const { conversation, operation } = options;
  const place = neededPlace(options.store, streams.env);
  if (operation !== undefined) return resolveStored({ ...options, store: place, operation }, resolution, streams);
  if (conversation === undefined) throw new IntarsiaError('bad_request', 'Say whose call it is: --conversation NAME or --operation ID.');
  const store = await openKept(place);
  const ports = { clock: systemClock, ids: randomIds };
  const runtime = createRuntime({
    ...ports,
    workflows: [],
    network: embeddedNetwork({ ...ports, store }),
    agents: noAgents,
    tools: toolLoader(),
  });
  try {
    const scope = { tenant: options.tenant, chat: conversation };
    const result = await runtime.resolve(scope, callKey(options.call), resolution, 'operator');
    if (result.kind === 'refused') throw new IntarsiaError(result.code, result.message);
    streams.stdout.write(`Resolved. Go on with: intarsia run FOLDER --resume ${optionsOf(scope, place)}\n`);
  } finally {
    await runtime.close();
    await store.close();
  }
}

function resolutionOf({ attempt, ...options }: ResolveOptions): Resolution {
  if (attempt === undefined) return decisionOf(options);
  if (!/^[1-9]\d{0,8}$/.test(attempt)) throw new IntarsiaError('bad_request', '--attempt takes the number of the attempt, counted from 1.');
  return { ...decisionOf(options), attempt: Number(attempt) };
}

function decisionOf({ happened, failed, runAgain }: ResolveOptions): Resolution {
  const given = [happened !== undefined, failed === true, runAgain === true].filter(Boolean).length;
  if (given !== 1) throw new IntarsiaError('bad_request', 'Say one of --happened [JSON], --failed, --run-again.');
  if (failed === true) return { kind: 'failed' };
  if (runAgain === true) return { kind: 'run_again' };
  return { kind: 'happened', result: happened === true || happened === undefined ? null : jsonOf(happened) };
}

function jsonOf(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object' || Array.isArray(value) || isJsonObject(value)) return value as Json;
  } catch {
    // Said below.
  }
  throw new IntarsiaError('bad_request', '--happened takes the result as JSON.');
}
