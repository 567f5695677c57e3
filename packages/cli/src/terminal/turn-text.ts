import type {
  Judgement,
  RefusedWriteExplanation,
  ReplyExplanation,
  RunEvent,
  TurnExplanation,
  TurnSummary,
  WriteExplanation,
} from '@intarsia/core';
import { callLines } from './call-text.ts';
import { counted } from './counted.ts';
import { oneLine, valueText } from './one-line.ts';
import type { Paint } from './paint.ts';
import { routingLines } from './routing-text.ts';

/** One turn explained for a person, from what led to it to who is next. What a journal says is shown on one line each, and cut where it is long. */
export function turnText(turn: TurnExplanation, paint: Paint): string {
  const { place, agent, status, id, envelopes, at, trigger, said } = turn;
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [paint('bold', title), ...lines]);
  const [next = '', ...rules] = routingLines(turn);
  return [
    paint('bold', `turn ${place}: ${oneLine(agent, 60)}, ${status}`),
    `  id ${oneLine(id)}`,
    envelopes === null
      ? '  nothing of it is recorded yet'
      : `  envelopes ${envelopes.first} to ${envelopes.last}, from ${oneLine(at ?? '')}`,
    ...(trigger === null ? [] : [`  answers ${oneLine(trigger.sender, 60)}: ${quote(trigger.text)}`]),
    ...section('replies', turn.replies.flatMap(replyLines)),
    ...section('output', turn.judgements.flatMap(judgementLines)),
    ...section('calls', turn.calls.flatMap(callLines)),
    ...section('context writes', turn.writes.map(writeLine)),
    ...section(
      'refused writes',
      turn.refusedWrites.map((write) => refusedLine(write, turn)),
    ),
    ...section('run', turn.runEvents.map(runLine)),
    ...(said === null ? [] : section('said', saidLines(said))),
    paint('bold', next),
    ...rules,
    ...section('context after it', contextLines(turn)),
  ].join('\n');
}

/** The turns of a conversation, one a line, to choose from. */
export function turnTable(turns: readonly TurnSummary[]): string {
  return turns
    .map(({ place, agent, status, envelopes }) => {
      const where = envelopes === null ? 'nothing recorded yet' : `envelopes ${envelopes.first} to ${envelopes.last}`;
      return `  ${String(place).padStart(String(turns.length).length)}  ${oneLine(agent, 60)}, ${status}, ${where}`;
    })
    .join('\n');
}

const quote = (text: string): string => `"${oneLine(text)}"`;

function replyLines({
  ordinal,
  model,
  text,
  toolCalls,
  finishReason,
  usage,
  visibility,
  hiddenBecause,
}: ReplyExplanation): readonly string[] {
  const why = hiddenBecause === null ? '' : ` (${hiddenBecause})`;
  const tokens = usage === null ? '' : `, ${usage.inputTokens} + ${usage.outputTokens} tokens`;
  const called = toolCalls.length === 0 ? '' : `, calls ${toolCalls.map((tool) => oneLine(tool, 60)).join(', ')}`;
  const head = `  reply ${ordinal + 1}: ${visibility}${why}, ${oneLine(finishReason, 60)}, ${oneLine(model, 60)}${tokens}${called}`;
  return text === '' ? [head] : [head, `    ${quote(text)}`];
}

function judgementLines(judgement: Judgement): readonly string[] {
  const { ordinal, model } = judgement;
  if (judgement.kind === 'accepted') {
    const repair = judgement.repair === 'fence' ? ', a Markdown fence was taken off' : '';
    return [`  reply ${ordinal + 1} is exactly ${oneLine(model, 60)}${repair}`];
  }
  const { problems, total } = judgement;
  const more = total > problems.length ? [`    and ${total - problems.length} more`] : [];
  const listed = problems.map(
    ({ path, code, message }) => `    ${path === '' ? '' : `${oneLine(path)} `}${oneLine(code, 60)}: ${oneLine(message)}`,
  );
  return [`  reply ${ordinal + 1} is not exactly ${oneLine(model, 60)}: ${counted(total, 'problem')}`, ...listed, ...more];
}

function writeLine({ key, operation, value, writer, origin, committed }: WriteExplanation): string {
  const what = operation === 'set' ? `${oneLine(key)} = ${valueText(value)}` : `${oneLine(key)} deleted`;
  return `  ${what}, by ${originText(origin)}${writer === null ? '' : ` as ${writer}`}, ${carriers[committed]}`;
}

const carriers: { readonly [Carrier in WriteExplanation['committed']]: string } = {
  packet: 'with the packet',
  context_set: 'with ag2.context.set',
  overwritten: 'overwritten by a later call',
  pending: 'in no commit of the context yet',
};

function originText(origin: WriteExplanation['origin']): string {
  switch (origin.kind) {
    case 'tool':
      return `tool ${oneLine(origin.tool, 60)}`;
    case 'outcome':
      return `the outcome of ${oneLine(origin.tool, 60)}`;
    case 'ui_response':
      return `the answer to ${oneLine(origin.tool, 60)}`;
    case 'agent_text':
    case 'person_words':
      return `the words of ${oneLine(origin.sender, 60)}`;
    case 'participant':
      return oneLine(origin.sender, 60);
  }
}

function refusedLine({ key, operation, writer, rule, message, call }: RefusedWriteExplanation, { calls, agent }: TurnExplanation): string {
  const tool = calls.find((each) => each.key === call)?.tool ?? null;
  const by = tool === null ? `the words of ${oneLine(agent, 60)}` : `tool ${oneLine(tool, 60)}`;
  return `  ${operation} ${oneLine(key)}, by ${by} as ${oneLine(writer, 60)}: ${oneLine(rule)}: ${oneLine(message)}`;
}

function runLine(event: RunEvent): string {
  return `  ${oneLine(event.at)} ${runWords(event)}`;
}

function runWords(event: RunEvent): string {
  switch (event.kind) {
    case 'started':
      return `run began: ${event.reason}, epoch ${event.epoch}`;
    case 'paused':
      return `run paused: ${event.reason}`;
    case 'turn_failed':
      return `turn failed: ${event.code}: ${oneLine(event.message)}`;
    case 'ended': {
      const why = event.code === null ? '' : `: ${event.code}: ${oneLine(event.message)}`;
      return `run ${event.status}${why}${event.resumable ? ', can be resumed' : ''}`;
    }
    case 'closed':
      return `channel closed: ${oneLine(event.reason)}`;
  }
}

function saidLines({ text, routing }: NonNullable<TurnExplanation['said']>): readonly string[] {
  if (routing === null || routing.kind === 'text') return [`  ${quote(text)}`];
  const { kind, tool = '' } = routing;
  return [`  ${quote(text)}`, `  routing ${kind}${tool === '' ? '' : `, tool ${oneLine(tool, 60)}`}`];
}

const contextLines = ({ contextVariables }: TurnExplanation): readonly string[] =>
  Object.entries(contextVariables).map(([key, value]) => `  ${oneLine(key)} = ${valueText(value)}`);
