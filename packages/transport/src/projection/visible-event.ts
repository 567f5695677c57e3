/**
 * What a person's client is shown, in order. No structured JSON, no control text, no provider text, no stack: see `project`. No field is optional: an
 * event has all fields of its kind, and null only where null is one of the field's values (case J12).
 */
export type VisibleEvent =
  /** An activation began. */
  | { readonly kind: 'run.started'; readonly run: string; readonly workflow: string; readonly reason: 'start' | 'answer' | 'resume' }
  /** It waits. `question` is the last thing an agent said, when it asked a person. */
  | {
      readonly kind: 'run.paused';
      readonly run: string;
      readonly reason: 'input_required' | 'ui_required' | 'approval_required' | 'effect_uncertain';
      readonly question: string | null;
      readonly calls: readonly string[];
    }
  | {
      readonly kind: 'run.ended';
      readonly run: string;
      readonly status: 'completed' | 'failed' | 'cancelled';
      readonly code: string | null;
      readonly message: string;
      readonly resumable: boolean;
    }
  /** Whose turn it is now. `user` is the person. */
  | { readonly kind: 'speaker'; readonly agent: string }
  /** Something said, whole. `message` is the id that its streamed text had. */
  | { readonly kind: 'message'; readonly message: string; readonly role: 'person' | 'agent'; readonly agent: string; readonly text: string }
  /** A reply passed its contract, or did not. The data itself is in the journal, never here. */
  | {
      readonly kind: 'output';
      readonly agent: string;
      readonly model: string;
      readonly status: 'accepted' | 'rejected';
      readonly problems: number;
    }
  /** A UI_Tool asks the person: `payload` is what it declared to show, `actions` are what the person can choose. None: the answer is an object. */
  | {
      readonly kind: 'ui.requested';
      readonly call: string;
      readonly agent: string;
      readonly tool: string;
      readonly surface: { readonly component: string; readonly mode: string };
      readonly payload: unknown;
      readonly actions: readonly UiActionShown[];
    }
  /** The person answered; what came with the action is in the journal. `action` is null where none is declared. */
  | { readonly kind: 'ui.answered'; readonly call: string; readonly action: string | null }
  /** A call waits until the person allows or denies it. `arguments` are those that it would run with, whole: nobody can approve what they do not see. */
  | {
      readonly kind: 'approval.requested';
      readonly call: string;
      readonly agent: string;
      readonly tool: string;
      readonly risk: 'low' | 'medium' | 'high';
      /** Names what the tool is defined as: a decision that gives it counts for no other definition. */
      readonly definition: string;
      readonly arguments: unknown;
    }
  /** The person decided; a denied call never runs. Why is in the journal. */
  | { readonly kind: 'approval.decided'; readonly call: string; readonly decision: 'allow' | 'deny' }
  | {
      readonly kind: 'tool.started';
      readonly call: string;
      readonly agent: string;
      readonly tool: string;
      readonly attempt: number;
      readonly automatic: boolean;
    }
  /** `payload` only for a tool with a surface (UI_Surface): that is what it declared to show. */
  | {
      readonly kind: 'tool.finished';
      readonly call: string;
      readonly agent: string;
      readonly tool: string;
      readonly status: 'ok' | 'error';
      readonly code: string | null;
      readonly durationMs: number;
      readonly surface: { readonly component: string; readonly mode: string; readonly payload: unknown } | null;
    }
  | { readonly kind: 'tool.uncertain'; readonly call: string; readonly agent: string; readonly tool: string; readonly attempt: number }
  | { readonly kind: 'tool.resolved'; readonly call: string; readonly resolution: 'happened' | 'failed' | 'run_again' }
  | { readonly kind: 'turn.failed'; readonly agent: string; readonly code: string; readonly message: string };

/** One thing that a person can choose. */
export interface UiActionShown {
  readonly id: string;
  readonly label: string | null;
  readonly description: string | null;
  /** How its button looks: free text, such as `primary`. */
  readonly variant: string | null;
  /** Whether it approves. */
  readonly approved: boolean | null;
  /** JSON Schema of what is answered with it; null where any object is taken. */
  readonly payload: object | null;
}

/** An event with its number in the conversation: gap-free from 1, counted over visible events only. `at` is an ISO time. */
export interface NumberedEvent {
  readonly seq: number;
  readonly at: string;
  readonly event: VisibleEvent;
}

/** Streamed text: not numbered, not durable. */
export type LiveFrame =
  | { readonly kind: 'message.text'; readonly message: string; readonly agent: string; readonly text: string }
  | { readonly kind: 'message.reset'; readonly message: string; readonly agent: string };
