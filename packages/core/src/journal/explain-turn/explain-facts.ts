import { type Envelope, events } from '../envelope.ts';
import type { Fact, FactData } from '../facts.ts';
import type { Judgement, ReplyExplanation, RunEvent } from './turn-explanation.ts';
import type { TurnSpan } from './turn-spans.ts';

/** The replies of a turn's model. */
export const repliesOf = ({ entries }: TurnSpan): readonly ReplyExplanation[] =>
  entries.flatMap(({ fact, envelope }) => (fact?.type === 'intarsia.model.replied' ? [replyOf(fact.data, envelope.created_at)] : []));

function replyOf(data: FactData<'intarsia.model.replied'>, at: string): ReplyExplanation {
  const { ordinal, model, text, tool_calls, finish_reason: finishReason, usage, visibility, hidden_because: hiddenBecause = null } = data;
  return { ordinal, at, model, text, toolCalls: tool_calls.map(({ name }) => name), finishReason, usage, visibility, hiddenBecause };
}

/** What the contract of a turn's agent said of its replies. */
export const judgementsOf = ({ entries }: TurnSpan): readonly Judgement[] => entries.flatMap(({ fact }) => judgementOf(fact));

function judgementOf(fact: Fact | null): readonly Judgement[] {
  if (fact?.type === 'intarsia.output.accepted') {
    const { ordinal, model, repair } = fact.data;
    const isMended = repair === 'fence' || ('fence_removed' in fact.data && fact.data.fence_removed === true);
    return [{ kind: 'accepted', ordinal, model, repair: isMended ? 'fence' : null }];
  }
  if (fact?.type !== 'intarsia.output.rejected') return [];
  const { ordinal, model, problems, total } = fact.data;
  return [{ kind: 'rejected', ordinal, model, problems, total }];
}

/** What happened to the run during a turn, or because of it. */
export const runEventsOf = ({ entries }: TurnSpan): readonly RunEvent[] =>
  entries.flatMap(({ fact, envelope }) => (fact === null ? closing(envelope) : runEvent(fact, envelope.created_at)));

function runEvent(fact: Fact, at: string): readonly RunEvent[] {
  switch (fact.type) {
    case 'intarsia.run.started':
      return [{ kind: 'started', at, reason: fact.data.reason, epoch: fact.data.epoch }];
    case 'intarsia.run.paused':
      return [{ kind: 'paused', at, reason: fact.data.reason }];
    case 'intarsia.run.ended': {
      const { status, code, message, resumable } = fact.data;
      return [{ kind: 'ended', at, status, code, message, resumable }];
    }
    case 'intarsia.turn.failed': {
      const { code, message, retryable } = fact.data;
      return [{ kind: 'turn_failed', at, code, message, retryable }];
    }
    default:
      return [];
  }
}

function closing({ event_type, event_data, created_at: at }: Envelope): readonly RunEvent[] {
  if (event_type !== events.channelClosed && event_type !== events.channelExpired) return [];
  const reason = event_data['reason'];
  return [{ kind: 'closed', at, reason: typeof reason === 'string' ? reason : 'explicit_close' }];
}
