import { foldEvent } from './fold-event.ts';
import { leaveRunning } from './steps.ts';
import { type ConversationStatus, emptyState, type StudioState } from './studio-state.ts';
import type { LiveFrame, NumberedEvent } from './visible-event.ts';

/** What can happen to the page's state. */
export type StudioAction =
  | {
      readonly kind: 'snapshot';
      readonly conversation: string;
      readonly status: ConversationStatus;
      readonly head: number;
      readonly events: readonly NumberedEvent[];
    }
  | { readonly kind: 'visible'; readonly event: NumberedEvent }
  | { readonly kind: 'live'; readonly frame: LiveFrame }
  /** A stream begins: it sends the open message from its first letter. */
  | { readonly kind: 'stream-opened' }
  /** Everything is sent again from number 1. */
  | { readonly kind: 'resync' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'sent'; readonly text: string }
  | { readonly kind: 'not-sent' };

/**
 * The one reducer of the page. Pure, and idempotent by number: an event that was folded is not folded again, an event that
 * comes too early is not folded but sets `gap`, which only a snapshot or a resync ends.
 */
export function studioState(state: StudioState, action: StudioAction): StudioState {
  switch (action.kind) {
    case 'snapshot':
      return snapshot(state, action);
    case 'visible':
      return visible(state, action.event);
    case 'live':
      return live(state, action.frame);
    case 'stream-opened':
      return state.live === null ? state : { ...state, live: null };
    case 'resync':
      return { ...emptyState(state.conversation), loaded: state.loaded, sent: state.sent };
    case 'absent':
      return { ...state, absent: true };
    case 'sent':
      return { ...state, sent: action.text };
    case 'not-sent':
      return { ...state, sent: null };
  }
}

function visible(state: StudioState, numbered: NumberedEvent): StudioState {
  if (numbered.seq <= state.lastSeq || state.gap) return state;
  if (numbered.seq > state.lastSeq + 1) return { ...state, gap: true };
  return { ...foldEvent(state, numbered.event, numbered.at), lastSeq: numbered.seq };
}

function snapshot(state: StudioState, action: Extract<StudioAction, { kind: 'snapshot' }>): StudioState {
  const goesOn = state.conversation === action.conversation && action.head >= state.lastSeq;
  const base: StudioState = goesOn ? { ...state, gap: false } : { ...emptyState(action.conversation), sent: state.sent };
  const folded = action.events.reduce(visible, base);
  const read: StudioState = { ...folded, loaded: true, absent: false };
  return action.status === 'interrupted' && read.status === 'running' ? interrupted(read, action.events.at(-1)?.at) : read;
}

/** Nobody wrote that the run stopped (its owner died): only a snapshot says it. */
function interrupted(state: StudioState, at = ''): StudioState {
  const items = state.items.map((item, index) =>
    item.kind === 'build' && index === state.items.findLastIndex(({ kind }) => kind === 'build')
      ? { ...item, steps: leaveRunning(item.steps, 'stopped', at) }
      : item,
  );
  return { ...state, status: 'interrupted', items, openCalls: [], live: null };
}

function live(state: StudioState, frame: LiveFrame): StudioState {
  if (state.items.some((item) => item.kind === 'message' && item.key === frame.message)) return state;
  if (frame.kind === 'message.reset') return state.live?.message === frame.message ? { ...state, live: null } : state;
  const before = state.live?.message === frame.message ? state.live.text : '';
  return { ...state, live: { message: frame.message, agent: frame.agent, text: before + frame.text } };
}
