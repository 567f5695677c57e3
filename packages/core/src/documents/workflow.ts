import type { OutputModel } from '../outputs/output-model.ts';
import type { Json, JsonObject } from '../ports/json.ts';

/** Something wrong in a workflow's documents. Lines and columns count from 1; `path` is a JSON pointer. */
export interface DocumentProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly expected?: string;
  readonly got?: string;
  readonly hint?: string;
}

/** Who may write a context variable (workflow-documents 7.3). */
export type ContextWriter =
  | 'runtime_system'
  | 'caller_input'
  | 'transition_router'
  | 'live_user_context'
  | 'context_bridge'
  | 'tool_writeback'
  | 'agent_text'
  | 'ui_response_trigger'
  | 'user_text_trigger'
  | 'persisted_replay'
  | 'task_batch'
  | 'structured_output'
  | 'lifecycle_tool'
  | 'deterministic_tool';

/** What a context variable is for, which decides who may write it (workflow-documents 7.3). */
export type AuthorityClass =
  | 'immutable_runtime_authority'
  | 'closed_writer_quality_state'
  | 'closed_writer_routing_state'
  | 'derived_information'
  | 'tool_only_information'
  | 'mutable_workflow_state';

/** A declared context variable with everything inferred filled in. */
export interface ContextVariable {
  readonly name: string;
  readonly type: string | null;
  readonly description: string | null;
  readonly authorityClass: AuthorityClass;
  readonly writers: readonly ContextWriter[];
  readonly modelVisible: boolean;
  readonly toolVisible: boolean;
  readonly persisted: boolean;
  readonly routing: boolean;
  readonly authorization: boolean;
  readonly source: ContextSource;
  readonly triggers: readonly ContextTrigger[];
}

/** Where a variable's first value comes from (workflow-documents 7.1). `initial` is the value without any other. */
export type ContextSource =
  | { readonly kind: 'state'; readonly initial: Json }
  | { readonly kind: 'config'; readonly environment: string | null; readonly initial: Json; readonly required: boolean }
  /** `path` is below the folder that the host reads files from. */
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly format: 'json' | 'yaml' | 'text';
      readonly initial: Json;
      readonly required: boolean;
    }
  /** A document of a database. `query` has its templates in it; without `fields` the whole document is the value. */
  | {
      readonly kind: 'record';
      readonly database: string | null;
      readonly collection: string;
      readonly query: JsonObject;
      readonly fields: readonly string[];
      readonly initial: Json;
    }
  /** The value says that it is one, and its name. */
  | { readonly kind: 'entity' }
  | { readonly kind: 'build_context' }
  /** Computed, or fetched from a service: null until a tool writes it. */
  | { readonly kind: 'tools' };

/** What sets a variable without a tool writing it (workflow-documents 7.5). */
export type ContextTrigger = TextTrigger | ResponseTrigger;

/** Text that sets a variable to true. `hidden` text is control text: no person is shown it (workflow-documents 7.5, 7.7). */
export interface TextTrigger {
  readonly kind: 'agent_text' | 'user_text';
  readonly agent: string | null;
  readonly equals: string | null;
  readonly contains: string | null;
  readonly regex: string | null;
  readonly hidden: boolean;
}

/** A person's answer to a UI_Tool that sets a variable to what stands in it under `responseKey`; null: to all of it (workflow-documents 7.5). */
export interface ResponseTrigger {
  readonly kind: 'ui_response';
  /** The function of the tool. */
  readonly tool: string;
  readonly responseKey: string | null;
}

/** One entry of tools.yaml for one agent. The name a model sees is the function's. */
export interface ToolBinding {
  readonly agent: string;
  /** Position among the agent's auto tools, or among its callable tools. */
  readonly index: number;
  readonly file: string;
  readonly function: string;
  readonly description: string | null;
  readonly type: 'Agent_Tool' | 'UI_Tool' | 'UI_Surface';
  readonly surface: { readonly component: string; readonly mode: string } | null;
  /** Limit of one call in milliseconds (`timeout_seconds`); null: the tool's own. */
  readonly timeoutMs: number | null;
  /** What a failed call does to the turn; only an auto tool has another than `continue`. */
  readonly onError: OnToolError;
  /** Its finite outcomes, if it has any. */
  readonly outcome: ToolOutcome | null;
  /** What a UI_Tool shows and gets back; null for every other tool. */
  readonly ui: UiContract | null;
  /** True for a tool that shows its start itself: people are not told of it a second time (case AT10). */
  readonly selfEmitsUi: boolean;
}

/** What a failed call of an auto tool does: the turn goes on, the run fails, or the target speaks next (an agent, `user` or `terminate`). */
export type OnToolError =
  | { readonly kind: 'continue' }
  | { readonly kind: 'fail_run' }
  | { readonly kind: 'route'; readonly target: string };

/** The finite outcomes of a tool, which the graph routes on, and its budget of attempts (workflow-documents 5.1). */
export interface ToolOutcome {
  /** The variable that holds the outcome. */
  readonly contextKey: string;
  /** The variable that counts the attempts. */
  readonly attemptsKey: string;
  /** The field of the tool's result that says the outcome. */
  readonly resultField: string;
  readonly values: readonly string[];
  /** The value while it runs and after every failure. */
  readonly errorValue: string;
  /** 1 to 100. */
  readonly maxAttempts: number;
  /** Values after which it may run again. */
  readonly retryOn: readonly string[];
}

/** What a UI_Tool shows and what a person may answer (workflow-documents 1.7). Schemas are JSON Schema, closed; null takes any object. */
export interface UiContract {
  readonly payload: JsonObject | null;
  /** Without any, the answer is an object without an action. */
  readonly actions: readonly UiAction[];
}

/** One thing that a person can do about a UI_Tool. */
export interface UiAction {
  readonly id: string;
  readonly label: string | null;
  readonly description: string | null;
  readonly variant: string | null;
  readonly approved: boolean | null;
  readonly payload: JsonObject | null;
}

/** One agent, with its prompt text, its model and its tools. */
export interface Agent {
  readonly name: string;
  readonly description: string | null;
  readonly prompt: string;
  readonly structuredOutputsRequired: boolean;
  readonly pendingTurnReplay: 'allow' | 'block';
  readonly output: OutputModel | null;
  /** Names of the context variables that its prompt shows. */
  readonly view: readonly string[];
  /** Run by the runtime after a validated output, in document order. */
  readonly autoTools: readonly ToolBinding[];
  /** Offered to the model. */
  readonly callableTools: readonly ToolBinding[];
}

/** One rule of the transition graph; `user` and `terminate` are reserved names. Rules are in the order they are looked at for their source. */
export interface TransitionRule {
  readonly source: string;
  readonly target: string;
  readonly when:
    | { readonly kind: 'after_turn' }
    | { readonly kind: 'context_equals'; readonly key: string; readonly value: Json }
    /** `expression` is its text, checked at load. */
    | { readonly kind: 'context_expression'; readonly expression: string }
    | { readonly kind: 'tool_called'; readonly tool: string };
  /** Only with target `terminate`. */
  readonly terminationReason: 'workflow_complete' | 'workflow_failed' | null;
}

/** The immutable, checked form of one folder of documents. */
export interface Workflow {
  readonly name: string;
  /** Lower-case hex SHA-256 of the parsed documents; the same whatever the order of keys. */
  readonly digest: string;
  readonly startupMode: 'AgentDriven' | 'UserDriven' | 'BackendOnly';
  readonly maxTurns: number;
  readonly humanInTheLoop: boolean;
  readonly initialMessage: string | null;
  readonly initialAgent: string;
  readonly agents: ReadonlyMap<string, Agent>;
  /** Every model of structured_outputs.yaml by name; those that agents answer with are the same objects. */
  readonly outputModels: ReadonlyMap<string, OutputModel>;
  readonly transitions: readonly TransitionRule[];
  readonly contextVariables: ReadonlyMap<string, ContextVariable>;
  /** The context variable whose value is the message of a failed run; null for none. */
  readonly failureMessageKey: string | null;
  /** What its documents ask for, would change what happens, and does not work yet: a run of it is refused while there is any. */
  readonly unsupported: readonly DocumentProblem[];
  /** Absolute folder that tool files are found in; null for a workflow without files. */
  readonly folder: string | null;
}

/** A loaded workflow with its warnings, or every problem of the folder at once. */
export type WorkflowResult =
  | { readonly kind: 'loaded'; readonly workflow: Workflow; readonly warnings: readonly DocumentProblem[] }
  | { readonly kind: 'refused'; readonly problems: readonly DocumentProblem[] };
