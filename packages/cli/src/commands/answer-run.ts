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
import { jsonText } from '../terminal/one-line.ts';
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
  const request = await requestOf(runtime, scope, call);
  if (request?.type !== 'intarsia.ui.requested') throw new IntarsiaError('call_unknown', 'No such tool call waits for an answer.');
  const actions = request.data.actions.map(({ id }) => id);
  const say = (text: string) => {
    streams.stderr.write(`${shown(text)}\n`);
    return undefined;
  };
  say(howToAnswer(actions));
  return firstTaken(answers, async (text) => {
    const read = readUiAnswer(actions, text);
    if (read.kind === 'wrong') return say(read.message);
    const { action, response } = read;
    const result = await runtime.respond({ scope, call, ...(action === null ? {} : { action }), response });
    return result.kind === 'refused' && result.code === 'ui_answer_invalid' ? say(result.message) : result;
  });
}

/**
 * Takes `allow` or `deny`, also as `y` or `n`; words behind a denial are its reason. Asks again for anything else. Says which call it is about, for several may wait,
 * and decides about what it said, also when the call is asked about anew while the person thinks.
 */
async function decide(
  runtime: Answering,
  scope: ConversationScope,
  call: CallKey,
  answers: Answers,
  streams: Pick<Streams, 'stderr'>,
): Promise<StartResult | null> {
  const request = await requestOf(runtime, scope, call);
  if (request?.type !== 'intarsia.approval.requested') throw new IntarsiaError('call_unknown', 'No such tool call waits for a decision.');
  const { tool, definition, arguments: given } = request.data;
  const ask = () => {
    streams.stderr.write(`Allow ${shown(tool)} ${shown(jsonText(given))}? Answer with y (allow) or n (deny), and why behind a denial.\n`);
    return undefined;
  };
  ask();
  return firstTaken(answers, async (text) => {
    const decision = readDecision(text);
    return decision === null ? ask() : runtime.decide({ scope, call, ...decision, definition, by: 'terminal' });
  });
}

/** What came of the first answer that was taken; null when there are none left. `take` says itself what is wrong with one that it does not take. */
async function firstTaken<Taken>(answers: Answers, take: (text: string) => Promise<Taken | undefined>): Promise<Taken | null> {
  for (let text = await answers.next(); text !== null; text = await answers.next()) {
    const taken = await take(text);
    if (taken !== undefined) return taken;
  }
  return null;
}

/** What a person was asked last about a call; null when nobody was. */
async function requestOf(runtime: Answering, scope: ConversationScope, call: CallKey) {
  let last = null;
  let slice = await runtime.read(scope, 0);
  while (slice.envelopes.length > 0) {
    for (const fact of slice.envelopes.map(factOf)) {
      const isRequest = fact?.type === 'intarsia.ui.requested' || fact?.type === 'intarsia.approval.requested';
      if (isRequest && fact.data.key === call) last = fact;
    }
    slice = await runtime.read(scope, slice.next);
  }
  return last;
}
