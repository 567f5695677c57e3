import {
  type CallKey,
  type ConversationScope,
  factOf,
  IntarsiaError,
  type RunResult,
  type Runtime,
  type StartResult,
} from '@intarsia/core';
import type { Answers } from '../terminal/answers.ts';
import { readDecision } from '../terminal/decision.ts';
import { shown } from '../terminal/shown.ts';
import type { Streams } from '../terminal/streams.ts';
import { howToAnswer, readUiAnswer } from '../terminal/ui-answer.ts';

/** What of a runtime answers. */
type Answering = Pick<Runtime, 'read' | 'answer' | 'respond' | 'decide'>;
/** What a paused run waits for. */
type Pause = Pick<Extract<RunResult, { readonly status: 'paused' }>, 'reason' | 'calls'>;

/** Gives a paused run its next answer; null when there is none to give. */
export async function answerRun(
  runtime: Answering,
  scope: ConversationScope,
  { reason, calls: [call] }: Pause,
  answers: Answers,
  streams: Pick<Streams, 'stderr'>,
): Promise<StartResult | null> {
  if (reason === 'ui_required' && call !== undefined) return respond(runtime, scope, call, answers, streams);
  if (reason === 'approval_required' && call !== undefined) return decide(runtime, scope, call, answers, streams);
  const text = reason === 'input_required' ? await answers.next() : null;
  return text === null ? null : runtime.answer({ scope, text });
}

/** Answers what a UI_Tool asks; asks again for an answer that it does not take. */
async function respond(
  runtime: Answering,
  scope: ConversationScope,
  call: CallKey,
  answers: Answers,
  streams: Pick<Streams, 'stderr'>,
): Promise<StartResult | null> {
  const actions = await actionsOf(runtime, scope, call);
  const say = (text: string) => void streams.stderr.write(`${shown(text)}\n`);
  say(howToAnswer(actions));
  for (;;) {
    const text = await answers.next();
    if (text === null) return null;
    const read = readUiAnswer(actions, text);
    if (read.kind === 'wrong') {
      say(read.message);
      continue;
    }
    const { action, response } = read;
    const result = await runtime.respond({ scope, call, ...(action === null ? {} : { action }), response });
    if (result.kind !== 'refused' || result.code !== 'ui_answer_invalid') return result;
    say(result.message);
  }
}

/** Takes `allow` or `deny`, also as `y` or `n`; words behind a denial are its reason. Asks again for anything else. */
async function decide(
  runtime: Answering,
  scope: ConversationScope,
  call: CallKey,
  answers: Answers,
  streams: Pick<Streams, 'stderr'>,
): Promise<StartResult | null> {
  const ask = () => void streams.stderr.write('Allow it? Answer with y (allow) or n (deny), and why behind a denial.\n');
  ask();
  for (;;) {
    const text = await answers.next();
    if (text === null) return null;
    const decision = readDecision(text);
    if (decision !== null) return runtime.decide({ scope, call, ...decision, by: 'terminal' });
    ask();
  }
}

async function actionsOf(runtime: Answering, scope: ConversationScope, call: CallKey): Promise<readonly string[]> {
  let slice = await runtime.read(scope, 0);
  while (slice.envelopes.length > 0) {
    const facts = slice.envelopes.map(factOf).filter((fact) => fact?.type === 'intarsia.ui.requested');
    const request = facts.find(({ data }) => data.key === call);
    if (request !== undefined) return request.data.actions.map(({ id }) => id);
    slice = await runtime.read(scope, slice.next);
  }
  throw new IntarsiaError('call_unknown', 'No such tool call waits for an answer.');
}
