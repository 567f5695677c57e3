import type { Workflow } from '../documents/workflow.ts';
import type { AgentRunner } from '../ports/agents.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import type { ContextSources } from '../ports/context-sources.ts';
import type { ErrorCode } from '../ports/errors.ts';
import type { CallKey, RunId } from '../ports/ids.ts';
import type { Json, JsonObject } from '../ports/json.ts';
import type { AgentNetwork, ConversationScope, ConversationSnapshot, JournalSlice } from '../ports/network.ts';
import type { Subscription } from '../ports/store.ts';
import type { ToolLoader } from '../ports/tools.ts';
import type { LiveToolRegistry } from '../tools/registry/tool-registry.ts';
import type { ToolServices } from '../tools/tool.ts';

/** What a runtime is made of. Everything with an effect comes from outside. */
export interface RuntimeOptions {
  readonly workflows: readonly Workflow[];
  readonly network: AgentNetwork;
  readonly agents: AgentRunner;
  readonly tools: ToolLoader;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Ports handed to tools. */
  readonly services?: ToolServices;
  /** Values of the environment variables that `config` context variables name. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Reads the files, databases and build context that context variables name. Default: none. */
  readonly sources?: ContextSources;
  /** A run in which nothing is committed for this long fails; while a tool runs, its own time limit counts instead. Default 300,000. */
  readonly idleTimeoutMs?: number;
  /** How long a cancelled run waits for its tools to end, and how long a tool over its limit has until it counts as ignoring its signal. Default 2,000. */
  readonly graceMs?: number;
  /** How long a resume waits for a dead owner's lease to run out. Default 20,000. */
  readonly takeOverMs?: number;
  /** Extra tries for a model call that failed in a way that may pass. Default 2. */
  readonly modelRetries?: number;
  /** Called with what a person must not see: causes of failures. Default: nothing. */
  readonly log?: (entry: { readonly level: 'warn' | 'error'; readonly message: string; readonly cause?: unknown }) => void;
}

/**
 * What a paused run waits for: a person's words, the answer to a UI_Tool, a decision on a call that needs approval, or what became of a call of which nobody knows.
 * When several calls wait, it says what the first one waits for.
 */
export type PauseReason = 'input_required' | 'ui_required' | 'approval_required' | 'effect_uncertain';

/** How an activation ended. */
export type RunResult =
  | {
      readonly status: 'paused';
      readonly run: RunId;
      readonly reason: PauseReason;
      readonly calls: readonly CallKey[];
    }
  | { readonly status: 'completed'; readonly run: RunId }
  | { readonly status: 'failed'; readonly run: RunId; readonly code: ErrorCode; readonly message: string; readonly resumable: boolean }
  | { readonly status: 'cancelled'; readonly run: RunId }
  | { readonly status: 'interrupted'; readonly run: RunId; readonly code: ErrorCode; readonly message: string };

/** An activation that this process owns. */
export interface RunHandle {
  readonly run: RunId;
  readonly scope: ConversationScope;
  /** Never rejects. */
  readonly done: Promise<RunResult>;
  /** Ends the run as cancelled: aborts the model and the tools, waits `graceMs`, settles what ended. */
  cancel(): void;
  /** Stops working without ending the run; a resume goes on from the journal. */
  interrupt(): void;
}

/** An activation that began, or why none did. `repeated`: this request already started one; nothing was done again. */
export type StartResult =
  | { readonly kind: 'started'; readonly handle: RunHandle }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };

/**
 * The words that start or continue a conversation. `request` makes a repeated call harmless: one that the conversation knows is answered as `repeated`, whatever
 * else the second call says and whether it starts, answers, responds or resumes, so every new thing that a person does needs a new one.
 */
export interface Activation {
  readonly scope: ConversationScope;
  readonly request?: string;
}

/**
 * What a person decides about an uncertain call. `attempt` is the one that the person looked at, as its record says: a decision that comes late, when a
 * later attempt is uncertain, is then refused instead of being taken for one about that attempt.
 */
export type Resolution =
  | { readonly kind: 'happened'; readonly result: Json; readonly attempt?: number }
  | { readonly kind: 'failed'; readonly attempt?: number }
  | { readonly kind: 'run_again'; readonly attempt?: number };

/** Text of an open message, not durable: `reset` drops it, and the message's envelope replaces it. */
export type LiveEvent =
  | { readonly kind: 'text'; readonly agent: string; readonly message: string; readonly text: string }
  | { readonly kind: 'reset'; readonly agent: string; readonly message: string };

/** Runs workflows. One conversation is run by one owner at a time, here or in another process. */
export interface Runtime {
  readonly workflows: ReadonlyMap<string, Workflow>;
  /** Starts a new conversation. Without input a workflow's `initial_message` opens it. */
  start(activation: Activation & { readonly workflow: string; readonly input?: string; readonly app?: string }): Promise<StartResult>;
  /** Gives a paused conversation its answer. */
  answer(activation: Activation & { readonly text: string }): Promise<StartResult>;
  /**
   * Answers what a UI_Tool asks: the key of its call, one of its actions (none where it declares none) and what comes with it. `call_unknown` when the call does
   * not wait, `ui_answer_invalid` with the places when the answer is not what was asked for.
   */
  respond(
    activation: Activation & { readonly call: CallKey; readonly action?: string; readonly response?: JsonObject },
  ): Promise<StartResult>;
  /**
   * Allows or denies a call that waits for approval, by the key of its call; `by` is who decided, `reason` is told to the model with a denial. A denied call is settled
   * as an error (`approval_denied`) and never runs. `call_unknown` when the call does not wait for a decision, also when it was decided before. A tool that is
   * defined otherwise by the time that it would run is asked about again, under the same key. `definition` is the one that the person looked at, as its request says:
   * a decision that comes late, when the call is asked about with another one, is then refused instead of being taken for one about that.
   */
  decide(
    activation: Activation & {
      readonly call: CallKey;
      readonly decision: 'allow' | 'deny';
      readonly reason?: string;
      readonly by: string;
      readonly definition?: string;
    },
  ): Promise<StartResult>;
  /** Goes on with a conversation whose owner died, or whose run failed or was cancelled and can be resumed. */
  resume(activation: Activation): Promise<StartResult>;
  /** Records what became of an uncertain call; a resume goes on afterwards. */
  resolve(
    scope: ConversationScope,
    call: CallKey,
    resolution: Resolution,
    by: string,
  ): Promise<{ readonly kind: 'resolved' } | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string }>;
  /**
   * The tools that this process adds to those that the documents give an agent, in all of its conversations. What is registered is offered to its model from the
   * next turn on, and a turn that is worked on keeps what it began with; its calls are claimed and settled as all are. A tool of a taken name is refused as
   * `duplicate_tool`. Nothing of it is kept: an open turn whose call names a tool that is not registered (again) is not gone
   * on with (`workflow_changed`). Throws `workflow_unknown`, and `bad_request` for an unknown agent (tool-calling 10).
   */
  agentTools(workflow: string, agent: string): LiveToolRegistry;
  /** The activation of that conversation that this process owns, or null. */
  active(scope: ConversationScope): RunHandle | null;
  /** Observation: starts nothing, changes nothing. Null when there is no such conversation; rejects with `journal_version` as the network does. */
  inspect(scope: ConversationScope): Promise<ConversationSnapshot | null>;
  /** Envelopes from a cursor on (0: from the first). */
  read(scope: ConversationScope, after: number): Promise<JournalSlice>;
  /** Calls back after each commit, of this process or another. */
  watch(scope: ConversationScope, listener: () => void): Subscription;
  /** Streaming text of the conversation, beginning with the open message so far. */
  live(scope: ConversationScope, listener: (event: LiveEvent) => void): Subscription;
  conversations(tenant: string): Promise<readonly string[]>;
  /** Interrupts every activation and waits for them; closes the network, never a store. What was asked for before and begins after it runs nothing. */
  close(): Promise<void>;
}
