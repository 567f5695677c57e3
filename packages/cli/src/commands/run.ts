import {
  type ConversationScope,
  IntarsiaError,
  type RunHandle,
  type RunResult,
  type Runtime,
  type StartResult,
  type Workflow,
} from '@intarsia/core';
import { randomIds } from '@intarsia/core/node';
import { agentsFrom } from '../host/environment.ts';
import { loadOrExplain } from '../host/load.ts';
import { openHost } from '../host/open-host.ts';
import { storeVariable } from '../host/store-forms.ts';
import { type StorePlace, storePlace } from '../host/store-place.ts';
import { type Answers, answersFrom } from '../terminal/answers.ts';
import { jsonPrinter, textPrinter } from '../terminal/event-printer.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import type { Streams } from '../terminal/streams.ts';
import { answerRun } from './answer-run.ts';
import { follow } from './follow.ts';
import { type RunPlace, report } from './report.ts';

/** Options of `intarsia run`. */
export interface RunCommandOptions {
  readonly input?: string;
  readonly answer: readonly string[];
  readonly store?: string;
  readonly conversation?: string;
  readonly tenant: string;
  readonly resume?: boolean;
  /** Key of the call that the answer is about. */
  readonly call?: string;
  readonly json?: boolean;
}

/** Runs a workflow until it ends or waits for a person who is not there. */
export async function run(folder: string, options: RunCommandOptions, streams: Streams): Promise<void> {
  const workflow = await loadOrExplain(folder, streams);
  const store = storePlace(options.store, streams.env);
  if (options.resume === true && store === undefined) {
    const message = `--resume needs --store STORE, or ${storeVariable} in the environment: without a store nothing outlived the earlier process.`;
    throw new IntarsiaError('bad_request', message);
  }
  if (options.resume === true && options.input !== undefined) {
    throw new IntarsiaError('bad_request', '--input begins a conversation; with --resume give --answer TEXT.');
  }
  if ([options.input, ...options.answer].some((words) => words?.trim() === '')) {
    throw new IntarsiaError('bad_request', '--input and --answer take words, not empty text.');
  }
  if (options.call !== undefined && (options.resume !== true || options.answer.length > 1)) {
    throw new IntarsiaError('bad_request', '--call names one call that waits: give it with --resume and one --answer.');
  }
  const host = await openHost({
    workflows: [workflow],
    agents: agentsFrom(streams.env),
    streams,
    kept: options.resume === true,
    ...(store === undefined ? {} : { store }),
  });
  try {
    await converse(host.runtime, workflow, { folder, store: keptOf(store) }, options, streams);
  } finally {
    await host.close();
  }
}

/** Nothing of a store in memory can be gone on with. */
const keptOf = (store: StorePlace | undefined): StorePlace | undefined => (store?.url.startsWith('memory:') ? undefined : store);

async function converse(
  runtime: Runtime,
  workflow: Workflow,
  place: Pick<RunPlace, 'folder' | 'store'>,
  options: RunCommandOptions,
  streams: Streams,
): Promise<void> {
  const scope = await scopeOf(runtime, options);
  const write = (text: string) => void streams.stdout.write(text);
  const answers = answersFrom(options.answer, options.json === true ? null : streams);
  const begun = options.resume === true ? null : await start(runtime, workflow, scope, options);
  const follower = follow(runtime, scope, options.json === true ? jsonPrinter(write) : textPrinter(write));
  const interruption = onSignals(streams, answers);
  try {
    if (begun === null) await follower.drain(); // what is asked is printed before the answer is read
    const pause = begun === null ? await pauseOf(runtime, scope, options.call) : null;
    let result = pause ?? (await ended(begun ?? (await runtime.resume({ scope })), interruption));
    for (;;) {
      await follower.drain().catch((cause: unknown) => {
        if (result.status !== 'interrupted') throw cause; // a store that is gone has stopped the run, too: how to go on is said all the same
      });
      const next = result.status === 'paused' ? await answerRun(runtime, scope, result, answers, streams) : null;
      if (next === null) break;
      result = await ended(next, interruption);
    }
    if (result === pause && !answers.isInterrupted()) throw unanswered(pause);
    report(result, { ...place, ...scope }, streams);
    if (answers.isInterrupted()) streams.exitCode = exitCodes.interrupted;
  } finally {
    interruption.stop();
    follower.close();
  }
}

async function start(runtime: Runtime, workflow: Workflow, scope: ConversationScope, options: RunCommandOptions): Promise<StartResult> {
  return runtime.start({ workflow: workflow.name, scope, ...(options.input === undefined ? {} : { input: options.input }) });
}

type Pause = Extract<RunResult, { readonly status: 'paused' }>;

/** What a conversation of the store waits for, or that one call of it that is named; null when it is resumed without an answer. */
async function pauseOf(runtime: Runtime, scope: ConversationScope, named: string | undefined): Promise<Pause | null> {
  const state = (await runtime.inspect(scope))?.state;
  if (named !== undefined) {
    const call = state?.turn?.calls.find(({ key, status }) => key === named && status === 'requested');
    if (call === undefined || !state?.run) throw new IntarsiaError('call_unknown', 'No such tool call waits for a person.');
    return { status: 'paused', run: state.run.id, reason: call.approval === null ? 'ui_required' : 'approval_required', calls: [call.key] };
  }
  const run = state?.run?.status === 'paused' ? state.run : null;
  if (run === null || run === undefined || run.reason === null || run.reason === 'effect_uncertain') return null;
  const calls = state?.turn?.calls.flatMap(({ key, status }) => (status === 'requested' ? [key] : [])) ?? [];
  return { status: 'paused', run: run.id, reason: run.reason, calls };
}

function unanswered({ reason }: Pause): IntarsiaError {
  if (reason === 'input_required') return new IntarsiaError('answer_required', 'The conversation waits for a person: give --answer TEXT.');
  if (reason === 'approval_required')
    return new IntarsiaError('approval_required', 'A tool call waits for approval: give --answer allow or --answer deny.');
  return new IntarsiaError('ui_answer_required', "A tool waits for a person: give --answer 'ACTION {…}'.");
}

/** The conversation to start, or with `--resume` the named or the latest one. */
async function scopeOf(runtime: Runtime, options: RunCommandOptions): Promise<ConversationScope> {
  const { tenant } = options;
  if (options.conversation !== undefined) return { tenant, chat: options.conversation };
  if (options.resume !== true) return { tenant, chat: randomIds.randomHex(6) };
  const latest = (await runtime.conversations(tenant)).at(-1);
  if (latest === undefined) throw new IntarsiaError('conversation_unknown', 'The store holds no conversation to resume.');
  return { tenant, chat: latest };
}

interface Interruption {
  handle: RunHandle | null;
  stop(): void;
}

/** The first signal stops the run so that its journal stays whole, or ends the question that is open; a second one, or one between, ends the process at once. */
function onSignals(streams: Streams, answers: Answers): Interruption {
  let signals = 0;
  const listener = () => {
    signals++;
    if (signals === 1 && interruption.handle !== null) interruption.handle.interrupt();
    else if (!answers.interrupt()) process.exit(exitCodes.interrupted);
  };
  const interruption: Interruption = {
    handle: null,
    stop() {
      streams.off('SIGINT', listener);
      streams.off('SIGTERM', listener);
    },
  };
  streams.on('SIGINT', listener);
  streams.on('SIGTERM', listener);
  return interruption;
}

async function ended(started: StartResult, interruption: Interruption): Promise<RunResult> {
  if (started.kind === 'refused') throw new IntarsiaError(started.code, started.message);
  if (started.kind === 'repeated') throw new IntarsiaError('conversation_exists', 'This request was made before.');
  interruption.handle = started.handle;
  const result = await started.handle.done;
  interruption.handle = null;
  return result;
}
