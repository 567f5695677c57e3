import type { Steps } from './steps.ts';
import type { UiActionShown } from './visible-event.ts';

/** Status of a conversation as the server names it; `new` before its first event. */
export type ConversationStatus = 'new' | 'running' | 'paused' | 'completed' | 'failed' | 'cancelled' | 'interrupted';

/** One thing in the conversation, in order. `build` stands where its latest activation began. */
export type ConversationItem =
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly role: 'person' | 'agent';
      readonly agent: string;
      readonly text: string;
      readonly at: string;
    }
  | {
      readonly kind: 'build';
      readonly key: string;
      readonly startedAt: string;
      readonly endedAt: string | null;
      readonly complete: boolean;
      /** Number of the version it saved, or null. */
      readonly version: number | null;
      readonly steps: Steps;
    }
  /** What a UI_Tool asks the person, or a call that needs approval; `answer` is null while it waits. */
  | {
      readonly kind: 'request';
      readonly key: string;
      readonly agent: string;
      readonly tool: string;
      /** What is shown; the arguments of a call that needs approval. */
      readonly payload: unknown;
      /** Of a call that needs approval, which is allowed or denied; null for what a UI_Tool asks. */
      readonly risk: 'low' | 'medium' | 'high' | null;
      /** Of a call that needs approval: which definition of its tool is shown. A decision is about this one alone. */
      readonly definition: string | null;
      readonly actions: readonly UiActionShown[];
      readonly answer: { readonly action: string | null } | null;
      readonly at: string;
    }
  | {
      readonly kind: 'ending';
      readonly key: string;
      readonly status: 'completed' | 'failed' | 'cancelled';
      readonly code: string | null;
      readonly message: string;
      readonly resumable: boolean;
      readonly agent: string | null;
      readonly at: string;
    };

/** What a run can wait for. */
export type PauseReason = 'input_required' | 'ui_required' | 'approval_required' | 'effect_uncertain';

/** A tool call of which nobody knows whether it happened. */
export interface UncertainCall {
  readonly call: string;
  /** A decision is about this attempt alone. */
  readonly attempt: number;
  readonly tool: string;
  readonly agent: string;
  readonly resolution: 'happened' | 'failed' | 'run_again' | null;
}

/** Everything the page shows of a conversation: the fold of its visible events, and the text that is still streaming. */
export interface StudioState {
  readonly conversation: string | null;
  /** True once a snapshot was folded. */
  readonly loaded: boolean;
  /** True when there is no such conversation. */
  readonly absent: boolean;
  readonly status: ConversationStatus;
  /** Number of the last folded event. */
  readonly lastSeq: number;
  /** True after an event was missed: nothing is folded until the next snapshot. */
  readonly gap: boolean;
  readonly run: string | null;
  readonly runStartedAt: string | null;
  readonly speaker: string | null;
  /** Tool calls at work. */
  readonly openCalls: readonly { readonly call: string; readonly tool: string; readonly agent: string }[];
  readonly uncertain: readonly UncertainCall[];
  readonly pause: { readonly reason: PauseReason; readonly question: string | null; readonly at: string } | null;
  readonly items: readonly ConversationItem[];
  readonly live: { readonly message: string; readonly agent: string; readonly text: string } | null;
  /** Words that were sent and did not come back yet. */
  readonly sent: string | null;
  /** The agent and code of the latest failed turn of this run. */
  readonly failedTurn: { readonly agent: string; readonly code: string } | null;
  /** Grows when a version or its outcome may be new. */
  readonly artifactRevision: number;
  /** Grows when the preview may have changed. */
  readonly previewRevision: number;
}

/** A conversation of which nothing is known yet. */
export function emptyState(conversation: string | null): StudioState {
  return {
    conversation,
    loaded: false,
    absent: false,
    status: 'new',
    lastSeq: 0,
    gap: false,
    run: null,
    runStartedAt: null,
    speaker: null,
    openCalls: [],
    uncertain: [],
    pause: null,
    items: [],
    live: null,
    sent: null,
    failedTurn: null,
    artifactRevision: 0,
    previewRevision: 0,
  };
}

/** The latest build, or null. */
export function currentBuild(state: StudioState): Extract<ConversationItem, { kind: 'build' }> | null {
  return state.items.findLast((item) => item.kind === 'build') ?? null;
}

/** True when a person is asked something that the build cannot go on without (and not merely invited to change the result). */
export function isAsked(state: StudioState): boolean {
  if (state.status !== 'paused' || state.pause === null) return false;
  return state.pause.reason !== 'input_required' || !(currentBuild(state)?.complete ?? false);
}

/** The requests of tools that wait for the person, oldest first. */
export function openRequests(state: StudioState): readonly Extract<ConversationItem, { kind: 'request' }>[] {
  return state.items.filter((item) => item.kind === 'request').filter(({ answer }) => answer === null);
}

/** True when words of a person can be taken now. */
export function takesWords(state: StudioState): boolean {
  return state.status === 'paused' && state.pause?.reason === 'input_required';
}

/** True when there is an app: some build reached its preview. */
export function hasApp(state: StudioState): boolean {
  return state.items.some((item) => item.kind === 'build' && item.complete);
}
