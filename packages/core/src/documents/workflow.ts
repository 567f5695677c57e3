import type { OutputModel } from '../outputs/output-model.ts';
import type { Json } from '../ports/json.ts';

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
  /** Where the first value comes from. */
  readonly source:
    | { readonly kind: 'state'; readonly initial: Json }
    | { readonly kind: 'config'; readonly environment: string | null; readonly initial: Json; readonly required: boolean }
    /** A source that is not read yet, which the load warned of: its default stands. */
    | { readonly kind: 'unread'; readonly type: string; readonly initial: Json };
  readonly triggers: readonly ContextTrigger[];
}

/** Text that sets a variable to true. `hidden` text is control text: no person is shown it (workflow-documents 7.5, 7.7). */
export interface ContextTrigger {
  readonly kind: 'agent_text' | 'user_text';
  readonly agent: string | null;
  readonly equals: string | null;
  readonly contains: string | null;
  readonly regex: string | null;
  readonly hidden: boolean;
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
