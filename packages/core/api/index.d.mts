import { z } from "zod";
/** Any JSON value, deeply read-only: what crosses a wire, a journal line or a model's reply. */
type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object, deeply read-only. */
interface JsonObject {
  readonly [key: string]: Json;
}
/** True for a plain JSON object: neither null nor an array. */
declare function isJsonObject(value: unknown): value is JsonObject;
/** What a literal may be. */
type LiteralValue = string | number | boolean | null;
/** Formats of text that a field may declare; `validation/formats.ts` says what each of them means. */
declare const textFormats: readonly ['date', 'time', 'date-time', 'duration', 'email', 'uuid', 'uri', 'hostname', 'ipv4', 'ipv6'];
type TextFormat = (typeof textFormats)[number];
/** Text; lengths are in code points, as JSON Schema counts them; `pattern` is ECMAScript with the `u` flag and must match somewhere in the text. */
interface TextShape {
  readonly kind: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: TextFormat;
}
/** A number; bounds are inclusive unless they say otherwise. `multipleOf` is more than 0 and means the decimal numbers that JSON writes. */
interface NumberShape {
  readonly kind: 'integer' | 'number';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}
/** A type, resolved: what a value must look like. Models stay references, so that they can contain themselves. */
type Shape = TextShape | NumberShape | {
  readonly kind: 'boolean' | 'null';
} |
/** Any keys; `values` null: any JSON inside, at any depth. Only a declared open object has this shape. */
{
  readonly kind: 'open_object';
  readonly values: Shape | null;
} | {
  readonly kind: 'list';
  readonly items: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
} |
/** A list of exactly these items. */
{
  readonly kind: 'tuple';
  readonly items: readonly Shape[];
} | {
  readonly kind: 'literal';
  readonly values: readonly LiteralValue[];
} | {
  readonly kind: 'union';
  readonly variants: readonly Shape[];
} | {
  readonly kind: 'model';
  readonly name: string;
};
/** A field, resolved. `default` is what an absent optional field becomes; not yet checked against the shape. */
interface FieldShape {
  readonly name: string;
  readonly shape: Shape;
  readonly description: string | null;
  readonly optional: boolean;
  readonly default: Json;
  /** An absent optional field stays absent: its `default` is only told to providers, and filled in by the author's own schema. */
  readonly omitted?: true;
}
/** A model, resolved. Fields in document order. */
interface ModelShape {
  readonly name: string;
  readonly description: string | null;
  readonly fields: readonly FieldShape[];
}
/** What is wrong at one place of a candidate; `path` is a JSON pointer. Made for a model to read as feedback. */
interface OutputProblem {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}
/**
 * Whose rules a schema follows when it is sent: OpenAI's (and Azure's) strict structured outputs, Anthropic's, Gemini's, or JSON Schema as it is, for
 * providers that promise nothing.
 */
type SchemaDialect = 'openai' | 'anthropic' | 'gemini' | 'json_schema';
/** A model as one dialect says it (workflow-documents 2.4). */
interface ProviderSchema {
  readonly schema: JsonObject;
  /** False: the provider cannot promise the schema, so only our validation does. */
  readonly strict: boolean;
  /** Why it is not strict: the first places that the dialect cannot say, like `Envelope.rows[].meta`; empty when it is. */
  readonly reasons: readonly string[];
  /** Constraints that the dialect leaves out and only our validation checks, like `Invoice.total minimum`. */
  readonly unsaid: readonly string[];
}
/** A closed validation: the exact value with defaults filled in, frozen; or the first problems and how many there are in all. */
type OutputResult = {
  readonly kind: 'accepted';
  readonly value: JsonObject;
} | {
  readonly kind: 'rejected';
  readonly problems: readonly OutputProblem[];
  readonly total: number;
  /** What the own code of a schema threw (`schema_failed`): for a log, never for a record or a model. */
  readonly cause?: unknown;
};
/** A declared model, compiled once at load: closed at every depth except inside a declared open object. */
interface OutputModel {
  readonly name: string;
  /** What it was compiled from, by name: itself and every model that it may mention. */
  readonly shapes: ReadonlyMap<string, ModelShape>;
  /** The same of an accepted value, of a model in code: a schema may fill in and transform. Null when a transform keeps that from being known. */
  readonly acceptedShapes?: ReadonlyMap<string, ModelShape> | null;
  /** Lower-case hex SHA-256 of its canonical form: moves with the contract, not with the order it was written in (workflow-documents 2.5). */
  readonly digest: string;
  /** What is sent to a provider that follows a dialect, and whether it can promise it. Made once a dialect. */
  providerSchema(dialect: SchemaDialect): ProviderSchema;
  /**
   * Decides, and gives what to go on with. The candidate is read once and never changed: own enumerable properties with text for a key and the items of lists
   * are all that counts, and what is given back says exactly what was checked. A null for an optional field without null of its own reads as absent.
   */
  validate(candidate: unknown): OutputResult;
  /**
   * The same decision without a value or reasons, for who only asks. Says something of a candidate that stays as it is, has no half of a surrogate pair in
   * its text, and no more than 2^21 values: `validate` refuses others, this does not look for them.
   */
  matches(candidate: unknown): boolean;
}
/** Something wrong in a workflow's documents. Lines and columns count from 1; `path` is a JSON pointer. */
interface DocumentProblem {
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
type ContextWriter = 'runtime_system' | 'caller_input' | 'transition_router' | 'live_user_context' | 'context_bridge' | 'tool_writeback' | 'agent_text' | 'ui_response_trigger' | 'user_text_trigger' | 'persisted_replay' | 'task_batch' | 'structured_output' | 'lifecycle_tool' | 'deterministic_tool';
/** What a context variable is for, which decides who may write it (workflow-documents 7.3). */
type AuthorityClass = 'immutable_runtime_authority' | 'closed_writer_quality_state' | 'closed_writer_routing_state' | 'derived_information' | 'tool_only_information' | 'mutable_workflow_state';
/** A declared context variable with everything inferred filled in. */
interface ContextVariable {
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
type ContextSource = {
  readonly kind: 'state';
  readonly initial: Json;
} | {
  readonly kind: 'config';
  readonly environment: string | null;
  readonly initial: Json;
  readonly required: boolean;
} |
/** `path` is below the folder that the host reads files from. */
{
  readonly kind: 'file';
  readonly path: string;
  readonly format: 'json' | 'yaml' | 'text';
  readonly initial: Json;
  readonly required: boolean;
} |
/** A document of a database. `query` has its templates in it; without `fields` the whole document is the value. */
{
  readonly kind: 'record';
  readonly database: string | null;
  readonly collection: string;
  readonly query: JsonObject;
  readonly fields: readonly string[];
  readonly initial: Json;
} |
/** The value says that it is one, and its name. */
{
  readonly kind: 'entity';
} | {
  readonly kind: 'build_context';
} |
/** Computed, or fetched from a service: null until a tool writes it. */
{
  readonly kind: 'tools';
};
/** What sets a variable without a tool writing it (workflow-documents 7.5). */
type ContextTrigger = TextTrigger | ResponseTrigger;
/** Text that sets a variable to true. `hidden` text is control text: no person is shown it (workflow-documents 7.5, 7.7). */
interface TextTrigger {
  readonly kind: 'agent_text' | 'user_text';
  readonly agent: string | null;
  readonly equals: string | null;
  readonly contains: string | null;
  readonly regex: string | null;
  readonly hidden: boolean;
}
/** A person's answer to a UI_Tool that sets a variable to what stands in it under `responseKey`; null: to all of it (workflow-documents 7.5). */
interface ResponseTrigger {
  readonly kind: 'ui_response';
  /** The function of the tool. */
  readonly tool: string;
  readonly responseKey: string | null;
}
/** One entry of tools.yaml for one agent. The name a model sees is the function's. */
interface ToolBinding {
  readonly agent: string;
  /** Position among the agent's auto tools, or among its callable tools. */
  readonly index: number;
  readonly file: string;
  readonly function: string;
  readonly description: string | null;
  readonly type: 'Agent_Tool' | 'UI_Tool' | 'UI_Surface';
  readonly surface: {
    readonly component: string;
    readonly mode: string;
  } | null;
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
type OnToolError = {
  readonly kind: 'continue';
} | {
  readonly kind: 'fail_run';
} | {
  readonly kind: 'route';
  readonly target: string;
};
/** The finite outcomes of a tool, which the graph routes on, and its budget of attempts (workflow-documents 5.1). */
interface ToolOutcome {
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
interface UiContract {
  readonly payload: JsonObject | null;
  /** Without any, the answer is an object without an action. */
  readonly actions: readonly UiAction[];
}
/** One thing that a person can do about a UI_Tool. */
interface UiAction {
  readonly id: string;
  readonly label: string | null;
  readonly description: string | null;
  readonly variant: string | null;
  readonly approved: boolean | null;
  readonly payload: JsonObject | null;
}
/** One agent, with its prompt text, its model and its tools. */
interface Agent$1 {
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
interface TransitionRule {
  readonly source: string;
  readonly target: string;
  readonly when: {
    readonly kind: 'after_turn';
  } | {
    readonly kind: 'context_equals';
    readonly key: string;
    readonly value: Json;
  } |
  /** `expression` is its text, checked at load. */
  {
    readonly kind: 'context_expression';
    readonly expression: string;
  } | {
    readonly kind: 'tool_called';
    readonly tool: string;
  };
  /** Only with target `terminate`. */
  readonly terminationReason: 'workflow_complete' | 'workflow_failed' | null;
}
/** The immutable, checked form of one folder of documents. */
interface Workflow {
  readonly name: string;
  /** Lower-case hex SHA-256 of the parsed documents; the same whatever the order of keys. */
  readonly digest: string;
  readonly startupMode: 'AgentDriven' | 'UserDriven' | 'BackendOnly';
  readonly maxTurns: number;
  readonly humanInTheLoop: boolean;
  readonly initialMessage: string | null;
  readonly initialAgent: string;
  readonly agents: ReadonlyMap<string, Agent$1>;
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
type WorkflowResult = {
  readonly kind: 'loaded';
  readonly workflow: Workflow;
  readonly warnings: readonly DocumentProblem[];
} | {
  readonly kind: 'refused';
  readonly problems: readonly DocumentProblem[];
};
/** A tool call as the model asked for it; `arguments` is its JSON text, unchecked. */
interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}
/** One message of the conversation as an agent's model sees it. */
type ModelMessage = {
  readonly role: 'system';
  readonly content: string;
} | {
  readonly role: 'user';
  readonly content: string;
} | {
  readonly role: 'assistant';
  readonly content: string;
  readonly toolCalls?: readonly ModelToolCall[];
  /** The `metadata` of the reply that this message was. */
  readonly metadata?: JsonObject;
} | {
  readonly role: 'tool';
  readonly callId: string;
  readonly content: string;
};
/** A tool as the model is told about it. */
interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}
/** What one model call costs, in tokens, as the provider counts them. */
interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}
/** Whether a model may call tools. */
type ToolChoice = 'auto' | 'none' | 'required' | {
  readonly tool: string;
};
/** One piece of a reply that is more than text. `data` is base64. */
type ContentPart = {
  readonly type: 'text' | 'thinking';
  readonly text: string;
} | {
  readonly type: 'image' | 'file';
  readonly mediaType: string;
  readonly data?: string;
  readonly url?: string;
};
/** One model call of a turn. */
interface AgentRequest {
  readonly agent: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** The declared model of the reply: its name and the schema to send to the provider. */
  readonly output?: {
    readonly name: string;
    readonly schema: JsonObject;
    readonly strict: boolean;
  };
  /** Whether tools may, must not or must be called, or which one must. A runner that cannot say so leaves it out. Default: the provider's. */
  readonly toolChoice?: ToolChoice;
  /** 0 to 2; default: the provider's, as for the next. */
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly signal: AbortSignal;
  /** Called with each piece of text as it streams. */
  readonly onText?: (piece: string) => void;
}
/** A reply as it came. `text` may be empty when tools are called. */
interface AgentReply {
  readonly kind: 'replied';
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly model: string;
  /**
   * Why the model stopped: `stop` or `tool_calls` when it was done, else `length`, `content_filter`, `error` or the provider's own word. Only a reply
   * that is done counts: of any other, however complete it looks, nothing is taken and no tool runs (case S17).
   */
  readonly finishReason: string;
  readonly usage: ModelUsage | null;
  /** What else the provider counted, in its own words, such as costs. */
  readonly usageDetails?: JsonObject;
  /** What the provider must be given back with this message in later calls, such as the id of a response or signed reasoning. */
  readonly metadata?: JsonObject;
  /** All pieces in their order, where the reply is more than its text; `text` is then its text pieces put together. */
  readonly parts?: readonly ContentPart[];
}
/** Why no reply came. `message` is a fixed sentence for people; `cause` stays in logs. */
interface AgentFailure {
  readonly kind: 'failed';
  readonly code: 'model_unreachable' | 'model_timeout' | 'model_refused' | 'model_rate_limited' | 'model_incomplete' | 'model_garbage';
  readonly message: string;
  readonly retryable: boolean;
  readonly cause?: unknown;
}
/** One model turn. Never rejects, except with the signal's reason when that fires. */
interface AgentRunner {
  /** Whose rules the schemas of its provider follow; default `json_schema`, which promises nothing. */
  readonly schemaDialect?: SchemaDialect;
  run(request: AgentRequest): Promise<AgentReply | AgentFailure>;
}
/** A value a tool gives back: any JSON, or nothing. */
type ToolValue = Json | undefined;
declare const brand: unique symbol;
type Brand<Name extends string> = string & {
  readonly [brand]: Name;
};
/** Id of an AG2 channel: 32 lower-case hex digits, ordered by the time it was made. */
type ChannelId = Brand<'ChannelId'>;
/** Id of an envelope, minted in increasing order by the hub that commits it (ag2-network 2). */
type EnvelopeId = Brand<'EnvelopeId'>;
/** Id of a participant of a channel: an agent or a person. */
type AgentId = Brand<'AgentId'>;
/** Id of one activation of a workflow: from a start, an answer or a resume to a pause or an end. */
type RunId = Brand<'RunId'>;
/** Identity of a turn inside its channel: the triggering envelope and the agent. A resumed turn keeps it. */
type TurnId = Brand<'TurnId'>;
/** Identity of one tool call: channel, turn, agent and position. Handed to the tool as `ctx.idempotencyKey`. */
type CallKey = Brand<'CallKey'>;
/** Id of one immutable artifact version. */
type VersionId = Brand<'VersionId'>;
/** Id of a sandbox: lower-case letters and digits, usable as a host name label. */
type SandboxId = Brand<'SandboxId'>;
/** Brands text that a hub or a journal gave as a channel id. */
declare const channelId: (text: string) => ChannelId;
/** Brands text that a hub or a journal gave as an envelope id. */
declare const envelopeId: (text: string) => EnvelopeId;
/** Brands text that a hub or a journal gave as an agent id. */
declare const agentId: (text: string) => AgentId;
/** Brands text that a journal or an id source gave as a run id. */
declare const runId: (text: string) => RunId;
/** Brands text that a journal gave as a turn id. */
declare const turnId: (text: string) => TurnId;
/** Brands text that a journal gave as a call key. */
declare const callKey: (text: string) => CallKey;
/** Brands text that an artifact store gave as a version id. */
declare const versionId: (text: string) => VersionId;
/** Brands text that a sandbox provider gave as a sandbox id. */
declare const sandboxId: (text: string) => SandboxId;
/** The turn that `agent` owes to the envelope `trigger`. */
declare const turnOf: (trigger: EnvelopeId, agent: string) => TurnId;
/** Stops a subscription; safe to call twice. */
interface Subscription {
  close(): void;
}
/** Options that every asynchronous call of a port takes. */
interface CallOptions {
  readonly signal?: AbortSignal;
}
/**
 * A virtual tree of UTF-8 text files (ag2-network 9). Paths are absolute, `/` separated; folders exist because files do.
 * Every method rejects with `store_closed` after `close`, `path_invalid` for an empty path, a `.` or `..` segment, a control character or
 * half a surrogate pair, `content_invalid` for a content that is no text, and `store_unavailable` when the backend fails. A path is normalised first: a leading `/` added, `//` collapsed, a trailing `/` removed.
 */
interface KnowledgeStore {
  /** The file's text, or null for a missing file or a folder. */
  read(path: string, options?: CallOptions): Promise<string | null>;
  /** Replaces the file. */
  write(path: string, content: string, options?: CallOptions): Promise<void>;
  /** Sorted names of the direct children, folders with a trailing `/`; a missing folder has none. */
  list(path?: string, options?: CallOptions): Promise<readonly string[]>;
  /** Deletes the file and everything beneath the path; a missing one is no error, `/` deletes all. */
  delete(path: string, options?: CallOptions): Promise<void>;
  /** True for a file and for a folder. */
  exists(path: string, options?: CallOptions): Promise<boolean>;
  /** Appends and returns the byte offset at which the content starts; atomic among all appends, also those of other processes. */
  append(path: string, content: string, options?: CallOptions): Promise<number>;
  /** The text of the bytes [start, end); a missing file or an empty range gives ''. A cut inside a character rejects with `path_invalid`. */
  readRange(path: string, start: number, end?: number, options?: CallOptions): Promise<string>;
  /** Calls back with the changed path for every change at or beneath `path`, also by other processes; several changes may coalesce. */
  onChange(path: string, listener: (path: string) => void): Subscription;
  close(): Promise<void>;
}
/** Size in bytes and an opaque version that changes with every write of the file. */
interface FileStat {
  readonly size: number;
  readonly version: string;
}
/** One write of a commit. */
type StoreOperation = {
  readonly kind: 'write';
  readonly path: string;
  readonly content: string;
} | {
  readonly kind: 'append';
  readonly path: string;
  readonly content: string;
} | {
  readonly kind: 'delete';
  readonly path: string;
};
/**
 * What must still hold at the moment of a commit; `size` -1 means that the file must not exist. A fence holds as long as its epoch is the one
 * granted last and was not released: a lease that ran out still fences until another owner takes it.
 */
interface CommitConditions {
  readonly fence?: {
    readonly lease: string;
    readonly epoch: number;
  };
  readonly expect?: readonly {
    readonly path: string;
    readonly size?: number;
    readonly version?: string;
  }[];
}
/** A refused commit changed nothing. */
type CommitResult = {
  readonly kind: 'committed';
} | {
  readonly kind: 'stale_epoch';
  readonly currentEpoch: number;
} | {
  readonly kind: 'conflict';
  readonly path: string;
};
/** A granted lease: `epoch` grows with each take-over and never repeats; times are the store's. */
type LeaseResult = {
  readonly kind: 'acquired';
  readonly epoch: number;
  readonly ttlMs: number;
} | {
  readonly kind: 'held';
  readonly owner: string;
  readonly remainingMs: number;
};
/** Leases on the store's own clock. A lease is named like a file and its name is normalised like a path; it is no file, and deletes leave it. */
interface LeaseOperations {
  /** Takes a free or expired lease, with a new epoch; the same owner that still holds it gets a new epoch too. */
  acquire(lease: string, request: {
    readonly owner: string;
    readonly ttlMs: number;
  }, options?: CallOptions): Promise<LeaseResult>;
  /** Extends a lease that is still held under this epoch; false when it was lost. An expired one nobody took may be renewed. */
  renew(lease: string, request: {
    readonly epoch: number;
    readonly ttlMs: number;
  }, options?: CallOptions): Promise<boolean>;
  /** Frees the lease if it is held under this epoch; its epoch is never granted again. */
  release(lease: string, request: {
    readonly epoch: number;
  }, options?: CallOptions): Promise<void>;
  /** Who holds it now, or null; observation only. */
  holder(lease: string, options?: CallOptions): Promise<{
    readonly owner: string;
    readonly epoch: number;
    readonly remainingMs: number;
  } | null>;
}
/**
 * A part of a store that no path, id or pattern of another part reaches: one conversation, or what outlives the conversations of an app.
 * Names are any well-formed texts of 1 to 128 characters.
 */
type StoreNamespace = {
  readonly tenant: string;
  readonly chat: string;
} | {
  readonly tenant: string;
  readonly app: string;
};
/** A KnowledgeStore that can hold a journal: atomic conditional commits and leases. Behaviour is defined by its contract suite. */
interface JournalStore extends KnowledgeStore {
  /** Whether fences hold between processes. */
  readonly capabilities: {
    readonly fenced: boolean;
  };
  /** Null for a missing file or a folder. */
  stat(path: string, options?: CallOptions): Promise<FileStat | null>;
  /** All operations in order, or none. The fence and the expectations are checked in the same atomic step. Costs O(bytes given). */
  commit(operations: readonly StoreOperation[], conditions?: CommitConditions, options?: CallOptions): Promise<CommitResult>;
  readonly lease: LeaseOperations;
  /**
   * The namespace as a store of its own, where the backend keeps namespaces apart itself (another hash slot, sequence or folder); closing it
   * closes the view. A store without this keeps them as folders: `namespaceStore` of the root entry knows both.
   */
  namespace?(namespace: StoreNamespace): JournalStore;
  /** The namespaces of a tenant, or of all of them, that hold a file, in no order; there exactly where `namespace` is. Costs what it returns. */
  namespaces?(tenant?: string, options?: CallOptions): Promise<readonly StoreNamespace[]>;
}
/** Namespace of an app: its artifacts outlive the conversation that made them. */
interface AppScope {
  readonly tenant: string;
  readonly app: string;
}
/** One file of an artifact as listed; `digest` is the lower-case hex SHA-256 of its UTF-8 text. */
interface ArtifactFile {
  readonly path: string;
  readonly digest: string;
  readonly bytes: number;
}
/** One immutable, content-addressed state of an artifact family. `number` counts from 1 within the family. */
interface ArtifactVersion {
  readonly id: VersionId;
  readonly family: string;
  readonly number: number;
  readonly digest: string;
  readonly files: readonly ArtifactFile[];
  /** Key of the call that made it: saving again under the same key gives this version back. */
  readonly key: string;
  readonly createdAt: string;
}
/** What a sandbox said of a version. */
interface SandboxOutcome {
  readonly key: string;
  readonly version: VersionId;
  readonly sandbox: string;
  readonly strategy: string;
  readonly status: 'passed' | 'failed';
  readonly details: JsonObject;
}
/** Versions of generated work, durable before anything refers to them. */
interface ArtifactStore {
  /** Saves a version once per key. Rejects with `artifact_conflict` when the key was used with other content. */
  save(scope: AppScope, request: {
    readonly family: string;
    readonly key: string;
    readonly files: readonly {
      readonly path: string;
      readonly content: string;
    }[];
  }, options?: CallOptions): Promise<ArtifactVersion>;
  /** All versions, oldest first. */
  list(scope: AppScope, options?: CallOptions): Promise<readonly ArtifactVersion[]>;
  /** The files of a version with their text; rejects with `artifact_unknown`. */
  read(scope: AppScope, id: VersionId, options?: CallOptions): Promise<readonly {
    readonly path: string;
    readonly content: string;
  }[]>;
  /** Records what a sandbox said of a version, once per key. */
  recordOutcome(scope: AppScope, outcome: SandboxOutcome, options?: CallOptions): Promise<void>;
  /** All outcomes, oldest first. */
  outcomes(scope: AppScope, options?: CallOptions): Promise<readonly SandboxOutcome[]>;
}
/** Time, injected: nothing in core reads a clock of its own. */
interface Clock {
  /** Whole milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds on a clock that never goes back; only differences mean something. */
  monotonic(): number;
  /** Calls back once after `delayMs`; returns the way to cancel it. Whoever stops waiting cancels it. */
  timer(delayMs: number, callback: () => void): () => void;
}
/** Randomness, injected. */
interface Ids {
  /** `bytes` random bytes as lower-case hex, two digits a byte. */
  randomHex(bytes: number): string;
}
/** A rejection with `AbortSignal.reason` when the signal fires first; resolves after `delayMs` else. */
declare function delay(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void>;
/** The result of work that may not listen to the signal: a rejection with `AbortSignal.reason` when it fires first; what the work comes to later is dropped. */
declare function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value>;
/**
 * When a transition applies (ag2-network 7.1). AG2's own conditions look at one thing; those named `speaker_…` are ours and tie it to the turn of their
 * source agent, as workflow documents do (workflow-documents 8.2).
 */
type GraphCondition = {
  readonly name: 'always';
  readonly args: Readonly<Record<string, never>>;
} | {
  readonly name: 'from_speaker';
  readonly args: {
    readonly agent_id: AgentId;
  };
} | {
  readonly name: 'tool_called';
  readonly args: {
    readonly tool_name: string;
  };
} | {
  readonly name: 'context_equals';
  readonly args: {
    readonly key: string;
    readonly value: Json;
  };
} | {
  readonly name: 'speaker_context_equals';
  readonly args: {
    readonly agent_id: AgentId;
    readonly key: string;
    readonly value: Json;
  };
} | {
  readonly name: 'speaker_context_expression';
  readonly args: ExpressionArguments;
} | {
  readonly name: 'speaker_tool_called';
  readonly args: {
    readonly agent_id: AgentId;
    readonly tool_name: string;
  };
};
/** Arguments of a condition with an expression. */
interface ExpressionArguments {
  readonly agent_id: AgentId;
  /** Its text, as the document has it. */
  readonly expression: string;
}
/** Who speaks next; `terminate` closes the channel with its reason. */
type GraphTarget = {
  readonly name: 'agent';
  readonly args: {
    readonly agent_id: AgentId;
  };
} | {
  readonly name: 'round_robin' | 'stay' | 'revert_to_initiator';
  readonly args: Readonly<Record<string, never>>;
} | {
  readonly name: 'terminate';
  readonly args: {
    readonly reason: string;
  };
};
/** One rule; a lower priority number is looked at first. */
interface GraphTransition {
  readonly when: GraphCondition;
  readonly then: GraphTarget;
  readonly priority: number;
}
/** AG2's transition graph as it stands in a channel's knobs. Without a default target nobody next is `after_work`. */
interface TransitionGraph {
  readonly initial_speaker: AgentId;
  readonly transitions: readonly GraphTransition[];
  readonly default_target: GraphTarget | null;
  readonly max_turns: number | null;
}
/** What a rule may look at: who just spoke, which tool its packet names (`routingTool`), and the context after that turn's updates. */
interface GraphFacts {
  readonly speaker: AgentId;
  readonly tool: string | null;
  readonly contextVariables: JsonObject;
}
/** Who takes part in a channel, in its order, and who created it. */
interface GraphParticipants {
  readonly order: readonly string[];
  readonly creator: string | null;
}
/** A target with a name put to it: who speaks next, or why nobody does. */
type NextSpeaker = {
  readonly kind: 'speaks';
  readonly agent: AgentId;
} | {
  readonly kind: 'ends';
  readonly reason: string;
};
/**
 * A stored graph, or null when it has conditions or targets that this fold does not know. As in AG2, unknown keys are ignored, and transitions and
 * arguments that are null or not there are none.
 */
declare function readGraph(stored: Json): TransitionGraph | null;
/** The target of the first rule that applies: by priority, then in order; the default target when none does. */
declare function selectTarget(graph: TransitionGraph, facts: GraphFacts): GraphTarget;
/** Puts a name to a target, once `speaker` has spoken (ag2-network 7.1). */
declare function resolveTarget(chosen: GraphTarget, speaker: AgentId, participants: GraphParticipants): NextSpeaker;
/** AG2's record of one thing said or done in a channel; keys as they stand in the log (ag2-network 5.1). */
interface Envelope {
  readonly channel_id: ChannelId;
  readonly sender_id: AgentId;
  /** Null: everyone in the channel. A list: exactly these. Our facts have `[]`. */
  readonly audience: readonly AgentId[] | null;
  readonly event_type: string;
  readonly event_data: JsonObject;
  readonly envelope_id: EnvelopeId;
  readonly task_id: string | null;
  /** The envelope this answers, or a key of its own for a fact. */
  readonly causation_id: string | null;
  readonly trace_id: string | null;
  readonly priority: 'background' | 'normal' | 'urgent';
  readonly depth: number;
  readonly idempotency_key: string | null;
  /** ISO time with `+00:00`, never `Z`. */
  readonly created_at: string;
  readonly ttl_seconds: number | null;
}
/** What a sender gives; the hub adds ids and time. */
interface EnvelopeDraft {
  readonly sender: AgentId;
  readonly type: string;
  readonly data: JsonObject;
  readonly audience: readonly AgentId[] | null;
  readonly causation: string | null;
}
/** AG2's own event types that the workflow fold knows (ag2-network 5.2). */
declare const events: {
  readonly text: 'ag2.msg.text';
  readonly packet: 'ag2.packet';
  readonly contextSet: 'ag2.context.set';
  readonly channelInvite: 'ag2.channel.invite';
  readonly channelInviteAck: 'ag2.channel.invite.ack';
  readonly channelOpened: 'ag2.channel.opened';
  readonly channelClosed: 'ag2.channel.closed';
  readonly channelExpired: 'ag2.channel.expired';
};
/** Changes to context variables: deletes first, then sets. */
interface ContextUpdates {
  readonly set: JsonObject;
  readonly delete: readonly string[];
}
/** An agent's reply with its routing and context updates (ag2-network 5.3). */
interface Packet {
  readonly routing: {
    readonly kind: 'text' | 'handoff' | 'finish';
    readonly target?: string;
    readonly reason?: string;
    readonly tool?: string;
  };
  readonly context_updates: ContextUpdates;
  readonly body: string;
}
/** Builds an envelope from a draft; the hub gives ids and time. */
declare function envelopeOf(draft: EnvelopeDraft, stamp: {
  channel: ChannelId;
  id: EnvelopeId;
  at: string;
}): Envelope;
/**
 * One line of a journal, as AG2 writes it: sorted keys, `", "` and `": "`, ASCII only. Escaping everything beyond ASCII also
 * covers U+0085, U+2028 and U+2029, at which Python would split the line (ag2-network 4.3).
 */
declare function journalLine(envelope: Envelope): string;
/** JSON text in Python's default style with sorted keys: what AG2 compares byte for byte. Undefined members are left out. */
declare function pythonJson(value: Json | Readonly<Record<string, unknown>>): string;
/** Every code an IntarsiaError can carry, with what it means. */
declare const errorCodes: {
  readonly workflow_invalid: 'The workflow folder has problems; they are listed.';
  readonly workflow_unknown: 'No workflow of that name is loaded.';
  readonly workflow_changed: 'The stored conversation names an agent or a tool that the loaded workflow no longer has.';
  readonly not_supported_yet: 'The workflow asks for something that does not work yet and would change what happens.';
  readonly output_not_strict: 'A model that an agent must answer with cannot be promised by its provider.';
  readonly contract_mismatch: 'A contract reference does not fit the loaded models.';
  readonly model_invalid: 'A schema in code cannot be closed, or its own validation cannot be used.';
  readonly output_rejected: 'A reply is not exactly what was declared.';
  readonly stale_epoch: 'Another owner took over; this one may not write any more.';
  readonly conflict: 'The stored state is not the one this write was decided on.';
  readonly store_unavailable: 'The store did not answer, or answered with an error.';
  readonly store_read_only: 'The store cannot be written.';
  readonly store_corrupt: 'The store holds something that cannot be read back.';
  readonly store_closed: 'The store was closed.';
  readonly store_denied: 'The store refused the credentials.';
  readonly store_version: 'The store was written in a form that this version does not know.';
  readonly path_invalid: 'A path has an empty segment, "." or "..", or a character that no store accepts.';
  readonly content_invalid: 'The content of a file is no text.';
  readonly journal_invalid: 'An envelope cannot be folded, so it was not appended.';
  readonly journal_version: 'The journal holds a record of a form that this version does not know.';
  readonly conversation_unknown: 'No such conversation.';
  readonly conversation_exists: 'The conversation was already started.';
  readonly conversation_busy: 'Another owner runs this conversation now.';
  readonly conversation_closed: 'The conversation has ended and takes no more messages.';
  readonly name_taken: 'Two participants of one conversation have the same name.';
  readonly not_paused: 'The conversation does not wait for an answer.';
  readonly answer_required: 'The conversation waits for a person; send an answer.';
  readonly ui_answer_required: 'A tool waits for a person; answer what it asks.';
  readonly ui_answer_invalid: 'The answer is not what the tool asked for.';
  readonly approval_required: 'A tool call waits for a person; allow or deny it.';
  readonly call_uncertain: 'A tool call may or may not have had its effect; it must be resolved first.';
  readonly call_unknown: 'No such tool call waits to be resolved.';
  readonly replay_blocked: 'An agent declared `pending_turn_replay: block` has an unfinished turn.';
  readonly idle_timeout: 'Nothing was committed within the idle budget.';
  readonly cancelled: 'The run was cancelled.';
  readonly interrupted: 'The owner of the run stopped before it ended.';
  readonly workflow_failed: 'The workflow ended itself as failed.';
  readonly no_transition_matched: 'No transition rule fits, so nobody is next.';
  readonly max_turns: 'The workflow used up its turns.';
  readonly max_tool_rounds: 'The agent asked for tools more often than one turn allows.';
  readonly model_unreachable: 'The model endpoint could not be reached.';
  readonly model_timeout: 'The model endpoint took too long.';
  readonly model_refused: 'The model endpoint refused the request.';
  readonly model_rate_limited: 'The model endpoint asks to slow down.';
  readonly model_incomplete: 'The model stopped before its reply was done.';
  readonly model_garbage: 'The model endpoint answered something that is not a reply.';
  readonly tool_not_found: 'The tool file or its function is missing.';
  readonly tool_invalid: 'The tool file does not export what its document says.';
  readonly tool_execution_failed: 'The tool failed.';
  readonly tool_arguments_invalid: 'The arguments are not what the tool declares.';
  readonly approval_denied: 'A person denied the call.';
  readonly tool_arguments_changed: 'A call was claimed with other arguments than it has now.';
  readonly tool_timeout: 'The tool took longer than it may.';
  readonly tool_result_invalid: 'The tool returned something that is not JSON, or too much of it.';
  readonly tool_failed: 'A tool that must not fail failed.';
  readonly attempts_exhausted: 'The tool used up its attempts.';
  readonly retry_not_permitted: 'The tool may not run again after its last outcome.';
  readonly invalid_attempt_state: 'The variable that counts the attempts of a tool holds no count.';
  readonly invalid_tool_outcome: 'The tool returned none of its declared outcomes.';
  readonly tool_execution_interrupted: 'The tool was interrupted before it said its outcome.';
  readonly missing_current_result: 'An agent with an outcome has no result of this turn.';
  readonly requires_declared_graph: 'An agent with an outcome may not choose the next speaker itself.';
  readonly context_write_refused: 'The writer may not write this context variable.';
  readonly context_source_failed: 'A source of context variables could not be read.';
  readonly stale_build_context: 'The build context is not the one that the conversation was started with.';
  readonly config_invalid: 'A configuration value that the workflow needs is missing or not of its type.';
  readonly sandbox_refused: 'This sandbox gives no isolation and was not allowed.';
  readonly sandbox_unavailable: 'The sandbox provider does not answer.';
  readonly sandbox_gone: 'The sandbox ended or its deadline passed.';
  readonly sandbox_limit: 'A file, path or output exceeds what the sandbox accepts.';
  readonly sandbox_command_failed: 'The program could not be started in the sandbox.';
  readonly artifact_unknown: 'No such artifact version.';
  readonly artifact_conflict: 'The key was used before with other content.';
  readonly wiring_invalid: 'A port is missing, bound twice, or bound with a lifetime that cannot work.';
  readonly client_missing: 'An optional package that this needs is not installed.';
  readonly port_in_use: 'The TCP port is taken.';
  readonly bad_request: 'The request is not what the endpoint accepts.';
  readonly file_unwritable: 'A file that should be written cannot be, or is somebody else’s.';
  readonly forbidden: 'The request comes from a page that may not ask this.';
  readonly internal: 'Something failed that should not; the log has the cause.';
};
/** One of the listed codes. */
type ErrorCode = keyof typeof errorCodes;
/** What an IntarsiaError may carry beside its code and message. */
interface IntarsiaErrorOptions {
  /** True when the same call may succeed later, unchanged. Default false. */
  readonly retryable?: boolean;
  /** JSON facts for a reader; never secrets, never provider text. */
  readonly details?: JsonObject;
  /** What caused it; stays in logs. */
  readonly cause?: unknown;
}
/** The one error class: `message` says what happened, where, and what to do next. Test with `isIntarsiaError`, not `instanceof`. */
declare class IntarsiaError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly details: JsonObject;
  constructor(code: ErrorCode, message: string, options?: IntarsiaErrorOptions);
}
/** True for an IntarsiaError of any copy of this package, optionally of one code. */
declare function isIntarsiaError(value: unknown, code?: ErrorCode): value is IntarsiaError;
/** The value itself if it is an IntarsiaError, else one with the given code that keeps it as its cause. */
declare function asIntarsiaError(value: unknown, code: ErrorCode, message: string, retryable?: boolean): IntarsiaError;
/**
 * The facts of a conversation (architecture 3): envelope type -> closed, versioned schema of its data. They are posted with audience `[]`,
 * which an AG2 hub stores and folds past.
 */
declare const factSchemas: {
  /** An activation began: by a start, by a person's answer, or by an explicit resume. `seed` tells whose words the first message is. */
  readonly 'intarsia.run.started': z.ZodObject<{
    v: z.ZodLiteral<1>;
    run: z.ZodString;
    workflow: z.ZodString;
    digest: z.ZodString;
    reason: z.ZodEnum<{
      answer: "answer";
      resume: "resume";
      start: "start";
    }>;
    seed: z.ZodEnum<{
      document: "document";
      none: "none";
      person: "person";
    }>;
    epoch: z.ZodInt;
    request: z.ZodNullable<z.ZodString>;
    build_context: z.ZodOptional<z.ZodString>;
  }, z.core.$strict>;
  readonly 'intarsia.run.paused': z.ZodObject<{
    v: z.ZodLiteral<1>;
    run: z.ZodString;
    reason: z.ZodEnum<{
      approval_required: "approval_required";
      effect_uncertain: "effect_uncertain";
      input_required: "input_required";
      ui_required: "ui_required";
    }>;
    calls: z.ZodArray<z.ZodString>;
  }, z.core.$strict>;
  readonly 'intarsia.run.ended': z.ZodObject<{
    v: z.ZodLiteral<1>;
    run: z.ZodString;
    status: z.ZodEnum<{
      cancelled: "cancelled";
      completed: "completed";
      failed: "failed";
    }>;
    code: z.ZodNullable<z.ZodEnum<{
      answer_required: "answer_required";
      approval_denied: "approval_denied";
      approval_required: "approval_required";
      artifact_conflict: "artifact_conflict";
      artifact_unknown: "artifact_unknown";
      attempts_exhausted: "attempts_exhausted";
      bad_request: "bad_request";
      call_uncertain: "call_uncertain";
      call_unknown: "call_unknown";
      cancelled: "cancelled";
      client_missing: "client_missing";
      config_invalid: "config_invalid";
      conflict: "conflict";
      content_invalid: "content_invalid";
      context_source_failed: "context_source_failed";
      context_write_refused: "context_write_refused";
      contract_mismatch: "contract_mismatch";
      conversation_busy: "conversation_busy";
      conversation_closed: "conversation_closed";
      conversation_exists: "conversation_exists";
      conversation_unknown: "conversation_unknown";
      file_unwritable: "file_unwritable";
      forbidden: "forbidden";
      idle_timeout: "idle_timeout";
      internal: "internal";
      interrupted: "interrupted";
      invalid_attempt_state: "invalid_attempt_state";
      invalid_tool_outcome: "invalid_tool_outcome";
      journal_invalid: "journal_invalid";
      journal_version: "journal_version";
      max_tool_rounds: "max_tool_rounds";
      max_turns: "max_turns";
      missing_current_result: "missing_current_result";
      model_garbage: "model_garbage";
      model_incomplete: "model_incomplete";
      model_invalid: "model_invalid";
      model_rate_limited: "model_rate_limited";
      model_refused: "model_refused";
      model_timeout: "model_timeout";
      model_unreachable: "model_unreachable";
      name_taken: "name_taken";
      no_transition_matched: "no_transition_matched";
      not_paused: "not_paused";
      not_supported_yet: "not_supported_yet";
      output_not_strict: "output_not_strict";
      output_rejected: "output_rejected";
      path_invalid: "path_invalid";
      port_in_use: "port_in_use";
      replay_blocked: "replay_blocked";
      requires_declared_graph: "requires_declared_graph";
      retry_not_permitted: "retry_not_permitted";
      sandbox_command_failed: "sandbox_command_failed";
      sandbox_gone: "sandbox_gone";
      sandbox_limit: "sandbox_limit";
      sandbox_refused: "sandbox_refused";
      sandbox_unavailable: "sandbox_unavailable";
      stale_build_context: "stale_build_context";
      stale_epoch: "stale_epoch";
      store_closed: "store_closed";
      store_corrupt: "store_corrupt";
      store_denied: "store_denied";
      store_read_only: "store_read_only";
      store_unavailable: "store_unavailable";
      store_version: "store_version";
      tool_arguments_changed: "tool_arguments_changed";
      tool_arguments_invalid: "tool_arguments_invalid";
      tool_execution_failed: "tool_execution_failed";
      tool_execution_interrupted: "tool_execution_interrupted";
      tool_failed: "tool_failed";
      tool_invalid: "tool_invalid";
      tool_not_found: "tool_not_found";
      tool_result_invalid: "tool_result_invalid";
      tool_timeout: "tool_timeout";
      ui_answer_invalid: "ui_answer_invalid";
      ui_answer_required: "ui_answer_required";
      wiring_invalid: "wiring_invalid";
      workflow_changed: "workflow_changed";
      workflow_failed: "workflow_failed";
      workflow_invalid: "workflow_invalid";
      workflow_unknown: "workflow_unknown";
    }>>;
    message: z.ZodString;
    worded: z.ZodOptional<z.ZodLiteral<true>>;
    resumable: z.ZodBoolean;
  }, z.core.$strict>;
  /** A reply as the model gave it. `ordinal` counts the replies of the turn and never restarts. */
  readonly 'intarsia.model.replied': z.ZodObject<{
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    ordinal: z.ZodInt;
    text: z.ZodString;
    tool_calls: z.ZodArray<z.ZodObject<{
      id: z.ZodString;
      name: z.ZodString;
      arguments: z.ZodString;
    }, z.core.$strict>>;
    model: z.ZodString;
    finish_reason: z.ZodString;
    usage: z.ZodNullable<z.ZodObject<{
      inputTokens: z.ZodInt;
      outputTokens: z.ZodInt;
    }, z.core.$strict>>;
    visibility: z.ZodEnum<{
      hidden: "hidden";
      shown: "shown";
    }>;
    hidden_because: z.ZodOptional<z.ZodEnum<{
      malformed_structured_output: "malformed_structured_output";
      structured_output_artifact: "structured_output_artifact";
      ui_hidden_agent_text: "ui_hidden_agent_text";
    }>>;
  }, z.core.$strict>;
  /** A reply passed its contract: written once a turn, and never for a reply that did not (workflow-documents 3). */
  readonly 'intarsia.output.accepted': z.ZodObject<{
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    ordinal: z.ZodInt;
    model: z.ZodString;
    data: z.ZodCustom<JsonObject, JsonObject>;
    repair: z.ZodNullable<z.ZodEnum<{
      fence: "fence";
    }>>;
    auto_tool_call: z.ZodBoolean;
  }, z.core.$strict>;
  readonly 'intarsia.output.rejected': z.ZodObject<{
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    ordinal: z.ZodInt;
    model: z.ZodString;
    problems: z.ZodArray<z.ZodObject<{
      path: z.ZodString;
      code: z.ZodString;
      message: z.ZodString;
    }, z.core.$strict>>;
    total: z.ZodInt;
  }, z.core.$strict>;
  /** Written before the call starts. `position` is `auto:<binding>` or `model:<ordinal>:<call>`. */
  readonly 'intarsia.tool.claimed': z.ZodObject<{
    key: z.ZodString;
    position: z.ZodString;
    call_id: z.ZodNullable<z.ZodString>;
    tool: z.ZodString;
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    effect: z.ZodEnum<{
      keyed: "keyed";
      none: "none";
      unsafe: "unsafe";
    }>;
    attempt: z.ZodInt;
    arguments_digest: z.ZodString;
    epoch: z.ZodInt;
    surface: z.ZodNullable<z.ZodObject<{
      component: z.ZodString;
      mode: z.ZodString;
    }, z.core.$strict>>;
    self_emits_ui: z.ZodOptional<z.ZodLiteral<true>>;
    registered: z.ZodOptional<z.ZodLiteral<true>>;
    outcome: z.ZodOptional<z.ZodObject<{
      contextKey: z.ZodString;
      attemptsKey: z.ZodString;
      resultField: z.ZodString;
      values: z.ZodArray<z.ZodString>;
      errorValue: z.ZodString;
      maxAttempts: z.ZodInt;
      retryOn: z.ZodArray<z.ZodString>;
    }, z.core.$strict>>;
  }, z.core.$strict>;
  /** Written after it ended. `delta` is what the tool wrote to the context. */
  readonly 'intarsia.tool.settled': z.ZodObject<{
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    key: z.ZodString;
    attempt: z.ZodInt;
    status: z.ZodEnum<{
      error: "error";
      ok: "ok";
    }>;
    result: z.ZodCustom<Json, Json>;
    code: z.ZodNullable<z.ZodEnum<{
      answer_required: "answer_required";
      approval_denied: "approval_denied";
      approval_required: "approval_required";
      artifact_conflict: "artifact_conflict";
      artifact_unknown: "artifact_unknown";
      attempts_exhausted: "attempts_exhausted";
      bad_request: "bad_request";
      call_uncertain: "call_uncertain";
      call_unknown: "call_unknown";
      cancelled: "cancelled";
      client_missing: "client_missing";
      config_invalid: "config_invalid";
      conflict: "conflict";
      content_invalid: "content_invalid";
      context_source_failed: "context_source_failed";
      context_write_refused: "context_write_refused";
      contract_mismatch: "contract_mismatch";
      conversation_busy: "conversation_busy";
      conversation_closed: "conversation_closed";
      conversation_exists: "conversation_exists";
      conversation_unknown: "conversation_unknown";
      file_unwritable: "file_unwritable";
      forbidden: "forbidden";
      idle_timeout: "idle_timeout";
      internal: "internal";
      interrupted: "interrupted";
      invalid_attempt_state: "invalid_attempt_state";
      invalid_tool_outcome: "invalid_tool_outcome";
      journal_invalid: "journal_invalid";
      journal_version: "journal_version";
      max_tool_rounds: "max_tool_rounds";
      max_turns: "max_turns";
      missing_current_result: "missing_current_result";
      model_garbage: "model_garbage";
      model_incomplete: "model_incomplete";
      model_invalid: "model_invalid";
      model_rate_limited: "model_rate_limited";
      model_refused: "model_refused";
      model_timeout: "model_timeout";
      model_unreachable: "model_unreachable";
      name_taken: "name_taken";
      no_transition_matched: "no_transition_matched";
      not_paused: "not_paused";
      not_supported_yet: "not_supported_yet";
      output_not_strict: "output_not_strict";
      output_rejected: "output_rejected";
      path_invalid: "path_invalid";
      port_in_use: "port_in_use";
      replay_blocked: "replay_blocked";
      requires_declared_graph: "requires_declared_graph";
      retry_not_permitted: "retry_not_permitted";
      sandbox_command_failed: "sandbox_command_failed";
      sandbox_gone: "sandbox_gone";
      sandbox_limit: "sandbox_limit";
      sandbox_refused: "sandbox_refused";
      sandbox_unavailable: "sandbox_unavailable";
      stale_build_context: "stale_build_context";
      stale_epoch: "stale_epoch";
      store_closed: "store_closed";
      store_corrupt: "store_corrupt";
      store_denied: "store_denied";
      store_read_only: "store_read_only";
      store_unavailable: "store_unavailable";
      store_version: "store_version";
      tool_arguments_changed: "tool_arguments_changed";
      tool_arguments_invalid: "tool_arguments_invalid";
      tool_execution_failed: "tool_execution_failed";
      tool_execution_interrupted: "tool_execution_interrupted";
      tool_failed: "tool_failed";
      tool_invalid: "tool_invalid";
      tool_not_found: "tool_not_found";
      tool_result_invalid: "tool_result_invalid";
      tool_timeout: "tool_timeout";
      ui_answer_invalid: "ui_answer_invalid";
      ui_answer_required: "ui_answer_required";
      wiring_invalid: "wiring_invalid";
      workflow_changed: "workflow_changed";
      workflow_failed: "workflow_failed";
      workflow_invalid: "workflow_invalid";
      workflow_unknown: "workflow_unknown";
    }>>;
    delta: z.ZodObject<{
      set: z.ZodCustom<JsonObject, JsonObject>;
      delete: z.ZodArray<z.ZodString>;
    }, z.core.$strict>;
    duration_ms: z.ZodNumber;
  }, z.core.$strict>;
  /** Claimed, never started: it may be claimed again. */
  readonly 'intarsia.tool.released': z.ZodObject<{
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    key: z.ZodString;
    attempt: z.ZodInt;
  }, z.core.$strict>;
  /** What a call that was settled without its end (a time limit) came to later: for a reader, never used. */
  readonly 'intarsia.tool.late': z.ZodObject<{
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    key: z.ZodString;
    attempt: z.ZodInt;
    status: z.ZodEnum<{
      error: "error";
      ok: "ok";
    }>;
    result: z.ZodCustom<Json, Json>;
    duration_ms: z.ZodNumber;
  }, z.core.$strict>;
  /** Writes that the rules refused; nothing of them was done. `call` is the tool's; null for words that set variables. */
  readonly 'intarsia.context.refused': z.ZodObject<{
    v: z.ZodLiteral<1>;
    turn: z.ZodNullable<z.ZodString>;
    agent: z.ZodString;
    call: z.ZodNullable<z.ZodString>;
    writes: z.ZodArray<z.ZodObject<{
      key: z.ZodString;
      operation: z.ZodEnum<{
        delete: "delete";
        set: "set";
      }>;
      writer: z.ZodString;
      rule: z.ZodString;
      message: z.ZodString;
    }, z.core.$strict>>;
  }, z.core.$strict>;
  /** A UI_Tool waits for a person (architecture 4.9): it stands where a claim would. Its function runs after the answer. */
  readonly 'intarsia.ui.requested': z.ZodObject<{
    key: z.ZodString;
    position: z.ZodString;
    call_id: z.ZodNullable<z.ZodString>;
    tool: z.ZodString;
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    effect: z.ZodEnum<{
      keyed: "keyed";
      none: "none";
      unsafe: "unsafe";
    }>;
    arguments_digest: z.ZodString;
    surface: z.ZodObject<{
      component: z.ZodString;
      mode: z.ZodString;
    }, z.core.$strict>;
    payload: z.ZodCustom<Json, Json>;
    actions: z.ZodArray<z.ZodObject<{
      id: z.ZodString;
      label: z.ZodNullable<z.ZodString>;
      description: z.ZodNullable<z.ZodString>;
      variant: z.ZodNullable<z.ZodString>;
      approved: z.ZodNullable<z.ZodBoolean>;
      payload: z.ZodNullable<z.ZodCustom<JsonObject, JsonObject>>;
    }, z.core.$strict>>;
  }, z.core.$strict>;
  /** What the person answered. `action` is null where none is declared. */
  readonly 'intarsia.ui.answered': z.ZodObject<{
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    key: z.ZodString;
    action: z.ZodNullable<z.ZodString>;
    response: z.ZodCustom<JsonObject, JsonObject>;
  }, z.core.$strict>;
  /** A call waits for a person's approval (architecture 4.9): it stands where a claim would, or takes the place of one that was not entered. */
  readonly 'intarsia.approval.requested': z.ZodObject<{
    key: z.ZodString;
    position: z.ZodString;
    call_id: z.ZodNullable<z.ZodString>;
    tool: z.ZodString;
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    effect: z.ZodEnum<{
      keyed: "keyed";
      none: "none";
      unsafe: "unsafe";
    }>;
    arguments_digest: z.ZodString;
    arguments: z.ZodCustom<Json, Json>;
    definition: z.ZodString;
    risk: z.ZodEnum<{
      high: "high";
      low: "low";
      medium: "medium";
    }>;
    registered: z.ZodOptional<z.ZodLiteral<true>>;
    outcome: z.ZodOptional<z.ZodObject<{
      contextKey: z.ZodString;
      attemptsKey: z.ZodString;
      resultField: z.ZodString;
      values: z.ZodArray<z.ZodString>;
      errorValue: z.ZodString;
      maxAttempts: z.ZodInt;
      retryOn: z.ZodArray<z.ZodString>;
    }, z.core.$strict>>;
  }, z.core.$strict>;
  /** What the person decided. A denial settles the call. */
  readonly 'intarsia.approval.decided': z.ZodObject<{
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    key: z.ZodString;
    decision: z.ZodEnum<{
      allow: "allow";
      deny: "deny";
    }>;
    reason: z.ZodNullable<z.ZodString>;
    by: z.ZodString;
    result: z.ZodCustom<Json, Json>;
    delta: z.ZodOptional<z.ZodObject<{
      set: z.ZodCustom<JsonObject, JsonObject>;
      delete: z.ZodArray<z.ZodString>;
    }, z.core.$strict>>;
  }, z.core.$strict>;
  /** Claimed by a dead or cancelled owner, effect `unsafe`: nobody knows whether it happened. */
  readonly 'intarsia.effect.uncertain': z.ZodObject<{
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    key: z.ZodString;
    tool: z.ZodString;
    attempt: z.ZodInt;
  }, z.core.$strict>;
  readonly 'intarsia.effect.resolved': z.ZodObject<{
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    key: z.ZodString;
    attempt: z.ZodInt;
    resolution: z.ZodEnum<{
      failed: "failed";
      happened: "happened";
      run_again: "run_again";
    }>;
    result: z.ZodCustom<Json, Json>;
    by: z.ZodString;
    delta: z.ZodOptional<z.ZodObject<{
      set: z.ZodCustom<JsonObject, JsonObject>;
      delete: z.ZodArray<z.ZodString>;
    }, z.core.$strict>>;
    code: z.ZodOptional<z.ZodEnum<{
      answer_required: "answer_required";
      approval_denied: "approval_denied";
      approval_required: "approval_required";
      artifact_conflict: "artifact_conflict";
      artifact_unknown: "artifact_unknown";
      attempts_exhausted: "attempts_exhausted";
      bad_request: "bad_request";
      call_uncertain: "call_uncertain";
      call_unknown: "call_unknown";
      cancelled: "cancelled";
      client_missing: "client_missing";
      config_invalid: "config_invalid";
      conflict: "conflict";
      content_invalid: "content_invalid";
      context_source_failed: "context_source_failed";
      context_write_refused: "context_write_refused";
      contract_mismatch: "contract_mismatch";
      conversation_busy: "conversation_busy";
      conversation_closed: "conversation_closed";
      conversation_exists: "conversation_exists";
      conversation_unknown: "conversation_unknown";
      file_unwritable: "file_unwritable";
      forbidden: "forbidden";
      idle_timeout: "idle_timeout";
      internal: "internal";
      interrupted: "interrupted";
      invalid_attempt_state: "invalid_attempt_state";
      invalid_tool_outcome: "invalid_tool_outcome";
      journal_invalid: "journal_invalid";
      journal_version: "journal_version";
      max_tool_rounds: "max_tool_rounds";
      max_turns: "max_turns";
      missing_current_result: "missing_current_result";
      model_garbage: "model_garbage";
      model_incomplete: "model_incomplete";
      model_invalid: "model_invalid";
      model_rate_limited: "model_rate_limited";
      model_refused: "model_refused";
      model_timeout: "model_timeout";
      model_unreachable: "model_unreachable";
      name_taken: "name_taken";
      no_transition_matched: "no_transition_matched";
      not_paused: "not_paused";
      not_supported_yet: "not_supported_yet";
      output_not_strict: "output_not_strict";
      output_rejected: "output_rejected";
      path_invalid: "path_invalid";
      port_in_use: "port_in_use";
      replay_blocked: "replay_blocked";
      requires_declared_graph: "requires_declared_graph";
      retry_not_permitted: "retry_not_permitted";
      sandbox_command_failed: "sandbox_command_failed";
      sandbox_gone: "sandbox_gone";
      sandbox_limit: "sandbox_limit";
      sandbox_refused: "sandbox_refused";
      sandbox_unavailable: "sandbox_unavailable";
      stale_build_context: "stale_build_context";
      stale_epoch: "stale_epoch";
      store_closed: "store_closed";
      store_corrupt: "store_corrupt";
      store_denied: "store_denied";
      store_read_only: "store_read_only";
      store_unavailable: "store_unavailable";
      store_version: "store_version";
      tool_arguments_changed: "tool_arguments_changed";
      tool_arguments_invalid: "tool_arguments_invalid";
      tool_execution_failed: "tool_execution_failed";
      tool_execution_interrupted: "tool_execution_interrupted";
      tool_failed: "tool_failed";
      tool_invalid: "tool_invalid";
      tool_not_found: "tool_not_found";
      tool_result_invalid: "tool_result_invalid";
      tool_timeout: "tool_timeout";
      ui_answer_invalid: "ui_answer_invalid";
      ui_answer_required: "ui_answer_required";
      wiring_invalid: "wiring_invalid";
      workflow_changed: "workflow_changed";
      workflow_failed: "workflow_failed";
      workflow_invalid: "workflow_invalid";
      workflow_unknown: "workflow_unknown";
    }>>;
  }, z.core.$strict>;
  /** The turn stopped without a packet; what it wrote is kept, the graph did not move. */
  readonly 'intarsia.turn.failed': z.ZodObject<{
    v: z.ZodLiteral<1>;
    turn: z.ZodString;
    agent: z.ZodString;
    code: z.ZodEnum<{
      answer_required: "answer_required";
      approval_denied: "approval_denied";
      approval_required: "approval_required";
      artifact_conflict: "artifact_conflict";
      artifact_unknown: "artifact_unknown";
      attempts_exhausted: "attempts_exhausted";
      bad_request: "bad_request";
      call_uncertain: "call_uncertain";
      call_unknown: "call_unknown";
      cancelled: "cancelled";
      client_missing: "client_missing";
      config_invalid: "config_invalid";
      conflict: "conflict";
      content_invalid: "content_invalid";
      context_source_failed: "context_source_failed";
      context_write_refused: "context_write_refused";
      contract_mismatch: "contract_mismatch";
      conversation_busy: "conversation_busy";
      conversation_closed: "conversation_closed";
      conversation_exists: "conversation_exists";
      conversation_unknown: "conversation_unknown";
      file_unwritable: "file_unwritable";
      forbidden: "forbidden";
      idle_timeout: "idle_timeout";
      internal: "internal";
      interrupted: "interrupted";
      invalid_attempt_state: "invalid_attempt_state";
      invalid_tool_outcome: "invalid_tool_outcome";
      journal_invalid: "journal_invalid";
      journal_version: "journal_version";
      max_tool_rounds: "max_tool_rounds";
      max_turns: "max_turns";
      missing_current_result: "missing_current_result";
      model_garbage: "model_garbage";
      model_incomplete: "model_incomplete";
      model_invalid: "model_invalid";
      model_rate_limited: "model_rate_limited";
      model_refused: "model_refused";
      model_timeout: "model_timeout";
      model_unreachable: "model_unreachable";
      name_taken: "name_taken";
      no_transition_matched: "no_transition_matched";
      not_paused: "not_paused";
      not_supported_yet: "not_supported_yet";
      output_not_strict: "output_not_strict";
      output_rejected: "output_rejected";
      path_invalid: "path_invalid";
      port_in_use: "port_in_use";
      replay_blocked: "replay_blocked";
      requires_declared_graph: "requires_declared_graph";
      retry_not_permitted: "retry_not_permitted";
      sandbox_command_failed: "sandbox_command_failed";
      sandbox_gone: "sandbox_gone";
      sandbox_limit: "sandbox_limit";
      sandbox_refused: "sandbox_refused";
      sandbox_unavailable: "sandbox_unavailable";
      stale_build_context: "stale_build_context";
      stale_epoch: "stale_epoch";
      store_closed: "store_closed";
      store_corrupt: "store_corrupt";
      store_denied: "store_denied";
      store_read_only: "store_read_only";
      store_unavailable: "store_unavailable";
      store_version: "store_version";
      tool_arguments_changed: "tool_arguments_changed";
      tool_arguments_invalid: "tool_arguments_invalid";
      tool_execution_failed: "tool_execution_failed";
      tool_execution_interrupted: "tool_execution_interrupted";
      tool_failed: "tool_failed";
      tool_invalid: "tool_invalid";
      tool_not_found: "tool_not_found";
      tool_result_invalid: "tool_result_invalid";
      tool_timeout: "tool_timeout";
      ui_answer_invalid: "ui_answer_invalid";
      ui_answer_required: "ui_answer_required";
      wiring_invalid: "wiring_invalid";
      workflow_changed: "workflow_changed";
      workflow_failed: "workflow_failed";
      workflow_invalid: "workflow_invalid";
      workflow_unknown: "workflow_unknown";
    }>;
    message: z.ZodString;
    retryable: z.ZodBoolean;
  }, z.core.$strict>;
};
/** Name of a fact. */
type FactType = keyof typeof factSchemas;
/** Data of the fact of that name. */
type FactData<Type extends FactType> = z.output<(typeof factSchemas)[Type]>;
/** A fact: its type and its data, discriminated by `type`. */
type Fact = { [Type in FactType]: {
  readonly type: Type;
  readonly data: FactData<Type>;
}; }[FactType];
/** True for a fact's envelope type. */
declare function isFactType(type: string): type is FactType;
/**
 * The fact that an envelope carries, or null: for what is no fact, and for a fact of a type or version that this code does not know. What stands in a journal
 * was checked when it was appended; it is not checked again.
 */
declare function factOf(envelope: Envelope): Fact | null;
/**
 * A fact as a draft envelope: audience `[]`, and a causation id of its own, because AG2 would take the turn for answered if a fact
 * carried the trigger's (ag2-network 5.7).
 */
declare function factDraft<Type extends FactType>(sender: AgentId, type: Type, data: FactData<Type>): EnvelopeDraft;
/** Checks a fact's data against its closed schema; `journal_invalid` names what is wrong. Unknown `intarsia.*` types are refused. */
declare function checkFact(type: string, data: JsonObject): void;
/** What the fold needs to know of a channel before its first envelope: taken from the channel's metadata. */
interface ChannelFacts {
  readonly graph: TransitionGraph;
  readonly contextVariables: JsonObject;
  /** Agent id -> name, in the order of the channel's participants. */
  readonly names: Readonly<Record<string, string>>;
  /** Who created the channel. Default: its first participant. */
  readonly creator?: AgentId;
}
/** AG2's own state of a workflow channel (ag2-network 7). */
interface ChannelState {
  readonly status: 'active' | 'closed';
  readonly closeReason: string;
  /** Whose turn it is; null before an end. */
  readonly expectedSpeaker: AgentId | null;
  readonly lastSpeaker: AgentId | null;
  /** The last envelope that moved the conversation: the trigger of the expected speaker's turn. */
  readonly trigger: EnvelopeId | null;
  readonly turnCount: number;
  /** Why nobody is expected: the reason that the channel is to be closed with. */
  readonly pendingCloseReason: string;
  readonly contextVariables: JsonObject;
}
/** The latest activation. `running` with a free lease reads as interrupted. */
interface RunRecord {
  readonly id: RunId;
  readonly workflow: string;
  readonly digest: string;
  readonly epoch: number;
  /** Digest of the build context; null when the workflow had none. */
  readonly buildContext: string | null;
  readonly status: 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
  readonly reason: FactData<'intarsia.run.paused'>['reason'] | null;
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly resumable: boolean;
}
/** A recorded reply of the open turn. */
interface RecordedReply {
  readonly ordinal: number;
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly visibility: 'shown' | 'hidden';
}
/** A tool call of the open turn. */
interface CallRecord {
  readonly key: CallKey;
  readonly position: string;
  readonly callId: string | null;
  readonly tool: string;
  readonly effect: 'none' | 'keyed' | 'unsafe';
  readonly attempt: number;
  readonly argumentsDigest: string;
  readonly epoch: number;
  /** `requested`: waits for a person, for an approval or an answer; `answered`: the person allowed or answered it, and it was not started yet. */
  readonly status: 'requested' | 'answered' | 'claimed' | 'settled' | 'released' | 'uncertain' | 'run_again';
  readonly outcome: {
    readonly status: 'ok' | 'error';
    readonly result: Json;
    readonly code: ErrorCode | null;
  } | null;
  readonly delta: ContextUpdates;
  /** True when its writes already stand in the journal as `ag2.context.set`. */
  readonly written: boolean;
  /** The outcomes that its tool declared when it was claimed; null for none. */
  readonly declaredOutcome: ToolOutcome | null;
  /** A person's answer to a UI_Tool. */
  readonly answer: {
    readonly action: string | null;
    readonly response: JsonObject;
  } | null;
  /** What a person was asked to approve, by the digest of the tool's definition, and decided; null for a call that nobody was asked to approve. */
  readonly approval: {
    readonly definition: string;
    readonly decision: 'allow' | 'deny' | null;
  } | null;
  /** Of a tool that a host registered on the running agent. */
  readonly registered?: true;
}
/** The turn that is being worked on. It ends with its agent's packet. */
interface OpenTurn {
  readonly id: TurnId;
  readonly agent: string;
  readonly nextOrdinal: number;
  readonly replies: readonly RecordedReply[];
  readonly accepted: {
    readonly ordinal: number;
    readonly model: string;
    readonly data: JsonObject;
  } | null;
  readonly calls: readonly CallRecord[];
}
/** A message as agents see it. */
interface TranscriptMessage {
  readonly envelope: EnvelopeId;
  readonly sender: string;
  readonly text: string;
}
/** What was said, the latest messages whole, the older ones counted (AG2's windowed view, ag2-network 7.4). */
interface Transcript {
  readonly earlier: {
    readonly count: number;
    readonly senders: readonly string[];
  };
  readonly messages: readonly TranscriptMessage[];
}
/**
 * The form of the fold: a checkpoint of another form is not used, and the journal is folded from its start. It moves with the versions of the facts, too, so
 * that no checkpoint of a newer release hides a fact that this one would refuse.
 */
declare const journalStateVersion = 3;
/** The fold of a conversation's journal. Plain JSON, so that it can be stored as a checkpoint. */
interface JournalState {
  readonly version: typeof journalStateVersion;
  readonly envelopes: number;
  readonly lastEnvelope: EnvelopeId | null;
  readonly channel: ChannelState;
  readonly run: RunRecord | null;
  readonly turn: OpenTurn | null;
  readonly transcript: Transcript;
  /** The latest requests of clients that started an activation, to answer a repeated one with what it did. */
  readonly requests: readonly string[];
}
/** The namespace of one conversation. Both parts are free text of 1 to 128 characters. */
interface ConversationScope {
  readonly tenant: string;
  readonly chat: string;
}
/** A participant to register: `person` is the human of the workflow. */
interface ParticipantSpec {
  readonly name: string;
  readonly kind: 'agent' | 'human';
  readonly description: string;
}
/** What a conversation's channel is opened with. The graph is built once the participants have their ids. */
interface ChannelSpec {
  readonly scope: ConversationScope;
  readonly workflow: string;
  /** The first one creates the channel. */
  readonly participants: readonly ParticipantSpec[];
  readonly graph: (ids: ReadonlyMap<string, AgentId>) => TransitionGraph;
  readonly contextVariables: JsonObject;
  /** Kept with the channel; `app` names the namespace of its artifacts. */
  readonly labels: Readonly<Record<string, string>>;
  /** The first envelopes, committed together with the channel itself: a conversation never exists without its first run. */
  readonly opening: (opened: {
    readonly ids: ReadonlyMap<string, AgentId>;
    readonly epoch: number;
  }) => readonly EnvelopeDraft[];
}
/** Owned for writing. Posting after the lease was lost rejects with `stale_epoch` and `signal` is aborted. */
interface Channel {
  readonly id: ChannelId;
  readonly scope: ConversationScope;
  readonly epoch: number;
  readonly participants: ReadonlyMap<string, AgentId>;
  readonly labels: Readonly<Record<string, string>>;
  /** What its envelopes are folded with. */
  readonly facts: ChannelFacts;
  /** Aborted when the lease is lost. */
  readonly signal: AbortSignal;
  /** The fold at the head of the journal. */
  state(): JournalState;
  /** Appends all drafts in one commit, or none. Each is checked and folded first; `journal_invalid` when one cannot be. */
  post(drafts: readonly EnvelopeDraft[], options?: CallOptions): Promise<readonly Envelope[]>;
  /** What is left of the lease on this process's own monotonic clock, in milliseconds. */
  leaseRemainingMs(): number;
  /** Agents that owe an answer, and to which envelope. */
  pendingTurns(): readonly {
    readonly agent: AgentId;
    readonly trigger: EnvelopeId;
  }[];
  /** Gives the lease back. The journal stays as it is. */
  release(): Promise<void>;
}
/** A conversation as an observer sees it. `owner` is null when nobody holds the lease. */
interface ConversationSnapshot {
  readonly channel: ChannelId;
  readonly state: JournalState;
  readonly participants: ReadonlyMap<string, AgentId>;
  readonly labels: Readonly<Record<string, string>>;
  /** What its envelopes are folded with. */
  readonly facts: ChannelFacts;
  readonly owner: string | null;
}
/** Envelopes in order, and the cursor to read on from. */
interface JournalSlice {
  readonly envelopes: readonly Envelope[];
  readonly next: number;
  /** Lines that could not be read and were left out, as byte offsets. */
  readonly quarantined: readonly number[];
}
/** Taking a conversation: owned, or the reason why not. */
type ChannelResult = {
  readonly kind: 'owned';
  readonly channel: Channel;
} | {
  readonly kind: 'busy';
  readonly owner: string;
  readonly remainingMs: number;
} | {
  readonly kind: 'absent';
} | {
  readonly kind: 'exists';
};
/** The network that agents talk through. */
interface AgentNetwork {
  readonly capabilities: {
    readonly fenced: boolean;
    readonly atomicCommit: boolean;
    readonly expressions: boolean;
  };
  /** Creates the conversation's channel; `exists` when it has one. Rejects with `name_taken` when two participants have one name. */
  open(spec: ChannelSpec, options?: CallOptions): Promise<ChannelResult>;
  /** Takes over an existing conversation; `absent` when it has none. */
  resume(scope: ConversationScope, options?: CallOptions): Promise<ChannelResult>;
  /**
   * Observation: starts nothing, creates nothing. Null when the conversation does not exist. Rejects with `journal_version` when only a newer release can fold
   * its journal; `read` still gives the envelopes.
   */
  inspect(scope: ConversationScope, options?: CallOptions): Promise<ConversationSnapshot | null>;
  /** Envelopes from a cursor on (0: from the first). */
  read(scope: ConversationScope, after: number, options?: CallOptions): Promise<JournalSlice>;
  /** Calls back after each commit, of this process or another; read on from your cursor then. */
  watch(scope: ConversationScope, listener: () => void): Subscription;
  /** Chats of a tenant, oldest first. */
  conversations(tenant: string, options?: CallOptions): Promise<readonly string[]>;
  /** Stops timers and watches; never closes the store. */
  close(): Promise<void>;
}
/** Who a sandbox belongs to. Every sandbox carries it, so an orphan can be attributed. */
interface SandboxOwner {
  readonly tenant: string;
  readonly app: string;
}
/** What to create. `lifetimeMs` becomes a deadline that the provider enforces, also when this process is gone. */
interface SandboxRequest {
  readonly purpose: 'validation' | 'preview';
  readonly owner: SandboxOwner;
  readonly lifetimeMs: number;
  /** Free labels, e.g. the artifact version and the key of the call that asked. */
  readonly labels?: Readonly<Record<string, string>>;
}
/** What is known of a sandbox without touching it. `deadline` is an absolute ISO time. */
interface SandboxInfo {
  readonly id: SandboxId;
  readonly purpose: 'validation' | 'preview';
  readonly owner: SandboxOwner;
  readonly labels: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly deadline: string;
}
/** One file to write; `path` is relative, `/` separated, without `.` or `..` segments. */
interface SandboxFile {
  readonly path: string;
  readonly content: string;
}
/** A command that ran to its end. Output beyond the provider's limit is cut and `truncated` says so. */
interface SandboxCommandResult {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly timedOut: boolean;
}
/** One command: no shell, arguments as given. */
interface SandboxCommand {
  readonly command: readonly [string, ...string[]];
  readonly environment?: Readonly<Record<string, string>>;
  /** Killed after this long, with everything it started. Default 60,000. */
  readonly timeoutMs?: number;
  /** Called with each piece of output as it comes. */
  readonly onOutput?: (piece: {
    readonly stream: 'stdout' | 'stderr';
    readonly text: string;
  }) => void;
}
/** A long-lived server inside the sandbox. It finds its port in the variable `PORT` and listens on loopback. */
interface SandboxService {
  readonly command: readonly [string, ...string[]];
  readonly environment?: Readonly<Record<string, string>>;
  /** The sandbox's answer to "which port": the provider chooses one. */
  readonly port?: number;
}
/** A server that was started in a sandbox. */
interface SandboxServiceState {
  /** The port that `start` gave it. */
  readonly port: number;
  /** Whether the process that was started still lives; what it started in turn does not count. */
  readonly running: boolean;
}
/** A live sandbox. Methods reject with `sandbox_gone` once it ended. */
interface Sandbox {
  readonly info: SandboxInfo;
  /** Writes all files or none. */
  writeFiles(files: readonly SandboxFile[], options?: CallOptions): Promise<void>;
  /** The text of a file, or null. */
  readFile(path: string, options?: CallOptions): Promise<string | null>;
  /** Runs a command to its end. */
  run(command: SandboxCommand, options?: CallOptions): Promise<SandboxCommandResult>;
  /** Starts a long-lived server and returns the port it was given; does not wait until it answers. */
  start(service: SandboxService, options?: CallOptions): Promise<{
    readonly port: number;
  }>;
  /**
   * Every server started in it so far, in the order of their ports: also one that ended, and one that another process started. The
   * provider keeps this itself, apart from the files of the sandbox.
   */
  services(options?: CallOptions): Promise<readonly SandboxServiceState[]>;
  /** The service's log so far, newest last, at most the provider's limit. */
  serviceLog(options?: CallOptions): Promise<string>;
  /** Address for a browser: a host name of its own for each sandbox, `http://<id>.localhost:<port>/`. */
  previewUrl(port: number): string;
  /** Address for this process (no name resolution needed). */
  localUrl(port: number): string;
  /** Moves the deadline to now + `lifetimeMs`; returns the new one. */
  extend(lifetimeMs: number, options?: CallOptions): Promise<string>;
  /** Ends everything in it and deletes its files; true only when its absence is confirmed. */
  terminate(options?: CallOptions): Promise<boolean>;
}
/** A provider of sandboxes. */
interface SandboxPort {
  readonly capabilities: {
    readonly isolation: 'none' | 'container' | 'machine';
    readonly label: string;
  };
  create(request: SandboxRequest, options?: CallOptions): Promise<Sandbox>;
  /** The live sandbox of that id, also one that another process created; null when there is none. */
  connect(id: SandboxId, options?: CallOptions): Promise<Sandbox | null>;
  /** Live sandboxes of that owner, or of all owners. */
  list(owner?: SandboxOwner, options?: CallOptions): Promise<readonly SandboxInfo[]>;
}
/**
 * The context as a tool sees it: one interface for every container (workflow-documents 4.6, 7.2). Values are frozen; a write stores a
 * copy. A write that the policy refuses throws `context_write_refused`.
 */
interface ContextAccess {
  get(key: string): Json | undefined;
  has(key: string): boolean;
  /** Declared keys that have a value; never `structured_output`. */
  keys(): readonly string[];
  set(key: string, value: Json): void;
  delete(key: string): boolean;
  /** A detached copy of everything but `structured_output`. */
  snapshot(): JsonObject;
}
/** What a schema's own validation says of a value. */
type StandardResult<Output> = {
  readonly value: Output;
  readonly issues?: undefined;
} | {
  readonly issues: readonly StandardIssue[];
};
/** One thing that a schema's own validation found. */
interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | {
    readonly key: PropertyKey;
  })[] | undefined;
}
/** A schema of any library that speaks Standard Schema and Standard JSON Schema, such as zod 4; only what is used of it here. */
interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: {
      readonly input: unknown;
      readonly output: Output;
    } | undefined;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema: Readonly<Record<'input' | 'output', (options: ConversionOptions) => Record<string, unknown>>>;
  };
}
interface ConversionOptions {
  readonly target: string;
  readonly libraryOptions?: Record<string, unknown> | undefined;
}
/** What a model or a tool's input may be written in: a schema of a library, or JSON Schema (2020-12, or draft-07 with `definitions`) as plain data. */
type SchemaSource<Output = JsonObject> = StandardSchema<Output> | JsonObject;
/** What a repeated call may do: nothing to undo, the same effect once per key, or unknown. Default `unsafe`. */
type ToolEffect = 'none' | 'keyed' | 'unsafe';
/** Facts of the run that a tool may rely on; never taken from a model's output. */
interface RunFacts {
  readonly tenant: string;
  readonly chat: string;
  readonly app: string;
  readonly workflow: string;
  readonly run: string;
  readonly turn: string;
  readonly agent: string;
}
/** Ports that a host gives its tools. */
interface ToolServices {
  readonly artifacts?: ArtifactStore;
  readonly sandbox?: SandboxPort;
}
/** What every tool gets beside its input. */
interface ToolContext {
  /** The live context with the read-only `structured_output` of an auto tool. */
  readonly contextVariables: ContextAccess;
  /** The same for every attempt of this call, other for every other call: what makes a `keyed` tool's effect happen once. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly run: RunFacts;
  /** What the person answered to a UI_Tool; null for every other tool. `action` is null where none is declared. */
  readonly answer: {
    readonly action: string | null;
    readonly response: JsonObject;
  } | null;
  readonly services: ToolServices;
  /** This call: its id in the transcript, the name it was called by, which try it is (from 1). */
  readonly call: {
    readonly id: string;
    readonly tool: string;
    readonly attempt: number;
  };
  /** What the caller of a verb gave as context; empty inside a run. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Hands an effect to the caller of a verb, who decides what becomes of it. Inside a run nobody takes any, so it throws `not_supported_yet`. */
  emit(effect: Json): void;
}
/**
 * An author's own steps around the schemas of a tool, in this order, without waiting. What a step gives back goes on; a step that gives nothing back leaves the
 * value as it is, and one that throws refuses it: its message is told.
 */
interface ToolHooks<Input = JsonObject> {
  /** Of the arguments as they came: one object, not checked yet. */
  beforeInput?(given: JsonObject): JsonObject | undefined;
  /** Of the checked input, before `run`. */
  afterInput?(input: Input): Input | undefined;
  /** Of what `run` gave back, as JSON, before it is checked. */
  beforeOutput?(result: Json): Json | undefined;
  /** Of the checked result. */
  afterOutput?(result: Json): Json | undefined;
}
/** A tool as its file exports it. `input` is checked, closed, before `run`; without it an auto tool gets the whole validated output. */
interface ToolDefinition<Input = JsonObject> {
  readonly kind: 'intarsia.tool';
  readonly name: string;
  readonly description: string;
  readonly input: SchemaSource<unknown> | null;
  /** Whether members that `input` does not declare are let through, at its root alone. */
  readonly openInput: boolean;
  /** Whether text that says exactly a number or a truth value is taken for one where `input` wants one. */
  readonly coerce: boolean;
  /** What it gives back is checked, closed, against this; null takes any JSON. */
  readonly output: SchemaSource<unknown> | null;
  readonly effect: ToolEffect;
  /** How much harm a wrong call does, for people who approve. Default `medium`. */
  readonly risk: 'low' | 'medium' | 'high';
  /** Whether listings leave it out; null: its name decides (tool-calling 5). */
  readonly sensitive: boolean | null;
  /** Whether a person must approve a call before it runs; `conditional` ones are asked by `needsApproval`. */
  readonly approval: 'never' | 'always' | 'conditional';
  /** A call is aborted and failed after this long, in milliseconds. Null: who calls it decides, 300,000 inside a run and 30,000 outside. */
  readonly timeoutMs: number | null;
  readonly hooks: ToolHooks<unknown>;
  /** Names of argument fields that logs and events show as they are, whatever they look like (tool-calling 11.4). */
  readonly publicFields: readonly string[];
  /** Asked after a crash whether an `unsafe` call happened. What it writes to the context counts with `happened`, as the call's own writes, which are lost. */
  readonly reconcile: ((key: string, context: ToolContext) => Promise<ReconcileAnswer>) | null;
  /** Whether this call must be approved; asked of conditional tools with checked arguments alone (case T9). */
  needsApproval(input: Input): Promise<boolean> | boolean;
  run(input: Input, context: ToolContext): Promise<ToolValue> | ToolValue;
}
/** What `reconcile` knows of a call whose end nobody saw. */
type ReconcileAnswer = {
  readonly kind: 'happened';
  readonly result: Json;
} | {
  readonly kind: 'not_happened';
} | {
  readonly kind: 'unknown';
};
/** A tool ready to run, or why it is not there now. */
type ToolLoadResult = {
  readonly kind: 'loaded';
  readonly tool: ToolDefinition;
} | {
  readonly kind: 'missing';
  readonly code: Extract<ErrorCode, 'tool_not_found' | 'tool_invalid'>;
  readonly message: string;
  readonly cause?: unknown;
};
/** Finds the code of a binding, fresh at every dispatch: an edited tool file is seen without a restart (workflow-documents 6). */
interface ToolLoader {
  load(workflow: Workflow, binding: ToolBinding): Promise<ToolLoadResult>;
}
/** Whose values are read. `signal` is aborted when they are not needed any more, or took too long. */
interface SourceRequest {
  readonly workflow: Workflow;
  readonly scope: ConversationScope;
  /** The app that the conversation works on. */
  readonly app: string;
  readonly signal: AbortSignal;
}
/** One file that a `file` variable names. `path` is relative, with `/`, as the document has it. */
interface FileRequest extends SourceRequest {
  readonly path: string;
}
/** The text of a file, or why there is none to read: `why` is shown to operators, after the name of the file. */
type FileResult = {
  readonly kind: 'found';
  readonly text: string;
} | {
  readonly kind: 'missing';
  readonly why: string;
};
/** One document that a `data_reference` variable names. The query has its templates filled in. */
interface RecordRequest extends SourceRequest {
  /** Null: the database that the host takes for its own. */
  readonly database: string | null;
  readonly collection: string;
  readonly query: JsonObject;
  /** The fields that are used of the document; none for all of it. */
  readonly fields: readonly string[];
}
/** All values that `build_context` variables need. */
interface BuildContextRequest extends SourceRequest {
  readonly names: readonly string[];
}
/**
 * What a host gives for context variables whose values stand outside the documents (workflow-documents 7.1). Every part is optional: variables of a part that
 * is not there keep their defaults. A part that cannot say now rejects; then nothing is started.
 */
interface ContextSources {
  readonly file?: (request: FileRequest) => Promise<FileResult>;
  /** The first document that the query finds, as JSON, or null. */
  readonly record?: (request: RecordRequest) => Promise<JsonObject | null>;
  /** Values by name; one that is not there is null. The same for the whole life of a conversation: others refuse to go on with it. */
  readonly buildContext?: (request: BuildContextRequest) => Promise<Readonly<Record<string, Json | undefined>>>;
}
/** Why a call of a tool did not succeed (tool-calling 12, 20). */
type ToolErrorType = 'not_found' | 'invalid_input' | 'invalid_arguments' | 'invalid_output' | 'execution_error' | 'timeout' | 'aborted' | 'forbidden' | 'approval_denied' | 'approval_required' | 'budget_exhausted' | 'uncertain' | 'conflict' | 'duplicate_tool' | 'invalid_tool';
/** A failure as a caller and a model may read it. `cause` stays in logs: it is never part of what is sent anywhere. */
interface ToolError {
  readonly type: ToolErrorType;
  /** For who must act: what was wrong, where, and what to do. */
  readonly message: string;
  readonly details: JsonObject;
  /** True when the same call may succeed later, unchanged. */
  readonly retryable: boolean;
  /** Not enumerable, so that no copy and no JSON text has it. */
  readonly cause?: unknown;
}
/** One call that a model asked for, or that a caller made. `arguments` is JSON text from a model, or a value. */
interface RequestedCall {
  /** Unique in its transcript; a missing or repeated one of a provider was replaced. */
  readonly id: string;
  readonly name: string;
  readonly arguments: string | JsonObject;
}
interface ToolCallEnd {
  readonly toolCallId: string;
  readonly toolName: string;
  /** How often the code of the tool was entered. */
  readonly attempts: number;
  readonly durationMs: number;
  /** True for a recorded end that was given back instead of running the tool again. */
  readonly replayed?: true;
}
/** How one call ended. Nothing is thrown past it. */
type ToolCallResult = (ToolCallEnd & {
  readonly status: 'success';
  readonly result: Json;
  /** What the tool handed out by `ctx.emit` and the policy allows, in the order of its calls. */
  readonly effects: readonly Json[];
  /** How many effects the policy did not allow, if any. */
  readonly droppedEffects?: number;
  /** The bytes that the result held, in base64; in their places it says `{ mediaType, byteLength }`. */
  readonly parts?: readonly ContentPart[];
}) | (ToolCallEnd & {
  readonly status: 'error';
  readonly error: ToolError;
  /** True when the code still runs although nobody waits for it: what it comes to is reported once and never used. */
  readonly abandoned?: true;
});
/** What may be run, whatever the names look like: `deny` wins over `allow`, an absent `allow` allows everything. Names are exact. */
interface ToolPolicy {
  readonly deny?: readonly string[];
  readonly allow?: readonly string[];
  /** Tools that a person must approve, beside those that say so themselves. */
  readonly requireApproval?: readonly string[];
  /** How often a tool may be entered in one operation, resumes included (case T25). */
  readonly budgets?: Readonly<Record<string, number>>;
  readonly effects?: EffectPolicy;
}
/** Which effects a caller takes, by their `type`, exactly: `deny` wins over `allow`, an absent `allow` takes all, an empty one none (case TOOL-76). */
interface EffectPolicy {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}
/** Extra tries of one call; only for errors that may pass, and only where the effect of the tool allows it. */
interface RetryPolicy {
  /** Tries after the first one. Default 0. */
  readonly retries: number;
  /** Before the first extra try; doubled at each further one, at most 30,000. Default 250. */
  readonly backoffMs: number;
}
/** What listeners are told of calls: one start and one end each (tool-calling 13, 19). A listener that throws changes nothing. */
type ToolEvent = {
  readonly kind: 'tool.start';
  readonly callId: string;
  readonly tool: string;
  readonly arguments: JsonObject;
} | {
  readonly kind: 'tool.end';
  readonly callId: string;
  readonly tool: string;
  readonly outcome: 'ok' | 'error' | 'timeout' | 'aborted';
  readonly durationMs: number;
} | {
  readonly kind: 'tool.abandoned';
  readonly callId: string;
  readonly tool: string;
  readonly status: 'ok' | 'error';
};
/** Whether a call may be entered, and what is known of it if not. */
type ClaimDecision = ClaimedCall |
/** It ended before: give that back. */
{
  readonly kind: 'ended';
  readonly end: ClaimedEnd;
} |
/** Claimed and never settled, effect `unsafe`: nobody knows whether it happened. */
{
  readonly kind: 'uncertain';
  readonly key: string;
} |
/** Somebody else runs it now. */
{
  readonly kind: 'held';
  readonly key: string;
} |
/** The key was claimed with other arguments or another definition. */
{
  readonly kind: 'conflict';
  readonly key: string;
  readonly message: string;
} | {
  readonly kind: 'budget_exhausted';
  readonly key: string;
  readonly limit: number;
};
/**
 * A call that this caller may enter now, once, under this key. It says afterwards which of the four it was; a claim of which nothing more is heard is taken for
 * that of a dead owner. Each rejects with a store's error when it could not be recorded.
 */
interface ClaimedCall {
  readonly kind: 'run';
  readonly key: string;
  /** From 1; larger for a call that was released, taken over or tried again. */
  readonly attempt: number;
  /** The code ended so. Gives the end that counts and is to be told: an earlier one of the same call, if another owner was first. */
  settle(end: ClaimedEnd): Promise<ClaimedEnd>;
  /** The code was not entered, because the caller was stopped before: the call may be claimed again at once. */
  release(): Promise<void>;
  /**
   * The code was entered and nobody waits for its end any longer. No end is recorded for a cancel (case T18): `unsafe` is uncertain, others may run again.
   * `stillRuns`: the code did not stop when it was told to; `reconcile` is not asked before it must have.
   */
  abandon(stillRuns: boolean): Promise<void>;
  /** One more try under the same key, after one whose failure may pass. It counts against the budget like the first. */
  again(): Promise<ClaimDecision>;
}
/** What is never recorded as the end of a call: a later caller could not go on from it (case T18). */
type PassingErrorType = 'aborted' | 'uncertain' | 'conflict' | 'approval_required' | 'budget_exhausted';
/** How a claimed call ended. */
type ClaimedEnd = {
  readonly status: 'ok';
  readonly result: Json;
  readonly effects: readonly Json[];
} | {
  readonly status: 'error';
  readonly type: Exclude<ToolErrorType, PassingErrorType>;
  readonly message: string;
  readonly details: JsonObject;
};
/** What a claim is decided on. */
interface ClaimRequest {
  /** Place of the call in its operation: `direct`, `direct:<position>`, or `model:<reply>:<call>`; never the provider's id (case T5). */
  readonly position: string;
  readonly tool: string;
  readonly effect: 'none' | 'keyed' | 'unsafe';
  readonly argumentsDigest: string;
  readonly definitionDigest: string;
  /** How long it may take, in milliseconds: an owner that is silent for longer is taken for dead. */
  readonly timeoutMs: number;
  readonly budget: number | null;
  /** `reconcile` of the tool, if it has one: asked about a call whose end nobody saw, before it is called uncertain. What it throws counts as unknown. */
  readonly reconcile?: (key: string) => Promise<ReconcileAnswer>;
}
/** Decides whether a call may be entered: the one place where "once" is held, inside a run by the journal, outside by a claim store. */
interface ClaimGate {
  claim(request: ClaimRequest): Promise<ClaimDecision>;
}
/** What a registry is made from: a list, a record or Map (its keys are the names that tools are offered and run under), one tool, or a registry. */
type ToolInputs = ToolRegistry | readonly ToolDefinition<never>[] | Readonly<Record<string, ToolDefinition<never>>> | ReadonlyMap<string, ToolDefinition<never>> | ToolDefinition<never>;
/**
 * Tools by the names they are offered and run under, in their order. Each is a frozen copy, with that name, of the definition as it was when it was taken up:
 * what its owner changes afterwards changes nothing here (but a schema counts as it is when it is first closed). Reading never changes a registry; `snapshot` gives one that nobody changes.
 */
interface ToolRegistry extends Iterable<readonly [name: string, tool: ToolDefinition]> {
  readonly kind: 'intarsia.tools';
  readonly size: number;
  get(name: string): ToolDefinition | undefined;
  has(name: string): boolean;
  names(): readonly string[];
  /** `definitionDigest` of a tool, made once; undefined for a name that is not there. Throws `tool_invalid` for a tool with a schema that cannot be closed. */
  digestOf(name: string): string | undefined;
  snapshot(): ToolRegistry;
}
/** A registry that changes while others work with snapshots of it (tool-calling 10). Its iterator and `names` are those of the moment. */
interface LiveToolRegistry extends ToolRegistry {
  /**
   * Takes a tool up under its own name, or `as` another. The same tool twice is no change; another one under a taken name needs `replace`. A refused one changes
   * nothing: `invalid_tool` says what is wrong, with the places of a schema that cannot be closed (case S4), `duplicate_tool` whose name is taken.
   */
  registerTool(tool: ToolDefinition<never>, options?: {
    readonly as?: string;
    readonly replace?: boolean;
  }): {
    readonly kind: 'registered';
  } | {
    readonly kind: 'refused';
    readonly error: ToolError;
  };
  /** False for a name that is not there. */
  unregisterTool(name: string): boolean;
  hasTool(name: string): boolean;
  listTools(): readonly string[];
}
/** Where a call comes from: any object, instances of classes too. Only the paths of `RegistrySource` are read for tools. */
type CallContext = Readonly<Record<string, unknown>>;
/** The place that a registry was found at, in the order in which they are looked at: what the verb itself was given, then the context; `none` when there is none. */
type RegistrySource = 'tools' | 'context.tools' | 'context.tool_calling.tools' | 'context.chat.tools' | 'context.state.tool_calling.tools' | 'context.state.chat.tools' | 'context.agent.state.tool_calling.tools' | 'context.agent.state.chat.tools' | 'context.plugin_state.tool_calling.tools' | 'context.plugin_state.chat.tools' | 'none';
/** What a runtime is made of. Everything with an effect comes from outside. */
interface RuntimeOptions {
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
  readonly log?: (entry: {
    readonly level: 'warn' | 'error';
    readonly message: string;
    readonly cause?: unknown;
  }) => void;
}
/**
 * What a paused run waits for: a person's words, the answer to a UI_Tool, a decision on a call that needs approval, or what became of a call of which nobody knows.
 * When several calls wait, it says what the first one waits for.
 */
type PauseReason = 'input_required' | 'ui_required' | 'approval_required' | 'effect_uncertain';
/** How an activation ended. */
type RunResult = {
  readonly status: 'paused';
  readonly run: RunId;
  readonly reason: PauseReason;
  readonly calls: readonly CallKey[];
} | {
  readonly status: 'completed';
  readonly run: RunId;
} | {
  readonly status: 'failed';
  readonly run: RunId;
  readonly code: ErrorCode;
  readonly message: string;
  readonly resumable: boolean;
} | {
  readonly status: 'cancelled';
  readonly run: RunId;
} | {
  readonly status: 'interrupted';
  readonly run: RunId;
  readonly code: ErrorCode;
  readonly message: string;
};
/** An activation that this process owns. */
interface RunHandle {
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
type StartResult = {
  readonly kind: 'started';
  readonly handle: RunHandle;
} | {
  readonly kind: 'repeated';
} | {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  readonly message: string;
};
/**
 * The words that start or continue a conversation. `request` makes a repeated call harmless: one that the conversation knows is answered as `repeated`, whatever
 * else the second call says and whether it starts, answers, responds or resumes, so every new thing that a person does needs a new one.
 */
interface Activation {
  readonly scope: ConversationScope;
  readonly request?: string;
}
/**
 * What a person decides about an uncertain call. `attempt` is the one that the person looked at, as its record says: a decision that comes late, when a
 * later attempt is uncertain, is then refused instead of being taken for one about that attempt.
 */
type Resolution = {
  readonly kind: 'happened';
  readonly result: Json;
  readonly attempt?: number;
} | {
  readonly kind: 'failed';
  readonly attempt?: number;
} | {
  readonly kind: 'run_again';
  readonly attempt?: number;
};
/** Text of an open message, not durable: `reset` drops it, and the message's envelope replaces it. */
type LiveEvent = {
  readonly kind: 'text';
  readonly agent: string;
  readonly message: string;
  readonly text: string;
} | {
  readonly kind: 'reset';
  readonly agent: string;
  readonly message: string;
};
/** Runs workflows. One conversation is run by one owner at a time, here or in another process. */
interface Runtime {
  readonly workflows: ReadonlyMap<string, Workflow>;
  /** Starts a new conversation. Without input a workflow's `initial_message` opens it. */
  start(activation: Activation & {
    readonly workflow: string;
    readonly input?: string;
    readonly app?: string;
  }): Promise<StartResult>;
  /** Gives a paused conversation its answer. */
  answer(activation: Activation & {
    readonly text: string;
  }): Promise<StartResult>;
  /**
   * Answers what a UI_Tool asks: the key of its call, one of its actions (none where it declares none) and what comes with it. `call_unknown` when the call does
   * not wait, `ui_answer_invalid` with the places when the answer is not what was asked for.
   */
  respond(activation: Activation & {
    readonly call: CallKey;
    readonly action?: string;
    readonly response?: JsonObject;
  }): Promise<StartResult>;
  /**
   * Allows or denies a call that waits for approval, by the key of its call; `by` is who decided, `reason` is told to the model with a denial. A denied call is settled
   * as an error (`approval_denied`) and never runs. `call_unknown` when the call does not wait for a decision, also when it was decided before. A tool that is
   * defined otherwise by the time that it would run is asked about again, under the same key. `definition` is the one that the person looked at, as its request says:
   * a decision that comes late, when the call is asked about with another one, is then refused instead of being taken for one about that.
   */
  decide(activation: Activation & {
    readonly call: CallKey;
    readonly decision: 'allow' | 'deny';
    readonly reason?: string;
    readonly by: string;
    readonly definition?: string;
  }): Promise<StartResult>;
  /** Goes on with a conversation whose owner died, or whose run failed or was cancelled and can be resumed. */
  resume(activation: Activation): Promise<StartResult>;
  /** Records what became of an uncertain call; a resume goes on afterwards. */
  resolve(scope: ConversationScope, call: CallKey, resolution: Resolution, by: string): Promise<{
    readonly kind: 'resolved';
  } | {
    readonly kind: 'refused';
    readonly code: ErrorCode;
    readonly message: string;
  }>;
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
/** What the first values of a conversation, or the values that an activation reads anew, are read with. */
interface ContextReading {
  readonly workflow: Workflow;
  readonly scope: ConversationScope;
  readonly app: string;
  /** What a journal keeps of the conversation already; null at its start. */
  readonly saved: JsonObject | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly sources: ContextSources;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told what a person must not see. */
  readonly log: (entry: {
    readonly level: 'warn' | 'error';
    readonly message: string;
    readonly cause?: unknown;
  }) => void;
}
/** Why a value could not be read; `context_source_failed` may pass. */
type SourceErrorCode = Extract<ErrorCode, 'config_invalid' | 'context_source_failed'>;
/**
 * The values that were read, or why there are none. `values` may stand in a journal; `unpersisted` (of variables that are not persisted, such as secrets of
 * the environment) may not and is read anew by every activation. `buildContext` is the digest of all values of `build_context` variables; null when there are
 * no such variables. `message` names every variable at fault, never a value. What failed with `context_source_failed` may work later.
 */
type InitialContext = {
  readonly kind: 'ready';
  readonly values: JsonObject;
  readonly unpersisted: JsonObject;
  readonly buildContext: string | null;
} | {
  readonly kind: 'refused';
  readonly code: SourceErrorCode;
  readonly message: string;
};
/**
 * The value of every declared variable before anything happened (workflow-documents 7.1), each read as its source says, at the same time where no query needs
 * another's value. With `saved` only those are read that no journal keeps, and the build context, which is compared: what is saved stands, whatever a default
 * says now (case C8). Text becomes a boolean, an integer or a number where that is declared. A required value that is not there, one that does not fit its
 * type, and a source that fails refuse the whole context.
 */
declare function initialContext(reading: ContextReading): Promise<InitialContext>;
/** The variables that keep their defaults because the host gives no part for their source, in document order. */
declare function variablesWithoutReader(workflow: Workflow, sources: ContextSources): readonly string[];
/** A piece of the log of an operation, and the place behind it. */
interface ClaimSlice {
  readonly records: readonly JsonObject[];
  readonly next: number;
}
/**
 * The log of operations outside of a run: what was claimed, settled, approved and decided, one list of records an operation, in the order in which they were
 * appended. Appends of several processes lose nothing and overlap nothing; who stands first in the list was first, and stays it. What the records mean is core's.
 * Operations are named by free text of 1 to 128 characters; every other name is refused with `path_invalid`.
 */
interface ClaimStore {
  /**
   * The records of an operation from a place on, oldest first; none for an unknown operation. A place is 0, or what an earlier read gave as `next`. Everything
   * whose append had resolved before is there.
   */
  read(operationId: string, from: number, options?: CallOptions): Promise<ClaimSlice>;
  /** Appends one record, durable once this resolves. */
  append(operationId: string, record: JsonObject, options?: CallOptions): Promise<void>;
}
/** What an artifact store is made of. */
interface ArtifactStoreOptions {
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly ids: Ids;
}
/**
 * Artifacts as content-addressed files and an app journal in the namespace (tenant, app). A version and its files are one commit at the
 * known end of the journal; whoever lost the race decides again on what the other wrote.
 */
declare function artifactStore({ store, clock, ids }: ArtifactStoreOptions): ArtifactStore;
/** Something stored that cannot be read back as it was meant. `offset`: the byte of the file at which the line begins, null where it is not about a line. */
interface StoredProblem {
  readonly path: string;
  readonly offset: number | null;
  readonly code: ErrorCode;
  readonly message: string;
}
/** A log that was read whole: how many of its lines count, and all that is wrong with it. */
interface VerifiedLog {
  readonly path: string;
  readonly entries: number;
  readonly problems: readonly StoredProblem[];
}
/** A line that whoever reads the log leaves out. */
declare const lostLine: (path: string, offset: number, why: string) => StoredProblem;
/** Reads a log of JSON lines, whatever they say. */
declare function verifyLines(store: Pick<KnowledgeStore, 'readRange'>, path: string, size: number, options?: CallOptions): Promise<VerifiedLog>;
/** Reads the journal of an app and every file of its versions; null where the namespace holds no such journal. Observation: changes nothing. */
declare function verifyApp(space: JournalStore, options?: CallOptions): Promise<VerifiedLog | null>;
/**
 * The lines that an agent's view adds to its prompt: `NAME: value`, one a variable, in the order of the view (workflow-documents 7.6).
 * Null and missing values read `None`, booleans are lower-case, objects and arrays compact JSON. Variables that a model may not see
 * are left out; the result is empty when no line is left.
 */
declare function agentView(workflow: Workflow, agentName: string, contextVariables: JsonObject): string;
/** The name under which an auto tool reads the validated output. No document may declare it, no writer may write it. */
declare const structuredOutputKey = "structured_output";
/** Why a write was refused; the words of workflow-documents 7.4, plus `reserved` for names that no document can declare. */
type ContextRefusalReason = 'empty_key' | 'reserved' | 'unknown_key' | 'rejected' | 'invalid_value';
/** One write that somebody wants to make. */
interface ContextWrite {
  readonly key: string;
  readonly operation: 'set' | 'delete';
  /** Only with `set`. */
  readonly value?: Json;
  readonly writer: ContextWriter;
}
/** Whether a write may happen. `message` names the workflow, the key and the writer, never the value. */
type ContextWriteDecision = {
  readonly kind: 'allowed';
} | {
  readonly kind: 'refused';
  readonly reason: ContextRefusalReason;
  readonly message: string;
};
/**
 * Decides one write: first who may write (workflow-documents 7.4, in its order), then whether the value is JSON and of the declared
 * type. A writer that may not write learns nothing of the value's fate.
 */
declare function checkWrite(workflow: Workflow, write: ContextWrite): ContextWriteDecision;
/** True for names that belong to the runtime and to the protocols: `structured_output`, `ag:…`, `a2a:…`. */
declare function isReservedKey(key: string): boolean;
/** True if a value is of a declared type. Null always is, and so is everything for an unknown type word (workflow-documents 7.4). */
declare function fitsType(type: string | null, value: Json): boolean;
/** A write that the rules did not allow: what, by whom, and by which rule; never the value. */
interface RefusedWrite {
  /** As it was given, cut after 128 characters; empty for what is no text. */
  readonly key: string;
  readonly operation: 'set' | 'delete';
  readonly writer: ContextWriter;
  /** `context_authority.<word>`: the words of workflow-documents 7.4, and `call_ended` for a write after the end of its call. */
  readonly rule: string;
  readonly message: string;
}
/** What a context is opened over. */
interface OpenContextOptions {
  readonly workflow: Workflow;
  /** The committed values. Never changed; what is read of them gets frozen in place instead of copied. */
  readonly values: JsonObject;
  readonly writer: ContextWriter;
  /** The validated output of an auto tool's turn, served read-only under `structured_output`. */
  readonly structuredOutput?: JsonObject;
  /** Keys that this call may read and not write, whatever the writer may: those of other tools' outcomes. */
  readonly closedKeys?: ReadonlySet<string>;
}
/** A context for one tool call, and what the call changed. */
interface OpenContext {
  readonly access: ContextAccess;
  /**
   * What the call wrote last to each key. One set to the value that it had is in it: a call that ran at the same time may have set it to something else, and
   * the later call wins. A delete of what was not there is not.
   */
  delta(): ContextUpdates;
  /** The first writes that were refused, in their order, also those whose error the tool caught. */
  refused(): readonly RefusedWrite[];
  /** The call has ended: a write of something that goes on is refused from now on, and is not recorded any more. */
  close(): void;
}
/**
 * Opens the committed values for one tool call (workflow-documents 4.6, 7.2): writes stay in an overlay until the caller commits
 * `delta()`. A tool sees the declared variables with `tool_visible`, and nothing else of the values. A refused write throws
 * `context_write_refused` and leaves everything as it was. After `close()` values can still be read.
 */
declare function openContext(options: OpenContextOptions): OpenContext;
/** A stored value that is not used, and the rule that says so. It never holds the value. */
interface ReplayDiagnostic {
  readonly key: string;
  readonly rule: `context_authority.${'unknown_key' | 'not_persisted' | 'invalid_value' | 'non_replayable'}`;
}
/** What may be used of a stored journal's variables, and what may not. */
interface Replayed {
  readonly values: JsonObject;
  readonly diagnostics: readonly ReplayDiagnostic[];
}
/**
 * The stored variables as the workflow may use them that is declared now (workflow-documents 7.4, case CA5): it may be another one than wrote them. Left out
 * is what it does not declare, does not keep, declares with another type, or must never take from a journal.
 */
declare function replayed(workflow: Workflow, contextVariables: JsonObject): Replayed;
/** A person's answer to a UI_Tool: the chosen action with what it says of approval, and what came with it. */
interface PersonsResponse {
  /** Null where the tool declares no actions. */
  readonly action: string | null;
  /** Null where the action does not say. */
  readonly approved: boolean | null;
  readonly response: JsonObject;
}
/** What an answer does to the context. */
interface ResponseWrites {
  readonly set: JsonObject;
  readonly refused: readonly RefusedWrite[];
}
/**
 * The variables that an answer to a tool sets through their `ui_response` triggers (workflow-documents 7.5). The value stands at `response_key`, a key of
 * the answer before it is read as a path with dots; `action` and `approved` are what the chosen action says, and a key of the response only where it says
 * nothing: an answer that rejects must not pass for one that approves. Without a key the whole response is the value. What is not there, or null, changes
 * nothing; of several triggers the first that finds a value counts.
 */
declare function responseWrites(workflow: Workflow, tool: string, given: PersonsResponse): ResponseWrites;
/** What a text does to the context. */
interface TextTriggers {
  /** Variables that the text sets to true, in document order. */
  readonly sets: readonly string[];
  /** What the triggers would set, and this kind of text may not (workflow-documents 7.4). */
  readonly refused: readonly RefusedWrite[];
  /** True when the whole text is a control word of a hidden trigger: no person is shown it. */
  readonly hidden: boolean;
}
/** What an agent's reply does through the `agent_text` triggers of that agent (workflow-documents 7.5, 7.7). */
declare function controlText(workflow: Workflow, agent: string, text: string): TextTriggers;
/** What a person's message does through the `user_text` triggers. */
declare function userText(workflow: Workflow, text: string): TextTriggers;
/**
 * True while a reply that is still streaming may end as hidden control text of that agent, so that nothing of it may be shown yet. Once
 * false it stays false for every longer text. A hidden `regex` holds the whole reply back: its end decides.
 */
declare function couldBeControlText(workflow: Workflow, agent: string, textSoFar: string): boolean;
/** The path of a document in its folder (workflow-documents 1.1). */
type DocumentFile = 'orchestrator.yaml' | 'agents.yaml' | 'transition_graph.yaml' | 'context_variables.yaml' | 'structured_outputs.yaml' | 'tools.yaml' | 'ui_config.yaml' | 'middleware.yaml' | 'a2a.yaml' | 'extended_orchestration/task_batches.yaml';
/** The documents that a folder may hold, by their paths in it. */
declare const documentFiles: readonly DocumentFile[];
/** One file of a workflow's folder. `file` is its path in the folder, with `/`. */
interface WorkflowFile {
  readonly file: string;
  readonly text: string;
}
/** Where the files come from. */
interface CompileWorkflowOptions {
  /** Must be the workflow's name, ignoring case. */
  readonly folderName: string;
  /** Absolute folder that tool files are found in; null for a workflow without files. */
  readonly folder: string | null;
  /** Problems found while the folder was read: they are told together with those of the documents. */
  readonly problems?: readonly DocumentProblem[];
  /** Takes Python tool files for files that will be ported: they are no problem, and no run of the workflow starts. */
  readonly withoutTools?: boolean;
}
/**
 * Compiles the documents of one folder into a workflow, or tells every problem of all of them at once, sorted by file and line. Pure: the same texts give
 * the same result and digest everywhere, whatever the order of files and keys. Files that are not YAML are left alone.
 */
declare function compileWorkflow(files: readonly WorkflowFile[], options: CompileWorkflowOptions): WorkflowResult;
type FailurePolicy = 'fail_batch' | 'continue_with_available' | 'collect_errors';
/** extended_orchestration/task_batches.yaml. */
interface WrittenTaskBatches {
  readonly version?: number | undefined;
  readonly batches?: readonly WrittenBatch[] | undefined;
  readonly conveyors?: readonly WrittenConveyor[] | undefined;
}
/** One batch of tasks. */
interface WrittenBatch {
  readonly id: string;
  readonly trigger_agent: string;
  readonly source: {
    readonly kind: 'context_variable' | 'structured_output';
    readonly path: string;
    readonly task_model?: string | null | undefined;
  };
  readonly worker?: {
    readonly mode?: 'ag2_agent' | undefined;
    readonly agent_field?: string | undefined;
    readonly prompt_field?: string | undefined;
    readonly context_fields?: readonly string[] | undefined;
  } | null | undefined;
  readonly execution?: {
    readonly concurrency?: number | undefined;
    readonly dependency_field?: string | undefined;
    readonly failure_policy?: FailurePolicy | undefined;
    readonly retry_limit?: number | undefined;
    readonly timeout_seconds?: number | null | undefined;
  } | null | undefined;
  readonly result: {
    readonly context_key: string;
    readonly status_key: string;
    readonly merge_strategy?: 'collect_task_outputs' | 'collect_outputs' | undefined;
    readonly require_owned_paths?: boolean | undefined;
  };
  readonly recovery?: {
    readonly trigger_agent: string;
    readonly request_key: string;
    readonly outcome_key: string;
    readonly status_key: string;
    readonly input_keys?: readonly string[] | undefined;
  } | null | undefined;
}
/** One conveyor. */
interface WrittenConveyor {
  readonly id: string;
  readonly decomposition_agent: string;
  readonly execution_agents: readonly string[];
  readonly concurrency?: number | undefined;
  readonly failure_policy?: FailurePolicy | undefined;
  readonly retry_limit?: number | undefined;
  readonly timeout_seconds?: number | null | undefined;
  readonly require_owned_paths?: boolean | undefined;
}
type ToolType = 'Agent_Tool' | 'UI_Tool' | 'UI_Surface';
/** What a UI_Tool or UI_Surface shows. */
interface WrittenUi {
  readonly component: string;
  readonly mode?: string | undefined;
  readonly workflow_primitive: string;
  readonly realization?: string | null | undefined;
}
/** What is shown to the person and what comes back. */
interface WrittenUiContract {
  readonly surface_kind: 'agent_tool';
  readonly payload_schema?: Json | undefined;
  readonly actions_schema?: readonly {
    readonly id: string;
    readonly label?: string | null | undefined;
    readonly description?: string | null | undefined;
    readonly variant?: string | null | undefined;
    readonly approved?: boolean | null | undefined;
    readonly payload_schema?: Json | undefined;
  }[] | undefined;
}
/** The finite outcomes of a tool. */
interface WrittenOutcome {
  readonly context_key: string;
  readonly attempts_key: string;
  readonly result_field?: string | undefined;
  readonly values: readonly string[];
  readonly error_value: string;
  readonly max_attempts?: number | undefined;
  readonly retry_on?: readonly string[] | undefined;
}
/** One tool of tools.yaml. */
interface WrittenTool {
  readonly agent: string | readonly string[];
  readonly file: string;
  readonly function: string;
  readonly description?: string | null | undefined;
  readonly tool_type: ToolType;
  readonly auto_tool_call?: boolean | undefined;
  readonly bind_to_agent?: boolean | null | undefined;
  readonly timeout_seconds?: number | null | undefined;
  readonly on_error?: 'continue' | 'fail_run' | 'route' | undefined;
  readonly on_error_target?: string | null | undefined;
  readonly self_emits_ui?: boolean | undefined;
  readonly outcome?: WrittenOutcome | null | undefined;
  readonly ui?: WrittenUi | null | undefined;
  readonly ui_contract?: WrittenUiContract | null | undefined;
}
/** One lifecycle tool of tools.yaml. */
interface WrittenLifecycleTool {
  readonly trigger: 'before_chat' | 'after_chat' | 'before_agent' | 'after_agent' | 'on_start' | 'on_complete' | 'on_fail';
  readonly agent?: string | null | undefined;
  readonly file: string;
  readonly function: string;
  readonly description?: string | null | undefined;
  readonly tool_type?: ToolType | undefined;
  readonly ui?: WrittenUi | null | undefined;
  readonly ui_contract?: WrittenUiContract | null | undefined;
}
/** tools.yaml. */
interface WrittenTools {
  readonly tools?: readonly WrittenTool[] | undefined;
  readonly lifecycle_tools?: readonly WrittenLifecycleTool[] | undefined;
}
/** ui_config.yaml. */
interface WrittenUiConfig {
  readonly visual_agents?: 'all' | 'none' | readonly string[] | null | undefined;
}
/** middleware.yaml. */
interface WrittenMiddleware {
  readonly prompt_middleware?: readonly {
    readonly agent: string;
    readonly function: string;
    readonly filename?: string | null | undefined;
  }[] | undefined;
}
/** a2a.yaml. */
interface WrittenA2a {
  readonly agents?: readonly {
    readonly name: string;
    readonly url: string;
    readonly enabled?: boolean | undefined;
    readonly max_reconnects?: number | undefined;
    readonly polling_interval?: number | undefined;
    readonly silent?: boolean | null | undefined;
    readonly client?: {
      readonly streaming?: boolean | undefined;
      readonly polling?: boolean | undefined;
      readonly use_client_preference?: boolean | undefined;
      readonly accepted_output_modes?: readonly string[] | undefined;
      readonly extensions?: readonly string[] | undefined;
      readonly supported_transports?: readonly string[] | undefined;
      readonly push_notification_configs?: readonly Json[] | undefined;
    } | null | undefined;
  }[] | undefined;
}
/**
 * The documents of one workflow as an author writes them in code: the keys and words of the YAML documents. What each key means stands in
 * `docs/documents.md`; a test holds these types against the tables that read the documents.
 */
interface WorkflowDocuments {
  readonly orchestrator: WrittenOrchestrator;
  readonly agents: {
    readonly agents?: readonly WrittenAgent[] | undefined;
  };
  readonly transition_graph?: {
    readonly transition_rules?: readonly WrittenTransition[] | undefined;
  };
  readonly context_variables?: WrittenContext;
  readonly structured_outputs?: WrittenOutputs;
  readonly tools?: WrittenTools;
  readonly ui_config?: WrittenUiConfig;
  readonly middleware?: WrittenMiddleware;
  readonly a2a?: WrittenA2a;
  readonly task_batches?: WrittenTaskBatches;
}
/** orchestrator.yaml. */
interface WrittenOrchestrator {
  readonly schema_version: 'mozaiks.orchestrator.v1';
  readonly workflow_name: string;
  readonly workflow_startup_mode: 'AgentDriven' | 'UserDriven' | 'BackendOnly';
  readonly max_turns?: number | undefined;
  readonly human_in_the_loop?: boolean | undefined;
  readonly orchestration_pattern?: string | undefined;
  readonly initial_message?: string | null | undefined;
  readonly initial_agent?: string | null | undefined;
  readonly triggers?: readonly {
    readonly type?: string | null | undefined;
    readonly event?: string | null | undefined;
    readonly endpoint?: string | null | undefined;
    readonly method?: string | null | undefined;
    readonly description?: string | null | undefined;
    readonly capability_id?: string | null | undefined;
  }[] | undefined;
  readonly failure_message_key?: string | null | undefined;
}
/** One section of a prompt. */
interface WrittenPromptSection {
  readonly id?: string | null | undefined;
  readonly heading: string;
  readonly content: string;
}
/** One agent of agents.yaml. */
interface WrittenAgent {
  readonly name: string;
  readonly prompt_sections?: readonly WrittenPromptSection[] | undefined;
  readonly prompt_sections_custom?: readonly WrittenPromptSection[] | undefined;
  readonly system_message?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly human_input_mode?: string | null | undefined;
  readonly max_consecutive_auto_reply?: number | undefined;
  readonly structured_outputs_required: boolean;
  readonly pending_turn_replay?: 'allow' | 'block' | undefined;
  readonly multimodal_inputs_enabled?: boolean | undefined;
  readonly image_generation_enabled?: boolean | undefined;
  readonly image_generation?: {
    readonly quality?: 'low' | 'medium' | 'high' | 'auto' | null | undefined;
    readonly size?: string | null | undefined;
    readonly background?: 'transparent' | 'opaque' | 'auto' | null | undefined;
    readonly output_format?: 'png' | 'jpeg' | 'webp' | null | undefined;
    readonly output_compression?: number | null | undefined;
    readonly partial_images?: number | null | undefined;
    readonly promotion_targets?: readonly string[] | undefined;
    readonly image_config?: JsonObject | null | undefined;
  } | null | undefined;
  readonly sandbox_shell?: boolean | undefined;
  readonly web_search?: boolean | undefined;
  readonly web_fetch?: boolean | undefined;
  readonly duck_search?: boolean | undefined;
}
/** One rule of transition_graph.yaml. */
interface WrittenTransition {
  readonly source_agent: string;
  readonly target_agent: string;
  readonly transition_type: 'after_turn' | 'condition';
  readonly condition_type?: string | null | undefined;
  readonly condition_key?: string | null | undefined;
  readonly condition_value?: Json | undefined;
  readonly context_expression?: string | null | undefined;
  readonly tool_name?: string | null | undefined;
  readonly transition_target?: string | null | undefined;
  readonly termination_reason?: 'workflow_complete' | 'workflow_failed' | null | undefined;
}
/** What a text must be to set a variable. */
interface WrittenMatch {
  readonly equals?: string | null | undefined;
  readonly contains?: string | null | undefined;
  readonly regex?: string | null | undefined;
}
/** What sets a variable of source `state`. */
type WrittenTrigger = {
  readonly type: 'agent_text';
  readonly agent: string;
  readonly match: WrittenMatch;
  readonly ui_hidden?: boolean | undefined;
} | {
  readonly type: 'user_text';
  readonly match: WrittenMatch;
  readonly ui_hidden?: boolean | undefined;
} | {
  readonly type: 'ui_response';
  readonly tool: string;
  readonly response_key?: string | null | undefined;
  readonly ui_hidden?: boolean | undefined;
};
/** Where the first value of a variable comes from. */
type WrittenSource = {
  readonly type: 'state';
  readonly default?: Json | undefined;
  readonly triggers?: readonly WrittenTrigger[] | undefined;
  readonly persist?: boolean | null | undefined;
} | {
  readonly type: 'config';
  readonly env_var?: string | null | undefined;
  readonly default?: Json | undefined;
  readonly required?: boolean | undefined;
} | {
  readonly type: 'data_reference';
  readonly database_name?: string | null | undefined;
  readonly collection: string;
  readonly query_template?: JsonObject | null | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly refresh_strategy?: 'once' | 'per_phase' | 'on_demand' | null | undefined;
  readonly default?: Json | undefined;
} | {
  readonly type: 'data_entity';
  readonly database_name?: string | null | undefined;
  readonly collection?: string | null | undefined;
  readonly schema?: JsonObject | null | undefined;
  readonly indexes?: readonly Json[] | undefined;
  readonly write_strategy?: 'immediate' | 'on_phase_transition' | 'on_workflow_end' | null | undefined;
  readonly search_by?: string | null | undefined;
} | {
  readonly type: 'computed';
  readonly computation?: string | null | undefined;
  readonly inputs?: readonly string[] | undefined;
  readonly output_type?: string | null | undefined;
  readonly persist_to?: string | null | undefined;
} | {
  readonly type: 'external';
  readonly service?: string | null | undefined;
  readonly operation?: string | null | undefined;
  readonly params?: JsonObject | null | undefined;
  readonly auth?: Json | undefined;
  readonly cache?: Json | undefined;
  readonly retry?: Json | undefined;
} | {
  readonly type: 'file';
  readonly path: string;
  readonly format?: 'json' | 'yaml' | 'text' | null | undefined;
  readonly encoding?: 'utf-8' | 'utf8' | null | undefined;
  readonly required?: boolean | undefined;
  readonly default?: Json | undefined;
} | {
  readonly type: 'build_context';
};
/** context_variables.yaml. */
interface WrittenContext {
  readonly definitions?: Readonly<Record<string, WrittenVariable>> | undefined;
  readonly agents?: Readonly<Record<string, {
    readonly variables?: readonly string[] | undefined;
  }>> | undefined;
}
/** One context variable. */
interface WrittenVariable {
  readonly type?: 'string' | 'boolean' | 'integer' | 'number' | 'object' | 'array' | 'any' | null | undefined;
  readonly description?: string | null | undefined;
  readonly authority_class?: AuthorityClass | null | undefined;
  readonly model_visible?: boolean | null | undefined;
  readonly tool_visible?: boolean | null | undefined;
  readonly persisted?: boolean | null | undefined;
  readonly routing?: boolean | null | undefined;
  readonly authorization?: boolean | null | undefined;
  readonly writer_ids?: readonly ContextWriter[] | undefined;
  readonly allow_text_routing?: boolean | undefined;
  readonly source: WrittenSource;
}
/** structured_outputs.yaml. */
interface WrittenOutputs {
  readonly schema_version: 'mozaiks.structured_outputs.v1';
  readonly registry?: Readonly<Record<string, string | null>> | undefined;
  readonly models?: Readonly<Record<string, WrittenModel>> | undefined;
}
/** One model or alias. */
type WrittenModel = {
  readonly type: 'model';
  readonly description?: string | null | undefined;
  readonly fields: Readonly<Record<string, WrittenField>>;
} | {
  readonly type: 'literal';
  readonly description?: string | null | undefined;
  readonly values: readonly Json[];
} | {
  readonly type: 'union';
  readonly description?: string | null | undefined;
  readonly variants: readonly (string | null)[];
};
/** One field of a model. */
interface WrittenField {
  readonly type: string;
  readonly description?: string | null | undefined;
  readonly default?: Json | undefined;
  readonly items?: string | null | undefined;
  readonly values?: readonly Json[] | null | undefined;
  readonly variants?: readonly (string | null)[] | null | undefined;
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  readonly pattern?: string | null | undefined;
  readonly format?: TextFormat | null | undefined;
}
/** The built-in types of fields (workflow-documents 2.1) as TypeScript has them. */
interface BuiltIn {
  readonly str: string;
  readonly string: string;
  readonly int: number;
  readonly integer: number;
  readonly float: number;
  readonly bool: boolean;
  readonly optional_str: string | null;
  readonly 'Optional[str]': string | null;
  readonly dict: JsonObject;
  readonly Dict: JsonObject;
  readonly optional_dict: JsonObject | null;
  readonly null: null;
  readonly none: null;
  readonly None: null;
}
type Trimmed<Text extends string> = Text extends ` ${infer Rest}` | `${infer Rest} ` ? Trimmed<Rest> : Text;
type Named<Models, Name> = Name extends null ? null : Name extends keyof BuiltIn ? BuiltIn[Name] : Name extends `list[${infer Items}]` ? readonly Named<Models, Trimmed<Items>>[] : Name extends keyof Models ? Defined<Models, Models[Name]> : Json;
type Defined<Models, Definition> = Definition extends {
  readonly type: 'model';
  readonly fields: infer Fields;
} ? { readonly [Name in keyof Fields]: FieldValue<Models, Fields[Name]>; } : Definition extends {
  readonly type: 'literal';
  readonly values: readonly (infer Value)[];
} ? Value : Definition extends {
  readonly type: 'union';
  readonly variants: readonly (infer Variant)[];
} ? Named<Models, Variant> : Json;
type FieldValue<Models, Field> = Given<Models, Field> | (Field extends {
  readonly default: null;
} ? null : never);
type Given<Models, Field> = Field extends {
  readonly type: 'list' | 'List';
  readonly items: infer Items;
} ? readonly Named<Models, Items>[] : Field extends {
  readonly type: 'optional_list';
  readonly items: infer Items;
} ? readonly Named<Models, Items>[] | null : Field extends {
  readonly type: 'literal';
  readonly values: readonly (infer Value)[];
} ? Value : Field extends {
  readonly type: 'union';
  readonly variants: readonly (infer Variant)[];
} ? Named<Models, Variant> : Field extends {
  readonly type: infer Name;
} ? Named<Models, Name> : Json;
/** The validated value of every declared model, by name: what stands in a tool's `fields`, with defaults filled in. */
type ModelsOf<Models> = { readonly [Name in keyof Models]: Defined<Models, Models[Name]>; };
/** What each agent of the registry answers with; null for one without a model. */
type OutputsOf<Models, Registry> = { readonly [Agent in keyof Registry]: Registry[Agent] extends keyof Models ? Defined<Models, Models[Registry[Agent]]> : null; };
/** Forbids what a field of a model cannot have: a type parameter lets every key through. */
type CheckedModels<Models> = { readonly [Name in keyof Models]: Models[Name] extends {
  readonly fields: infer Fields;
} ? {
  readonly fields: { readonly [Field in keyof Fields]: { readonly [Key in Exclude<keyof Fields[Field], keyof WrittenField>]: never; }; };
} : unknown; };
/** A workflow that was written in code; it knows the types of its models. */
interface DefinedWorkflow<Models = unknown, Registry = unknown> extends Workflow {
  /** Types only; never there. */
  readonly '~models'?: ModelsOf<Models>;
  /** Types only; never there. */
  readonly '~outputs'?: OutputsOf<Models, Registry>;
}
/** The type of what an agent of a defined workflow answers: `OutputOf<typeof invoiceCheck, 'Reader'>`. */
type OutputOf<Defined, Agent extends keyof NonNullable<OutputTypes<Defined>>> = NonNullable<OutputTypes<Defined>>[Agent];
type OutputTypes<Defined> = Defined extends {
  readonly '~outputs'?: infer Outputs;
} ? Outputs : never;
/** The type of a model of a defined workflow: `ModelOf<typeof invoiceCheck, 'Invoice'>`. */
type ModelOf<Defined, Name extends keyof NonNullable<ModelTypes<Defined>>> = NonNullable<ModelTypes<Defined>>[Name];
type ModelTypes<Defined> = Defined extends {
  readonly '~models'?: infer Models;
} ? Models : never;
/**
 * A workflow written in code: the documents as objects, with the keys and words of the YAML documents. The equal YAML folder gives the same workflow and
 * digest. `folder` is the absolute folder that tool files are found in; without one the tools come from a loader of the host's own.
 * Throws `workflow_invalid` with every problem in `details.problems`; the place of a problem is its document and JSON pointer.
 */
declare function defineWorkflow<const Models extends Readonly<Record<string, WrittenModel>> = Readonly<Record<never, never>>, const Registry extends Readonly<Record<string, (keyof Models & string) | null>> = Readonly<Record<never, never>>>(documents: Omit<WorkflowDocuments, 'structured_outputs'> & {
  readonly structured_outputs?: (Omit<WrittenOutputs, 'models' | 'registry'> & {
    readonly models?: (Models & CheckedModels<Models>) | undefined;
    readonly registry?: Registry | undefined;
  }) | undefined;
}, options?: {
  readonly folder?: string | null;
}): DefinedWorkflow<Models, Registry>;
/**
 * The JSON Schema (draft 2020-12) of every document by its path in the folder, made from what reads the document: for editors, which complete keys and
 * underline mistakes while a document is written. It says what one document may hold; what documents say about each other only a load checks.
 */
declare function documentSchemas(): Readonly<Record<DocumentFile, JsonObject>>;
/** Name of the person in every workflow channel. */
declare const person = "user";
/**
 * A workflow's rules as AG2's transition graph, once the participants have ids. The person opens the channel; document order is the
 * priority; nobody next is `no_transition_matched` (workflow-documents 8).
 */
declare function compileGraph(workflow: Workflow, ids: ReadonlyMap<string, AgentId>): TransitionGraph;
/**
 * What became of a rule: it fired; it applies, but one that is looked at earlier fired (`earlier_fired`); or the first thing that kept it from applying.
 * What was wanted stands in the rule's own condition, what was found in `values` and in the explanation's facts.
 */
type RuleVerdict = 'fired' | 'earlier_fired' | 'other_speaker' | 'other_value' | 'expression_false' | 'no_tool' | 'other_tool';
/** One rule of a graph and what became of it. */
interface RuleExplanation {
  readonly transition: GraphTransition;
  /** Place in the graph, from 1: in a graph of documents the place in the order of rules. */
  readonly place: number;
  readonly verdict: RuleVerdict;
  /** The context variables that the condition looks at, as they were; null for one that was not there. */
  readonly values: JsonObject;
}
/** Why a graph led where it led. */
interface GraphExplanation {
  readonly speaker: AgentId;
  /** The tool that the packet names; null when it names none. */
  readonly tool: string | null;
  /** Every rule, in the order in which rules are looked at. */
  readonly rules: readonly RuleExplanation[];
  /** Where no rule leads: chosen when none fired. */
  readonly defaultTarget: GraphTarget;
  /** What was chosen: what `selectTarget` gives. */
  readonly target: GraphTarget;
}
/** Tells of every rule why it fired or did not. It decides nothing of its own: which rule fired is asked where `selectTarget` asks. */
declare function explainTarget(graph: TransitionGraph, facts: GraphFacts): GraphExplanation;
/** A tuple that an expression writes: no JSON value is one, and it never equals a list. */
declare class Tuple {
  readonly items: readonly PythonValue[];
  constructor(items: readonly PythonValue[]);
}
/** What a part of an expression can be: a JSON value, a tuple, or a list that holds one. */
type PythonValue = Json | Tuple | readonly PythonValue[];
/** Equality as Python's `==` has it: `true == 1`, `1 == 1.0`, deep on lists, tuples and objects. AG2's fold uses it. */
declare function pythonEquals(left: PythonValue, right: PythonValue): boolean;
/** The subscriptions of one handle. */
interface ChangeListeners {
  /** Subscribes to what is at or beneath a normalised path. */
  add(path: string, listener: (path: string) => void): Subscription;
  /** Tells of changed files, each once, after the caller's own work: a slow or throwing listener neither delays nor fails a writer. */
  tell(changed: Iterable<string>): void;
  /** Tells of all that may have changed when nobody knows what did: the files there are, and each subscription's own path for those that are gone. */
  tellLost(files: Iterable<string>): void;
  /** How many subscriptions are open. */
  size(): number;
  /** Ends all of them. */
  close(): void;
}
/** No subscriptions yet. `idle` is called whenever the last one ended. */
declare function changeListeners(idle?: () => void): ChangeListeners;
/**
 * Refuses (`journal_invalid`) what may not enter a journal in this state: a sender that takes no part, a turn out of order, data that
 * cannot be folded, anything after the channel closed. AG2 appends first and folds afterwards; a bad line there stops it from
 * opening again (ag2-network 13.3).
 */
declare function checkEnvelope(facts: ChannelFacts, state: JournalState, envelope: Envelope): void;
type Replied = FactData<'intarsia.model.replied'>;
type Claimed = FactData<'intarsia.tool.claimed'>;
type Resolved = FactData<'intarsia.effect.resolved'>;
type Settled = FactData<'intarsia.tool.settled'>;
/**
 * How far a turn came. `open`: its run goes on, or was interrupted: the lease says which. A failed, cancelled or paused turn may still be answered, after
 * a resume or a person's answer.
 */
type TurnStatus = 'answered' | 'open' | 'paused' | 'failed' | 'cancelled';
/** One turn of a journal, to choose from. The person's words are turns here, too: the graph moves on them. */
interface TurnSummary {
  readonly id: TurnId;
  /** Place among the turns of the conversation, from 1. */
  readonly place: number;
  /** Who speaks in it. */
  readonly agent: string;
  readonly status: TurnStatus;
  /** Places of its first and last envelope in the journal, from 1; null while none of it is there. */
  readonly envelopes: {
    readonly first: number;
    readonly last: number;
  } | null;
  /** ISO time of its first envelope. */
  readonly at: string | null;
}
/** Everything that a journal tells of one turn, in words and names; ids are told where they are needed to act. */
interface TurnExplanation extends TurnSummary {
  /** Agent id -> name, for the ids in `next`. */
  readonly names: Readonly<Record<string, string>>;
  /** What was said that led to it; null for the words that open a channel. */
  readonly trigger: {
    readonly envelope: EnvelopeId;
    readonly sender: string;
    readonly text: string;
  } | null;
  readonly replies: readonly ReplyExplanation[];
  /** More than one after a rejected reply was asked for again. */
  readonly judgements: readonly Judgement[];
  /** In the order in which they were first claimed or requested. */
  readonly calls: readonly CallExplanation[];
  /** Writes to the context, in the order in which they were recorded. */
  readonly writes: readonly WriteExplanation[];
  readonly refusedWrites: readonly RefusedWriteExplanation[];
  readonly runEvents: readonly RunEvent[];
  /** What it said in the end; null while it is not answered. `routing` is null for plain text. */
  readonly said: {
    readonly envelope: EnvelopeId;
    readonly text: string;
    readonly routing: Packet['routing'] | null;
  } | null;
  /** Who speaks next, and why; null while the turn is not answered. */
  readonly next: NextExplanation | null;
  /** The context after the turn, or as far as it came. */
  readonly contextVariables: JsonObject;
}
/** One reply of the model. */
interface ReplyExplanation {
  readonly ordinal: number;
  readonly at: string;
  readonly model: string;
  readonly text: string;
  /** Names of the tools that it called. */
  readonly toolCalls: readonly string[];
  readonly finishReason: string;
  readonly usage: Replied['usage'];
  readonly visibility: Replied['visibility'];
  /** Null for a reply that is shown, and in older journals. */
  readonly hiddenBecause: Replied['hidden_because'] | null;
}
/** What the contract of an agent said of a reply. */
type Judgement = {
  readonly kind: 'accepted';
  readonly ordinal: number;
  readonly model: string;
  readonly repair: 'fence' | null;
} | {
  readonly kind: 'rejected';
  readonly ordinal: number;
  readonly model: string;
  readonly problems: FactData<'intarsia.output.rejected'>['problems'];
  /** How many problems there are; `problems` may be fewer. */
  readonly total: number;
};
/** One tool call with everything that became of it. */
interface CallExplanation {
  readonly key: CallKey;
  /** `auto tool 1`, `call 2 of reply 1`. */
  readonly place: string;
  readonly tool: string;
  readonly effect: Claimed['effect'];
  readonly argumentsDigest: string;
  readonly status: CallRecord['status'];
  /** What a person was asked, and answered; null for a tool that asks nobody. */
  readonly request: CallRequest | null;
  /** What a person was asked to approve last, and decided; null for a call that nobody was asked to approve. */
  readonly approval: CallApproval | null;
  readonly attempts: readonly AttemptExplanation[];
}
/** What a UI_Tool asked. `answer` is null while it waits. */
interface CallRequest {
  readonly at: string;
  readonly component: string;
  readonly mode: string;
  readonly payload: Json;
  readonly actions: readonly string[];
  readonly answer: {
    readonly at: string;
    readonly action: string | null;
    readonly response: JsonObject;
  } | null;
}
/** What a person was asked to approve. `decision` is null while it waits; a denied call has no attempt that entered its tool. */
interface CallApproval extends Pick<FactData<'intarsia.approval.requested'>, 'arguments' | 'definition' | 'risk'> {
  readonly at: string;
  readonly decision: (Pick<FactData<'intarsia.approval.decided'>, 'decision' | 'by' | 'reason'> & {
    readonly at: string;
  }) | null;
}
/** One execution of a call. */
interface AttemptExplanation {
  readonly attempt: number;
  /** Number of the lease under which it was claimed. */
  readonly epoch: number;
  readonly claimedAt: string;
  /** Null while nobody recorded an end: it runs, or its owner died. */
  readonly end: AttemptEnd | null;
  /** How it ended after it was settled without its end. */
  readonly late: (Pick<FactData<'intarsia.tool.late'>, 'status' | 'result'> & {
    readonly at: string;
    readonly durationMs: number;
  }) | null;
}
/** What was recorded of an attempt's end. */
type AttemptEnd = ({
  readonly kind: 'settled';
  readonly at: string;
  readonly durationMs: number;
} & Pick<Settled, 'status' | 'code' | 'result'>) |
/** Claimed, and never started. */
{
  readonly kind: 'released';
  readonly at: string;
} |
/** Nobody saw how it ended; `resolution` says what a person or the tool's `reconcile` said of it. */
{
  readonly kind: 'uncertain';
  readonly at: string;
  readonly resolution: (Pick<Resolved, 'resolution' | 'result' | 'by'> & {
    readonly at: string;
    readonly code: ErrorCode | null;
  }) | null;
};
/** Where a write to the context came from. `participant`: somebody who writes no facts, as every participant of a plain AG2 channel. */
type WriteOrigin = {
  readonly kind: 'tool' | 'outcome' | 'ui_response';
  readonly call: CallKey;
  readonly tool: string;
} | {
  readonly kind: 'agent_text' | 'person_words' | 'participant';
  readonly sender: string;
};
/** One write to the context. */
interface WriteExplanation {
  readonly key: string;
  readonly operation: 'set' | 'delete';
  /** Null for a delete. */
  readonly value: Json;
  /** Null where the journal does not say. */
  readonly writer: ContextWriter | null;
  readonly origin: WriteOrigin;
  /**
   * Which envelope brought it into the context: the turn's packet, or an `ag2.context.set`. `overwritten`: a later write of the same commit won. `pending`:
   * none yet.
   */
  readonly committed: 'packet' | 'context_set' | 'overwritten' | 'pending';
}
/** A write that the rules refused. Its value is nowhere in the journal. */
type RefusedWriteExplanation = FactData<'intarsia.context.refused'>['writes'][number] & {
  /** The call that wanted it; null for words. */
  readonly call: CallKey | null;
};
/** What happened to the run during the turn, or because of it; `turn_failed`: why the turn stopped without an answer. */
type RunEvent = {
  readonly at: string;
} & ({
  readonly kind: 'started';
  readonly reason: FactData<'intarsia.run.started'>['reason'];
  readonly epoch: number;
} | {
  readonly kind: 'paused';
  readonly reason: FactData<'intarsia.run.paused'>['reason'];
} | ({
  readonly kind: 'turn_failed';
} & Pick<FactData<'intarsia.turn.failed'>, 'code' | 'message' | 'retryable'>) | ({
  readonly kind: 'ended';
} & Pick<FactData<'intarsia.run.ended'>, 'status' | 'code' | 'message' | 'resumable'>) | {
  readonly kind: 'closed';
  readonly reason: string;
});
/** Who speaks next, and why. */
interface NextExplanation {
  readonly by: {
    readonly kind: 'graph';
    readonly explanation: GraphExplanation;
  } |
  /** The packet itself said so, past the graph. */
  {
    readonly kind: 'packet';
    readonly routing: Packet['routing'];
  };
  readonly leads: {
    readonly kind: 'speaks';
    readonly agent: string;
  } | {
    readonly kind: 'ends';
    readonly reason: string;
  };
  /** Why the channel has to be closed now, also when somebody was chosen (`max_turns`); null when it goes on. */
  readonly closes: string | null;
}
/**
 * The turns of a journal in their order, from its first envelope on: everything said, by agents and by the person, and the turn that an agent still owes.
 * Works on any journal, also on one without facts, as AG2 alone writes it. Throws `journal_version` for a record of ours that only a newer release knows.
 */
declare function turnsOf(facts: ChannelFacts, envelopes: readonly Envelope[]): readonly TurnSummary[];
/** Everything that a journal tells of one turn; null when it has no turn of that id. Throws as `turnsOf` does. */
declare function explainTurn(facts: ChannelFacts, envelopes: readonly Envelope[], id: TurnId): TurnExplanation | null;
/** Files of a store by their normalised paths, with the folders that are there because of them. Nothing costs a look at files beside what it is about. */
interface FileTable<File> {
  get(path: string): File | undefined;
  set(path: string, file: File): void;
  /** Removes the file and everything beneath; the paths of what went. */
  delete(path: string): readonly string[];
  /** Sorted names of the direct children, folders with a trailing `/`. */
  list(folder: string): readonly string[];
  /** True for a file and for a folder. */
  exists(path: string): boolean;
  count(): number;
  entries(): IterableIterator<[path: string, file: File]>;
}
/** A table without a file, for whoever keeps the files of a store in memory. */
declare function fileTable<File>(): FileTable<File>;
/** The state of a channel before its first envelope. */
declare function initialState(facts: ChannelFacts): JournalState;
/**
 * The next state. Pure, and total for every envelope that `checkEnvelope` lets into a journal; what AG2 would store and fold past
 * (types of others) changes nothing but the counters. Throws `journal_version` for a record of ours that only a newer release knows.
 */
declare function foldJournal(facts: ChannelFacts, state: JournalState, envelope: Envelope): JournalState;
/** Why the channel has to be closed now, or null: nobody is next, or the turns are used up (ag2-network 7.2). */
declare function closeReasonOf(facts: ChannelFacts, channel: ChannelState): string | null;
/** Context variables after deletes, then sets. The keys of other variables keep their values without a copy of them. */
declare function applyUpdates(variables: JsonObject, updates: ContextUpdates): JsonObject;
/** The causation id of the `ag2.context.set` that carries what a turn wrote before it failed. */
declare const writesOf: (turn: string, ordinal: number) => string;
/** A write whose path and bytes were checked, so that nothing can fail half way. */
type PreparedOperation = {
  readonly kind: 'write' | 'append';
  readonly path: string;
  readonly bytes: Uint8Array;
} | {
  readonly kind: 'delete';
  readonly path: string;
};
/** Conditions with every path normalised. */
interface PreparedConditions {
  readonly fence: {
    readonly lease: string;
    readonly epoch: number;
  } | null;
  readonly expect: NonNullable<CommitConditions['expect']>;
}
/** Checks the path of an operation and encodes its text. Throws `path_invalid`. */
declare const prepareOperation: (operation: StoreOperation) => PreparedOperation;
/** Checks the paths of conditions. Throws `path_invalid`. */
declare const prepareConditions: ({ fence, expect }: CommitConditions) => PreparedConditions;
/** The path of the first expectation that does not hold, or null. */
declare function brokenExpectation(expect: PreparedConditions['expect'], stat: (path: string) => FileStat | null): string | null;
/** A lease as it was granted or released last. */
interface StoredLease {
  /** Null once released. */
  readonly owner: string | null;
  readonly epoch: number;
  /** When it runs out, on the clock of the store. */
  readonly until: number;
}
/** What a table of leases is given. */
interface LeaseTableOptions {
  /** The time of the store, in milliseconds. */
  readonly now: () => number;
  /** Epochs begin with the number after this one. Default 0. */
  readonly epochsAfter?: number;
  /** Makes a change last, and has it `set` then; when it throws, nothing changed. Default: it is set, and lasts as long as the table. */
  readonly save?: (name: string, lease: StoredLease) => void;
}
/** The leases of a store that keeps them in memory. Names are normalised, and each call is one step that nothing comes between. */
interface LeaseTable extends LeaseOperations {
  /** Puts a lease there as it was saved. */
  set(name: string, lease: StoredLease): void;
  /** The epoch granted last when the fence does not hold, else null. A lease that ran out still fences until another owner takes it. */
  staleAgainst(fence: PreparedConditions['fence']): number | null;
}
/** A table without a lease. */
declare function leaseTable(options: LeaseTableOptions): LeaseTable;
/**
 * A JournalStore in the memory of this process, with leases on the monotonic side of `clock`. Nothing of it survives the process, and no
 * other process sees it, hence `fenced: false`. Appends copy only what they bring.
 */
declare function memoryStore(clock: Clock): JournalStore;
/** The one lease of a conversation's namespace: who holds it may write its journal. */
declare const conversationLease = "/intarsia/conversation";
/** The folder of a namespace in a store that keeps namespaces as folders. Throws `path_invalid` for a name that is empty, too long or malformed. */
declare function namespacePath(namespace: StoreNamespace): string;
/** The namespace that `namespacePath` gave this path for; throws `store_corrupt` for another path. */
declare function namespaceOfPath(path: string): StoreNamespace;
/** The namespace as a store of its own: kept apart by the backend where it can, else as a folder. Closing it leaves the store open. */
declare function namespaceStore(store: JournalStore, namespace: StoreNamespace): JournalStore;
/** The namespaces of a tenant, or of all of them, that hold a file. */
declare function storeNamespaces(store: JournalStore, tenant?: string, options?: CallOptions): Promise<readonly StoreNamespace[]>;
/** The subscriptions that were made through one view of a store: its close ends them, and no others. */
interface OwnSubscriptions {
  /** The same subscription, known here until it is closed. */
  add(inner: Subscription): Subscription;
  /** Closes all that are open. */
  close(): void;
}
/** For whoever writes a view of a store; there are none yet. */
declare function ownSubscriptions(): OwnSubscriptions;
/** The text of an `ag2.msg.text`, or null when it is not one. */
declare function textOf(envelope: Envelope): string | null;
/** Context updates as AG2 writes them (`set`, `delete`), or null when they are malformed. Absent parts are empty. */
declare function updatesOf(data: JsonObject): ContextUpdates | null;
/** The packet of an `ag2.packet`, or null when it is malformed; absent parts are a plain text routing, no updates, no body. */
declare function packetOf(envelope: Envelope): Packet | null;
/**
 * The part of a store beneath `prefix`, seen as a store of its own: paths, commits, expectations, leases and changes are mapped.
 * `delete('/')` empties the part; it is refused with `conflict` when a file stands at the prefix itself, which is not part of it.
 * `close()` closes this view and its subscriptions, never the store. Two views of one prefix are the same part, however they are nested.
 */
declare function scopedStore(store: JournalStore, prefix: string): JournalStore;
/** An answer now or later. */
type Answer<Value> = Value | Promise<Value>;
/** Bytes of a file, and where they begin in it. */
interface FileBytes {
  readonly start: number;
  readonly bytes: Uint8Array;
}
/** What a commit did; `start` is the byte at which an append begins that was its only operation, and means nothing otherwise. */
type BackendCommit = Exclude<CommitResult, {
  readonly kind: 'committed';
}> | {
  readonly kind: 'committed';
  readonly start: number;
};
/**
 * What is left to a place where a store is kept, once every path and name is normalised and every text is bytes. What it does not know it
 * cannot get wrong: the rules of paths and texts, calls after the end, calls that were aborted before.
 */
interface StoreBackend {
  /** What messages call it. */
  readonly name: string;
  /** Whether fences hold between processes. */
  readonly fenced: boolean;
  readonly lease: LeaseOperations;
  /** Refuses more calls than those of a closed store and of an aborted signal. */
  enter?(options?: CallOptions): void;
  stat(path: string, options?: CallOptions): Answer<FileStat | null>;
  /** The bytes [start, end) of one state of a file, clipped to it, as `clipRange` says; null for a missing one. */
  read(path: string, start: number, end: number | undefined, options?: CallOptions): Answer<FileBytes | null>;
  /** Sorted names of the direct children, folders with a trailing `/`. */
  list(folder: string, options?: CallOptions): Answer<readonly string[]>;
  exists(path: string, options?: CallOptions): Answer<boolean>;
  /** Checks the fence, then the expectations, and makes all operations in order, in one atomic step. */
  commit(operations: readonly PreparedOperation[], conditions: PreparedConditions, options?: CallOptions): Answer<BackendCommit>;
  watch(path: string, listener: (path: string) => void): Subscription;
  /** Called once, when no call begins any more; those under way may not have ended. */
  close(): Answer<void>;
}
/** The store that a backend is when the common rules are put before it. */
declare function journalStoreOf(backend: StoreBackend): JournalStore;
/**
 * The one spelling of a path of a store: a leading `/` added, `//` collapsed, a trailing `/` removed; `/` stays.
 * Throws `path_invalid` for an empty path, a `.` or `..` segment, a control character or half a surrogate pair.
 */
declare function normalisePath(path: string): string;
/** The same for what must be the path of a file: `/` is refused too. */
declare function filePath(path: string): string;
/** What every path beneath a folder begins with. Takes a normalised path. */
declare const folderPrefix: (path: string) => string;
/** Whether `path` is `folder` or beneath it. Takes normalised paths. */
declare const isAtOrBeneath: (path: string, folder: string) => boolean;
/**
 * One safe path segment for any text of 1 to 128 characters; different texts give different segments. ASCII letters, digits, `_`, `-` and
 * inner `.` stay, every other byte of the UTF-8 form becomes `%XX`. Throws `path_invalid` for an empty, too long or malformed text.
 */
declare function pathSegment(name: string): string;
/**
 * The UTF-8 bytes of a text; half a surrogate pair becomes U+FFFD. Throws `content_invalid` for what is no text, whatever its type says: `undefined`
 * would become an empty file, which no reader of JSON takes (cases C3).
 */
declare function encodeText(text: string): Uint8Array;
/** The text of the bytes [start, end) of a file. Throws `path_invalid` where the cut is inside a character. */
declare function decodeText(path: string, bytes: Uint8Array, start?: number): string;
/** The range [start, end) within a file of `size` bytes; both ends are whole numbers and clipped, and an end before the start gives an empty range. */
declare function clipRange(size: number, start: number, end: number | undefined): {
  readonly start: number;
  readonly end: number;
};
/** A piece of a file, and the bytes of the file that it stands at. */
interface TextChunk {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
/**
 * The bytes [start, end) of a file in pieces of about 1 MB, cut between characters, so that a large file never has to be held whole. Ends early where the file does.
 * Rejects with what `readRange` rejects with: `path_invalid` when `start` or `end` is inside a character.
 */
declare function textChunks(store: Pick<KnowledgeStore, 'readRange'>, path: string, { start, end, signal }: {
  readonly start?: number;
  readonly end: number;
} & CallOptions): AsyncGenerator<TextChunk>;
/** A line of a file without its end, and the byte it begins at. `isWhole`: its end is there, too. */
interface TextLine {
  readonly text: string;
  readonly offset: number;
  readonly isWhole: boolean;
}
/** The lines within the first `end` bytes of a file, read piece by piece; a last line without an end is one, an empty one is none. */
declare function textLines(store: Pick<KnowledgeStore, 'readRange'>, path: string, options: {
  readonly end: number;
} & CallOptions): AsyncGenerator<TextLine>;
/**
 * The one text of a JSON value: keys sorted by UTF-16 code units at every level, no white space, numbers as ECMAScript prints them
 * (RFC 8785). Equal values give equal text. Throws `internal` for what JSON cannot say: NaN, an infinity, `undefined`.
 */
declare const canonicalJson: (value: Json) => string;
/** Lower-case hex SHA-256 of the canonical JSON of a value. Throws as `canonicalJson` does. */
declare function digestOf(value: Json): string;
/** One field of a model as written. `default` present (null too) makes the field optional; `undefined` is no default. */
interface FieldDefinition {
  readonly type: string;
  readonly description: string | null;
  readonly default: Json | undefined;
  /** Only with `list` and `optional_list`. */
  readonly items: string | null;
  /** Only with `literal`. */
  readonly values: readonly Json[] | null;
  /** Only with `union`; `null` and `none` stand for JSON's null. */
  readonly variants: readonly string[] | null;
  /** Least value of a number, least length of text in code points, least number of items of a list. An addition of ours, like the three below. */
  readonly min?: number | null;
  readonly max?: number | null;
  /** Only for text: an ECMAScript regular expression that must match somewhere in it. */
  readonly pattern?: string | null;
  /** Only for text. */
  readonly format?: string | null;
}
/** One entry of the `models` map as written (workflow-documents 1.11). */
type ModelDefinition = {
  readonly type: 'model';
  readonly description: string | null;
  readonly fields: ReadonlyMap<string, FieldDefinition>;
} | {
  readonly type: 'literal';
  readonly description: string | null;
  readonly values: readonly Json[];
} | {
  readonly type: 'union';
  readonly description: string | null;
  readonly variants: readonly string[];
};
/** Something wrong in the definitions; `path` is a JSON pointer into the `models` map. */
interface ModelProblem {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}
/** The compiled models by name, or everything that is wrong with the definitions. */
type CompileModelsResult = {
  readonly kind: 'compiled';
  readonly models: ReadonlyMap<string, OutputModel>;
} | {
  readonly kind: 'refused';
  readonly problems: readonly ModelProblem[];
};
/**
 * Compiles the `models` of structured_outputs.yaml (workflow-documents 2). Scalars are strict, every object is closed except inside a declared open
 * object, models may contain themselves, defaults are checked here and filled in later. Literals and unions are aliases and give no model of their own.
 */
declare function compileModels(definitions: ReadonlyMap<string, ModelDefinition>): CompileModelsResult;
/** What decides that a value is accepted: our strict scalars, closed objects and filled-in defaults. */
declare const acceptanceProfile = "mozaiks.structured_output_acceptance_profile.v1";
declare const version = "mozaiks.structured_output_contract_ref.v2";
/** Names one exact output contract: whoever keeps it can tell later whether a model still accepts the same values (workflow-documents 2.5). */
interface ContractReference {
  readonly ref_schema_version: typeof version;
  readonly acceptance_profile: typeof acceptanceProfile;
  readonly schema_digest: string;
  /** The name of the model. */
  readonly model: string;
}
/** The reference of one of some models, frozen. Throws `contract_mismatch` when there is no model of that name. */
declare function contractReference(name: string, models: ReadonlyMap<string, OutputModel>): ContractReference;
/**
 * The one of some models that a reference names. Throws `contract_mismatch` when the reference is not exactly one, when there is no model of its name, and
 * when that model has another contract.
 */
declare function checkContractReference(reference: unknown, models: ReadonlyMap<string, OutputModel>): OutputModel;
/** What the door lets through. */
interface JsonLimits {
  /** UTF-8 bytes of the whole text. Default 4 MiB. */
  readonly maxBytes?: number;
}
/** The value of a text that is exactly one JSON value, frozen at every depth, or why it is not. */
type StrictJsonResult = {
  readonly kind: 'parsed';
  readonly value: Json;
  /** `fence` when the whole message was one Markdown code fence around the value and the fence was taken off; null when nothing was repaired. */
  readonly repair: 'fence' | null;
} | {
  readonly kind: 'refused';
  readonly problem: OutputProblem;
};
/** A copy of what is complete so far, to be shown while a text streams. No output: only the end can say that the text was whole (case J4). */
interface PartialJson {
  readonly kind: 'partial';
  readonly value: Json;
}
/** The strict JSON door for a text that comes in pieces. */
interface JsonReader {
  /** Takes the next piece, of any length; an empty one changes nothing. What comes after a fault or after `end` is not read. */
  push(piece: string): void;
  /** What is complete so far; null before anything is, and once the text is refused. Costs a copy of it. */
  partial(): PartialJson | null;
  /** The text ends here. The same answer at every call. */
  end(): StrictJsonResult;
}
/** Opens the strict JSON door for a streamed text: `strictJson` for the text that the pieces make together, wherever they were cut. */
declare function jsonReader(limits?: JsonLimits): JsonReader;
/**
 * The strict JSON door that every model reply and every tool call's arguments go through: the whole text is one JSON value (RFC 8259), made of plain
 * objects with own properties. One whole-message code fence (```` ``` ```` or ```` ```json ````, each on a line of its own, nothing but white space
 * outside) is taken off, and that is said as `repair`, for the caller to record or to refuse; nothing else is repaired. Refused, at the first place where
 * it shows:
 *
 * - text before or after the value, a second value, an end before the value's (cases J2, J3, J4, J9)
 * - a key that stands twice in one object, also when it is written differently (J5)
 * - a number beyond ±(2^53 - 1), one so small that it would become 0, a negative zero, each in any spelling (J6); fractions are rounded as ever
 * - the key `__proto__` anywhere, and `prototype` directly inside the value of `constructor`; a field that is only called `constructor` is fine (J7)
 * - half of a surrogate pair, a byte order mark, a raw control character, more bytes than the limit, more than 64 levels
 *
 * A problem's `path` is the JSON pointer of the member under way; its message says line and column, counted from 1 in UTF-16 units of the text.
 */
declare function strictJson(text: string, limits?: JsonLimits): StrictJsonResult;
/** An output model that was registered in code. */
interface SchemaModel extends OutputModel {
  /**
   * JSON Schema of an accepted value: what `providerSchema` says of a reply, after defaults and transforms. Null when a transform keeps that from being
   * known.
   */
  readonly acceptedSchema: JsonObject | null;
}
/**
 * An output model from a schema in code: zod, any library with Standard Schema and its JSON Schema, or plain JSON Schema. It is treated as a model of
 * structured_outputs.yaml: closed at every depth, also where the author wrote an object that lets other keys through; only an object of which no key is
 * declared (a record) stays open inside. An accepted value is what the author's schema makes of it, as frozen JSON: every key and item that was checked is
 * in it at the same kind of value, else it is rejected as `cut_short`; only where the schema's output differs from its input (a transform, and a union or a
 * recursive part with one inside) is that the author's to see to. The digest moves with what the author's JSON Schema says, so not with a refinement or a
 * transform, and with a default unless that is made anew each time.
 *
 * Throws `model_invalid` with all `problems` in its details for what cannot be closed. `validate` and `matches` reject what makes the author's code fail, and
 * throw `model_invalid` when that is asynchronous, answers as no Standard Schema does, or gives what JSON cannot hold.
 */
declare function defineModel(name: string, schema: SchemaSource<unknown>): SchemaModel;
/** What types are made for: a workflow, as far as they need it. */
interface TypedWorkflow {
  readonly name: string;
  readonly outputModels: ReadonlyMap<string, OutputModel>;
  readonly agents: ReadonlyMap<string, {
    readonly output: OutputModel | null;
  }>;
}
/**
 * The text of a TypeScript module: an interface for every model of a workflow, and `Outputs`, which says what each agent answers with. The types are those
 * of validated values: an optional field is always there, with its default or null (workflow-documents 11, 29).
 */
declare function typeScriptOf(workflow: TypedWorkflow): string;
/** A runtime over the given ports. Nothing starts by itself: `start`, `answer` and `resume` are the only verbs that run anything. */
declare function createRuntime(options: RuntimeOptions): Runtime;
/** The next thing to do in a turn. Those that only append facts are decided again at once; the others have an effect first. */
type TurnStep =
/** A claim of a dead owner on an `unsafe` tool: ask its `reconcile`, else it is uncertain. */
{
  readonly kind: 'reconcile';
  readonly call: CallRecord;
} |
/** A call that may run again (or was never started): claim it under this epoch, next attempt, same key. */
{
  readonly kind: 'reclaim';
  readonly call: CallRecord;
} |
/** Everything else has run; a person must answer or allow these. */
{
  readonly kind: 'pause_for_person';
  readonly calls: readonly CallRecord[];
} | {
  readonly kind: 'run_calls';
  readonly calls: readonly CallRecord[];
} |
/** Everything that could run has run; a person must say what became of these. */
{
  readonly kind: 'pause_uncertain';
  readonly calls: readonly CallRecord[];
} | {
  readonly kind: 'ask_model';
} | {
  readonly kind: 'too_many_rounds';
} |
/** A final reply that must pass the contract of its agent. */
{
  readonly kind: 'judge';
  readonly reply: RecordedReply;
} | {
  readonly kind: 'claim_auto';
  readonly binding: ToolBinding;
} |
/** An auto tool with `on_error: fail_run` failed. */
{
  readonly kind: 'fail_on_error';
  readonly call: CallRecord;
} |
/** `errorTarget`: who speaks next because an auto tool with `on_error: route` failed. */
{
  readonly kind: 'finish';
  readonly reply: RecordedReply;
  readonly errorTarget: string | null;
};
/** How often an agent may ask for tools within one turn. */
declare const maxToolRounds = 16;
/** The place of an auto tool's call in its turn. */
declare const autoPosition: (binding: ToolBinding) => string;
/** The place of a model's call in its turn. */
declare const modelPosition: (ordinal: number, call: number) => string;
/**
 * Decides a turn from its record alone, so that a resumed turn goes on exactly where the journal ends: recorded replies and settled
 * results are never asked for again (architecture 4.4 to 4.6). `epoch` is the owner's: a claim of another epoch is a dead owner's.
 */
declare function decideTurn(agent: Agent$1, turn: OpenTurn | null, epoch: number): TurnStep;
/** Why a model stopped, in one vocabulary for all providers (tool-calling 6.1). */
type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'error' | 'cancelled' | 'incomplete' | 'unknown';
/** A provider's word in our vocabulary: `unknown` for one that is not known, undefined where there is none. */
declare function finishReason(word: string | null | undefined): FinishReason | undefined;
/** What a quota allows within one window. Absent: no limit; 0: nothing. */
interface QuotaLimits {
  /** Default 60,000. */
  readonly windowMs?: number;
  /** Model calls. */
  readonly maxRequests?: number;
  readonly maxTotalTokens?: number;
}
/** What was used of a quota in the window that is open now. */
interface QuotaStatus {
  readonly windowMs: number;
  readonly usage: {
    readonly requests: number;
    readonly totalTokens: number;
  };
  readonly limits: {
    readonly maxRequests: number | null;
    readonly maxTotalTokens: number | null;
  };
  readonly overBudget: boolean;
}
/** Counts model calls and their tokens over all operations that share it, in fixed windows. */
interface TokenQuota {
  /** Counts one more model call, before it is made; false when the window has none left, and nothing is counted. */
  take(): boolean;
  /** Counts what a model call used. */
  add(totalTokens: number): void;
  status(): QuotaStatus;
  /** Begins a new window. */
  reset(): void;
}
/**
 * A quota in memory (tool-calling 15, case TOOL-80). Calls are counted before they are made; tokens are known only afterwards, so parallel calls can end above
 * `maxTotalTokens`, and the next one is refused.
 */
declare function createQuota(limits: QuotaLimits, clock: Pick<Clock, 'monotonic'>): TokenQuota;
/** What a person decides about a call that waits: once, for exactly this call; or for every later call of the tool with this definition. */
type Decision = {
  readonly kind: 'allow' | 'deny';
  readonly scope?: 'call' | 'tool';
  readonly reason?: string;
  readonly by?: string;
};
/** A call that waits for a person. The approval is bound to tool, canonical arguments and definition (cases T10, T12, T24). */
interface PendingCall extends RequestedCall {
  /** What a decision names: a digest of tool name, canonical arguments, definition and place. */
  readonly approvalId: string;
  readonly position: string;
  readonly definitionDigest: string;
}
/** Numbers that are added up over the model calls of an operation, and whatever else providers say; the later one wins there. */
type Usage = ModelUsage & {
  readonly totalTokens: number;
  readonly details: JsonObject;
};
/** What every verb may be given beside its own input. */
interface ToolCallSettings {
  readonly tools?: ToolInputs;
  /** Where tools, defaults and the values of `ctx.data` come from (the nine paths of the source document). */
  readonly context?: CallContext;
  readonly policy?: ToolPolicy;
  readonly retry?: Partial<RetryPolicy>;
  /** Limit of one call of a tool. Default 30,000. */
  readonly toolTimeoutMs?: number;
  readonly services?: ToolServices;
  readonly signal?: AbortSignal;
  /** Named operations are claimed in the store: repeated, resumed and racing ones have one effect. Without a name every call is an operation of its own. */
  readonly operationId?: string;
  readonly claims?: ClaimStore;
  readonly onEvent?: (event: ToolEvent) => void;
  readonly log?: (entry: {
    readonly level: 'warn' | 'error';
    readonly message: string;
    readonly cause?: unknown;
  }) => void;
  /** Default: the clock and the randomness of the platform. */
  readonly clock?: Clock;
  readonly ids?: Ids;
}
/** Input of `callWithTools`; names, defaults and precedence are those of the source document. */
interface CallWithToolsOptions extends ToolCallSettings {
  /** A runner, or a name that `models` or `context.models` knows. */
  readonly model?: AgentRunner | string;
  readonly models?: Readonly<Record<string, AgentRunner>>;
  /** 1 to 100,000 characters; or `messages` alone. */
  readonly prompt?: string;
  /** Earlier messages, before the prompt. */
  readonly messages?: readonly ModelMessage[];
  /** At most 5,000 characters. */
  readonly system?: string;
  /** Names of the tools that are offered and may be run; default all. */
  readonly only?: readonly string[];
  /** What an unknown name in `only` is. Default `error`. */
  readonly unknownTools?: 'error' | 'ignore';
  /** What a model is told of its first reply, later ones are free: a choice that stayed `required` would never come to an answer. Default `auto`. */
  readonly toolChoice?: ToolChoice;
  /** Run what the model asks for and go on, until a final answer or the limit. Default false. */
  readonly autoExecute?: boolean;
  /** Rounds of tool calls in one call of a verb; default 10, clamped at 50. */
  readonly maxTurns?: number;
  /** Calls of one reply that run at the same time. Default 4. */
  readonly concurrency?: number;
  /** Default 4,096. */
  readonly maxTokens?: number;
  /** 0 to 2, default 0.7. */
  readonly temperature?: number;
  /** Limit of the whole operation; default none. */
  readonly timeoutMs?: number;
  /** Limit of one model call; default none of ours. */
  readonly modelTimeoutMs?: number;
  /** Extra tries of a model call that failed in a way that may pass. Default 2. */
  readonly modelRetries?: number;
  /** No further model call is made once this many tokens were used. */
  readonly tokenBudget?: number;
  /** Characters of a tool's result that a model is sent; 0: all. Default 100,000. */
  readonly maxResultLength?: number;
  /** Asked for each call that needs approval; without it, or with null for an answer, the operation ends in `approval_required`. */
  readonly approve?: (call: PendingCall) => Promise<Decision | null> | Decision | null;
  /** Looks at every call of a reply before any of them runs. */
  readonly guard?: CallGuard;
  /** Whether a round that only repeats the one before is followed by a hint to the model, once. Default true. */
  readonly hintOnRepeat?: boolean;
  /** The final answer must be one JSON value of this schema. */
  readonly output?: AnswerContract;
  /** What becomes of a prompt that `flagPrompt` finds something in: `monitor` logs it, `enforce` refuses it. Default `off`. */
  readonly promptCheck?: 'off' | 'monitor' | 'enforce';
  /** Counted at every model call; one over its limits is not made. */
  readonly quota?: TokenQuota;
  /** Called with each piece of text as it streams. */
  readonly onText?: (piece: string) => void;
}
/**
 * What `resume` may be given: the same as `callWithTools`, and what people decided, by `approvalId`. The operation keeps its `operationId`; `system`, `messages` and
 * `prompt` count only where nothing was said yet.
 */
interface ResumeOptions extends CallWithToolsOptions {
  readonly decisions?: Readonly<Record<string, Decision>>;
}
/** A check of every call of a reply before any of them runs (case TOOL-75). A check that throws refuses. */
interface CallGuard {
  /** Why a call must not run, in words for the model; null lets it pass. */
  check(call: RequestedCall): Promise<string | null> | string | null;
  /** What one refusal stops: the whole `round`, and the operation with it, or that `call` alone, which the model is told. Default `round`. */
  readonly refuses?: 'round' | 'call';
}
/** What a final answer must be (tool-calling 16, case TOOL-81). */
interface AnswerContract {
  readonly schema: SchemaSource<unknown>;
  /** How often the model is asked to mend an answer that is not; default 1, at most 3. */
  readonly retries?: number;
  /** `error` fails at the first answer that is not. Default `repair`. */
  readonly onValidationError?: 'repair' | 'error';
}
interface OperationEnd {
  /** Rounds of tool calls that were run, those before a resume included; so are the next five. */
  readonly turns: number;
  /** Replies of the model, also those that were of no use. */
  readonly modelCalls: number;
  /** Those of use: what comes to the next one has its place by it, also when messages were left out meanwhile. */
  readonly replies: number;
  readonly usage: Usage;
  /**
   * Valid for a provider as they stand: each call is answered once, right after the message that asked. Only where the end is `tool_calls` or
   * `approval_required` does the last message ask for calls that are still open; what some of them came to already is in `toolResults`.
   */
  readonly messages: readonly ModelMessage[];
  /** In the order of the calls. */
  readonly toolResults: readonly ToolCallResult[];
  /** As the last reply says it, else the name that was asked for. */
  readonly model: string;
  readonly finishReason: FinishReason | null;
  readonly operationId: string;
}
/** How an operation ended. It is JSON, and every end can be gone on from with `resume` (tool-calling 3.5, T9, T10). */
type CallResult = OperationEnd & ({
  readonly type: 'final_answer';
  readonly text: string;
  /** The text, or all pieces but the thinking, in their order, where one is more than text. */
  readonly result: string | readonly ContentPart[];
  readonly thinking: string;
  /** What the text says under the `output` contract. */
  readonly value?: JsonObject;
  /** How often the model had to mend its answer. */
  readonly repairs: number;
} | {
  readonly type: 'tool_calls';
  readonly reason?: 'max_turns_reached';
  readonly text: string;
  readonly toolCalls: readonly RequestedCall[];
} | {
  readonly type: 'approval_required';
  readonly text: string;
  readonly pending: readonly PendingCall[];
} | {
  readonly type: 'aborted';
  readonly message: string;
} | {
  readonly type: 'error';
  readonly error: CallError;
});
/** Why an operation could not go on. */
interface CallError {
  readonly type: 'invalid_input' | 'invalid_model' | 'unknown_tools' | 'model_error' | 'timeout' | 'incomplete_response' | 'token_budget_exhausted' | 'quota_exceeded' | 'guard_refused' | 'output_validation' | 'not_suspended' | 'claim_error';
  /** A word of the source document where it has one, such as `prompt_required` or `invalid_max_turns`. */
  readonly code: string;
  readonly message: string;
  readonly details: Json;
  readonly retryable: boolean;
}
/** What a stream tells of an operation, in this order for each reply: text, then the whole calls, then their results in the order of the calls. */
type CallEvent = {
  readonly kind: 'text';
  readonly text: string;
} |
/** The text since the last reply does not count: the model is asked again, or failed (case T22). */
{
  readonly kind: 'reset';
} | {
  readonly kind: 'tool_call';
  readonly call: RequestedCall;
} | {
  readonly kind: 'tool_result';
  readonly result: ToolCallResult;
} |
/** The last one, always. */
{
  readonly kind: 'end';
  readonly result: CallResult;
};
/** An operation as it happens. It goes on when nobody reads, and every reader gets all of it. */
interface CallStream extends AsyncIterable<CallEvent> {
  readonly result: Promise<CallResult>;
}
/**
 * Asks a model with tools: once, or with `autoExecute` until a final answer or a limit (tool-calling 3). Every end has the same members and can be gone on from
 * with `resume`. Nothing is thrown but for callers that break the types.
 */
declare const callWithTools: (options: CallWithToolsOptions) => Promise<CallResult>;
/** The same as it happens: text, calls, results in the order of the calls, and always an end. It is under way at once, and goes on when nobody reads. */
declare const streamWithTools: (options: CallWithToolsOptions) => CallStream;
/**
 * Goes on from an earlier end, which may have been stored as JSON meanwhile: makes the calls that are still open, also without `autoExecute`, asks the model, and
 * so on. Results that are there are never asked for again (cases T1, T6). `decisions` are those of people about calls that waited; of two about one call the
 * first stands (case T2). That the same end is gone on from twice is known within a process, and between processes where `claims` are kept. A finished operation is refused: its `messages` are what another one can begin with.
 */
declare const resume: (earlier: CallResult, options: ResumeOptions) => Promise<CallResult>;
/** The same as it happens, as `streamWithTools` tells it: what was told before the earlier end is not told again. */
declare const streamResume: (earlier: CallResult, options: ResumeOptions) => CallStream;
/**
 * Names of the families of injection wording that a text holds; none for most texts. A cheap hint with false alarms ("pretend to be"), never a protection: what
 * a model may do is limited by its tools, their policy and approvals (case TOOL-79).
 */
declare function flagPrompt(text: string): readonly string[];
/** Characters of a prompt (tool-calling 11.1). */
declare const maxPromptLength = 100000;
/** Characters of a system prompt. */
declare const maxSystemLength = 5000;
/** Whether a tool may be offered and run. `conditional`: its `needsApproval` says of checked arguments whether a person must be asked. */
type PolicyDecision = {
  readonly kind: 'allowed';
} | {
  readonly kind: 'forbidden';
  readonly reason: 'denied' | 'not_allowed';
  readonly message: string;
} | {
  readonly kind: 'approval';
  readonly when: 'always' | 'conditional';
};
/**
 * The one decision for listing, offering and running (tool-calling T6): `deny` wins over `allow`, names are the offered ones, exactly. Neither policy can make
 * a tool that asks for approval run without it.
 */
declare function decidePolicy(policy: ToolPolicy | undefined, name: string, { approval }: Pick<ToolDefinition, 'approval'>): PolicyDecision;
/** Rounds of tool calls, unless a caller says otherwise (tool-calling 3.1). */
declare const defaultMaxTurns = 10;
/** Rounds of tool calls, whatever a caller says. */
declare const hardMaxTurns = 50;
/** What one model call used, from what its provider says in any of the usual spellings. A total that is not said is the sum; nothing said is nothing used. */
declare function readUsage(said: unknown): Usage;
/** Both together (case TOOL-15): counters are added up, also nested ones; of everything else the later value stands. */
declare function addUsage(earlier: Usage, later: Usage): Usage;
/** Records of an operation: type -> closed, versioned schema. Of two that contradict each other the one that was appended first counts. */
declare const operationRecordSchemas: {
  /** Written before the code of a tool is entered. `after` is the claim it follows, null for the first: a claim that follows another one is void. */
  readonly 'tool.claimed': z.ZodObject<{
    v: z.ZodLiteral<1>;
    id: z.ZodString;
    by: z.ZodString;
    at: z.ZodInt;
    type: z.ZodLiteral<"tool.claimed">;
    key: z.ZodString;
    position: z.ZodString;
    tool: z.ZodString;
    effect: z.ZodEnum<{
      keyed: "keyed";
      none: "none";
      unsafe: "unsafe";
    }>;
    attempt: z.ZodInt;
    after: z.ZodNullable<z.ZodString>;
    arguments_digest: z.ZodString;
    definition_digest: z.ZodString;
    timeout_ms: z.ZodNumber;
    budget: z.ZodNullable<z.ZodInt>;
  }, z.core.$strict>;
  /** The code ended. No end of a cancel, and none that a later caller could not go on from (case T18). */
  readonly 'tool.settled': z.ZodObject<{
    v: z.ZodLiteral<1>;
    id: z.ZodString;
    by: z.ZodString;
    at: z.ZodInt;
    key: z.ZodString;
    claim: z.ZodString;
    type: z.ZodLiteral<"tool.settled">;
    end: z.ZodDiscriminatedUnion<[z.ZodObject<{
      status: z.ZodLiteral<"ok">;
      result: z.ZodCustom<Json, Json>;
      effects: z.ZodReadonly<z.ZodArray<z.ZodCustom<Json, Json>>>;
    }, z.core.$strict>, z.ZodObject<{
      status: z.ZodLiteral<"error">;
      type: z.ZodEnum<{
        approval_denied: "approval_denied";
        duplicate_tool: "duplicate_tool";
        execution_error: "execution_error";
        forbidden: "forbidden";
        invalid_arguments: "invalid_arguments";
        invalid_input: "invalid_input";
        invalid_output: "invalid_output";
        invalid_tool: "invalid_tool";
        not_found: "not_found";
        timeout: "timeout";
      }>;
      message: z.ZodString;
      details: z.ZodCustom<JsonObject, JsonObject>;
    }, z.core.$strict>], "status">;
  }, z.core.$strict>;
  /** Claimed, never entered. */
  readonly 'tool.released': z.ZodObject<{
    v: z.ZodLiteral<1>;
    id: z.ZodString;
    by: z.ZodString;
    at: z.ZodInt;
    key: z.ZodString;
    claim: z.ZodString;
    type: z.ZodLiteral<"tool.released">;
  }, z.core.$strict>;
  /** Entered, and its owner stopped waiting for the end. `still_runs`: its code did not stop then. */
  readonly 'tool.abandoned': z.ZodObject<{
    v: z.ZodLiteral<1>;
    id: z.ZodString;
    by: z.ZodString;
    at: z.ZodInt;
    key: z.ZodString;
    claim: z.ZodString;
    type: z.ZodLiteral<"tool.abandoned">;
    still_runs: z.ZodBoolean;
  }, z.core.$strict>;
  /** What became of a call whose end nobody saw. */
  readonly 'effect.resolved': z.ZodObject<{
    v: z.ZodLiteral<1>;
    id: z.ZodString;
    by: z.ZodString;
    at: z.ZodInt;
    key: z.ZodString;
    claim: z.ZodString;
    type: z.ZodLiteral<"effect.resolved">;
    resolution: z.ZodEnum<{
      failed: "failed";
      happened: "happened";
      run_again: "run_again";
    }>;
    result: z.ZodCustom<Json, Json>;
  }, z.core.$strict>;
  /** A call waits for a person. */
  readonly 'approval.requested': z.ZodObject<{
    v: z.ZodLiteral<1>;
    id: z.ZodString;
    by: z.ZodString;
    at: z.ZodInt;
    type: z.ZodLiteral<"approval.requested">;
    approval: z.ZodString;
    position: z.ZodString;
    tool: z.ZodString;
    arguments: z.ZodCustom<Json, Json>;
    definition_digest: z.ZodString;
  }, z.core.$strict>;
  /** What a person decided. `scope` says whether it stands for every later call of the tool with this definition, too. */
  readonly 'approval.decided': z.ZodObject<{
    v: z.ZodLiteral<1>;
    id: z.ZodString;
    by: z.ZodString;
    at: z.ZodInt;
    type: z.ZodLiteral<"approval.decided">;
    approval: z.ZodString;
    tool: z.ZodString;
    definition_digest: z.ZodString;
    decision: z.ZodEnum<{
      allow: "allow";
      deny: "deny";
    }>;
    scope: z.ZodEnum<{
      call: "call";
      tool: "tool";
    }>;
    reason: z.ZodNullable<z.ZodString>;
  }, z.core.$strict>;
};
/** Name of a record. */
type OperationRecordType = keyof typeof operationRecordSchemas;
/** The record of that name. */
type OperationRecordOf<Type extends OperationRecordType> = z.output<(typeof operationRecordSchemas)[Type]>;
/** One entry of a call by one owner. */
interface CallAttempt {
  /** Id of its claim. */
  readonly claim: string;
  /** The gate that claimed. */
  readonly by: string;
  /** When it was claimed, in milliseconds since the Unix epoch on the owner's clock. */
  readonly at: number;
  readonly timeoutMs: number;
  /** `abandoned`: its owner waits for no end; `stopped`: the same, and its code stopped, too. `run_again`: nobody saw its end, and it was resolved so. */
  readonly state: 'open' | 'released' | 'abandoned' | 'stopped' | 'run_again';
}
/** One call of an operation, by its key. */
interface OperationCall {
  readonly key: string;
  readonly position: string;
  readonly tool: string;
  readonly effect: ClaimRequest['effect'];
  readonly argumentsDigest: string;
  readonly definitionDigest: string;
  /** Never empty; the last one is the current one. */
  readonly attempts: readonly CallAttempt[];
  readonly end: ClaimedEnd | null;
  /** Id of the record that said last what became of it, when nobody saw that; null for a call that needed none. */
  readonly resolution: string | null;
}
/** What a person decided. */
interface RecordedDecision {
  /** Id of its record. */
  readonly id: string;
  readonly kind: 'allow' | 'deny';
  readonly scope: 'call' | 'tool';
  readonly reason: string | null;
  readonly by: string;
}
/** A call that waits for a person, or was decided. Null request: it was decided without having been recorded as waiting. */
interface OperationApproval {
  readonly approval: string;
  readonly tool: string;
  readonly definitionDigest: string;
  readonly request: OperationRecordOf<'approval.requested'> | null;
  readonly decision: RecordedDecision | null;
}
/** What the records of an operation say. */
interface OperationState {
  readonly calls: ReadonlyMap<string, OperationCall>;
  readonly approvals: ReadonlyMap<string, OperationApproval>;
  /** Decisions for every call of a tool with one definition, by `standingKey`; the one that was decided last. */
  readonly standing: ReadonlyMap<string, RecordedDecision>;
  /** Ids of the records. */
  readonly ids: ReadonlySet<string>;
}
/**
 * What the records of an operation say, whoever wrote them and in which order they meant to: of two that contradict each other the earlier one counts, and a
 * later one is as if it were not there. Pure: no clock is read, so an owner's silence is nothing that a fold knows. Throws `journal_version` for a record of a
 * newer release. `before`: what the records before these say.
 */
declare function foldOperation(records: readonly JsonObject[], before?: OperationState): OperationState;
/** What reading and writing an operation takes: the two options by which the verbs know it, and what they have defaults for. */
interface OperationAccess {
  readonly claims: ClaimStore;
  /** The name that its caller gave the operation; free text of 1 to 128 characters. */
  readonly operationId: string;
  /** Default: the clock and the randomness of the platform. `ids` must be random between everybody who writes: a record is known by its id. */
  readonly clock?: Clock;
  readonly ids?: Ids;
}
/** What the records of an operation say now: observation, changes nothing. Throws `journal_version` for a record of a newer release. */
declare function readOperation({ claims, operationId }: Pick<OperationAccess, 'claims' | 'operationId'>): Promise<OperationState>;
/** What an approval is of. */
type ApprovalSubject = Pick<PendingCall, 'approvalId' | 'name' | 'definitionDigest'>;
/** What became of a decision. `conflict`: it was decided before, otherwise; that decision stands and nothing changed (cases T2, T3). */
type DecidedApproval = {
  readonly kind: 'decided';
  readonly decision: RecordedDecision;
} |
/** The same was decided before. */
{
  readonly kind: 'repeated';
  readonly decision: RecordedDecision;
} | {
  readonly kind: 'conflict';
  readonly decision: RecordedDecision;
};
/** Records that a call waits for a person, once; for who inspects the operation. */
declare function requestApproval(access: OperationAccess, call: PendingCall): Promise<void>;
/** Records what a person decided. Of all decisions of one approval, by any number of processes, the first in the log counts. */
declare function decideApproval(access: OperationAccess, subject: ApprovalSubject, decision: Decision): Promise<DecidedApproval>;
/** The decision that holds for a call: that of this exact call, else one that stands for its tool with this definition; null when a person must say (case T12). */
declare function decisionFor({ approvals, standing }: OperationState, subject: ApprovalSubject): RecordedDecision | null;
/**
 * Decides, by the records of an operation, whether a call may be entered: for repeated, resumed and racing callers of any number of processes.
 *
 * A call is entered by who stands first in the log. An owner that was silent for longer than its limit and `claimMarginMs` is taken for dead: a call without
 * effect, or with one that happens once per key, runs again under the same key; an `unsafe` one is what its `reconcile` says, and else uncertain.
 *
 * Silence is measured between the wall clock of the owner, as it stamped its claim, and that of who asks. Clocks that differ by less than the margin change
 * nothing. Where they differ by more, an owner may be taken for dead while it still works: a call that may run again then runs twice at the same time, which its
 * effect declares to be harmless; an `unsafe` one is still never entered twice unless its `reconcile` or a person says wrongly that it did not happen. The
 * journal of a run promises more: its leases are on the store's own clock, and who lost one can write nothing more.
 */
declare function claimGate(access: OperationAccess): ClaimGate;
/**
 * How much longer than its limit an owner may be silent, in milliseconds, before it is taken for dead: for the store, for a tool that is slow to stop, and for
 * the difference between two processes' clocks.
 */
declare const claimMarginMs = 10000;
/** The key of a call: its operation, place and tool, in an encoding that no other three texts share (cases T5, T19). Arguments are compared, not part of it. */
declare const operationCallKey: (operationId: string, { position, tool }: Pick<ClaimRequest, 'position' | 'tool'>) => string;
/** Where a call stands at a moment. `interrupted`: entered by an owner that is gone, and it may run again. `free`: nobody is in it, and it may be claimed. */
type CallStatus = 'running' | 'ended' | 'free' | 'interrupted' | 'uncertain';
/** What is known of an operation, in the order in which its calls were claimed and its approvals asked for. */
interface OperationView {
  readonly operationId: string;
  readonly calls: readonly (OperationCall & {
    readonly status: CallStatus;
  })[];
  readonly approvals: readonly OperationApproval[];
}
/** Observation: starts nothing, changes nothing. An operation that was never claimed has no calls. */
declare function inspectOperation(access: Omit<OperationAccess, 'ids'>): Promise<OperationView>;
/** What became of a resolution. `refused` says why nothing was recorded, for who resolves. */
type ResolvedOperation = {
  readonly kind: 'resolved';
} | {
  readonly kind: 'refused';
  readonly code: 'call_unknown';
  readonly message: string;
};
/**
 * Records what a person says became of a call whose end nobody saw (architecture 4.6). `by` names the person. Refused for a call that ended, that waits to be
 * claimed, that somebody still works on, for one that another person resolved first, and where a resolution names an attempt (counted from 1) for another one than that.
 */
declare function resolveOperation(access: OperationAccess, key: string, resolution: Resolution, by: string): Promise<ResolvedOperation>;
/**
 * Claims in the memory of this process: they outlive nothing else, and no other process sees them. A record is copied once, when it is appended: readers share it,
 * and nobody can change it.
 */
declare function memoryClaims(): ClaimStore;
/**
 * Claims in any store: one file an operation, `/intarsia/operations/{operation}.jsonl`. The store's appends are atomic among all processes, so its file says who
 * was first; nothing else is asked of it. Tenants are kept apart by `scopedStore`. Closing the store is up to who opened it.
 */
declare function storeClaims(store: KnowledgeStore): ClaimStore;
/** Whether a file of this path holds the records of an operation that `storeClaims` keeps, in the store or in a folder that is a view of its own. */
declare const isOperationPath: (path: string) => boolean;
/** Reads and folds the records of an operation as whoever goes on with it does. Observation: changes nothing. */
declare function verifyOperation(store: JournalStore, path: string, options?: CallOptions): Promise<VerifiedLog>;
/** What an author writes; the rest has defaults: effect `unsafe`, no reconcile, no approval, and the time limit of who calls it. */
interface ToolAuthoring<Input> {
  /** The name the model sees: a letter, then letters, digits, `_` and `-`, at most 64 in all; default: the exported name. */
  readonly name?: string;
  readonly description?: string;
  /**
   * A schema of the input: zod, any library with Standard Schema and its JSON Schema, or plain JSON Schema. It is closed at every depth; `run` gets what
   * the schema makes of the arguments. Without one an auto tool gets the validated output, a model's call any object.
   */
  readonly input?: SchemaSource<Input>;
  /** True: arguments that `input` does not declare are handed to `run` as they came, instead of being refused. Default false; what lies deeper is closed. */
  readonly openInput?: boolean;
  /** True: `"5"` is 5 where `input` wants a number, `"true"` is true where it wants a truth value; at every depth. Default false. */
  readonly coerce?: boolean;
  /** A schema of what it gives back, an object, closed as the input is. */
  readonly output?: SchemaSource<unknown>;
  readonly effect?: ToolEffect;
  readonly risk?: ToolDefinition['risk'];
  readonly sensitive?: boolean;
  /** Whether a person must approve a call before it runs; a function is asked with checked arguments. Default false. */
  readonly requiresApproval?: boolean | ((input: Input) => boolean | Promise<boolean>);
  readonly timeoutMs?: number;
  readonly hooks?: ToolHooks<NoInfer<Input>>;
  readonly publicFields?: readonly string[];
  readonly reconcile?: (key: string, context: ToolContext) => Promise<ReconcileAnswer>;
  run(input: Input, context: ToolContext): Promise<ToolValue> | ToolValue;
}
/**
 * Declares a tool. `run(input, ctx)` is called once per call key as far as its `effect` allows; what it returns must be JSON. Throws `tool_invalid` for a name that
 * no tool can have (case TOOL-57), without a `run`, and for a member that it does not know: what nobody reads could be an approval that is never asked for.
 */
declare function defineTool<Input = JsonObject>(tool: ToolAuthoring<Input>): ToolDefinition<Input>;
/**
 * The tool that a module export is: a `defineTool` value, or a plain function `fn(fields, ctx)`, which counts as `unsafe`. Null for
 * anything else. Throws `tool_invalid` with the places when the tool's input or output cannot be closed (case S4), and for an effect, a time limit or a function that is none:
 * the types of a tool file are not checked when it is loaded.
 */
declare function toolFromExport(name: string, exported: unknown): ToolDefinition | null;
/** The limit of a call whose tool has none of its own, in milliseconds. */
declare const defaultToolTimeoutMs = 30000;
/** A tool's result as detached JSON, or why it is none, in words for who wrote the tool. `cause`: what its own code threw while it was read, for a log. */
type ToolResult = {
  readonly kind: 'json';
  readonly value: Json;
} | {
  readonly kind: 'invalid';
  readonly message: string;
  readonly cause?: unknown;
};
/** How a value is read. */
interface ResultReading {
  /** What messages begin with. Default `The tool returned`. */
  readonly says?: string;
  /** What stands for bytes, which JSON cannot hold, and `beside` for what else the object around them says. Without it bytes are refused. */
  readonly bytes?: (bytes: Uint8Array, beside: object) => Json;
}
/**
 * What a tool gave back as detached JSON; undefined becomes null, dates and other values with a `toJSON` what that says, objects of the author's own classes
 * their members. Invalid is what JSON cannot hold without a loss (functions, bigints, NaN, maps, sets, promises, errors), what holds itself, what is nested
 * deeper than 200 levels, and more than `maxCallText`. Never throws, whatever the value's own code does.
 */
declare function toolResult(value: unknown, { says, bytes }?: ResultReading): ToolResult;
/** True for a result whose own `status` is `error` or `failed`, in any case: its call did not succeed (workflow-documents 4.8). */
declare function saysFailed(result: Json): boolean;
/** Input of `executeTool`; names and defaults are those of the source document. */
interface ExecuteToolOptions extends ToolCallSettings {
  readonly toolName: string;
  /** One object; what it holds counts as the JSON that it would be written as. Default `{}`. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Tells several calls of one tool in one operation apart, 1 to 128 characters; without it an operation has one direct call of each tool. */
  readonly position?: string;
  /** What a person decided of exactly this call; without it a tool that needs approval is refused with `approval_required`. */
  readonly decision?: Decision;
}
/**
 * Runs one tool that the caller chose: `{ toolName, status: 'success', result }`, or `status: 'error'` with a typed error. The tools are `tools`, else those of
 * the first of the nine paths of `context` that holds some. Names that look sensitive are no hindrance, a `policy` is (case TOOL-47).
 */
declare function executeTool(options: ExecuteToolOptions): Promise<ToolCallResult>;
/** Characters of a result that a model is sent, unless a caller says otherwise. */
declare const defaultMaxResultLength = 100000;
/** How a result is told to a model. */
interface ModelContentOptions {
  /** Characters of the whole text; 0: all. Default 100,000. */
  readonly maxLength?: number;
}
/**
 * What a model reads of a call, as JSON text: `{"ok":true,"result":…}`, or `{"ok":false,"error":{…}}` with type, message, details and `retryable` (tool-calling 6.3).
 * Nothing is hidden in it (case TOOL-69). What is longer than `maxLength` is cut, and says so with `"truncated":true` and a marker that tells how long it was (case
 * TOOL-68). Never throws, whatever a result that did not come from here holds (case TOOL-67).
 */
declare function modelContent(end: ToolCallResult, { maxLength }?: ModelContentOptions): string;
/**
 * A copy for logs and events in which the values of fields that look secret are `[REDACTED]`, at every depth (tool-calling 11.4): known names, names with `secret_`
 * in them, and names that end in `_secret`, `_key`, `_token` or `_password`; letter case aside, `-` and the humps of camelCase count as `_`. Fields that a tool
 * declares public are shown. What a model reads goes through nothing of this (case TOOL-69).
 */
declare function redact(value: JsonObject, publicFields?: readonly string[]): JsonObject;
declare function redact(value: Json, publicFields?: readonly string[]): Json;
/** How a registry is made. */
interface RegistryOptions {
  /** Stands before every name: tools are offered, listed and run under the whole name alone (case TOOL-56). */
  readonly prefix?: string;
}
/** A registry, or everything that is wrong with what it should be made from. */
type ReadRegistry = {
  readonly kind: 'registry';
  readonly registry: ToolRegistry;
} | {
  readonly kind: 'refused';
  readonly error: ToolError;
};
/**
 * A registry that never changes. Throws `tool_invalid` with every member that is no tool or has no fit name (`invalid_tool`) and every name that stands twice
 * (`duplicate_tool`) in its `details.problems`. Schemas are closed when they are first needed: one that cannot be closed costs its own tool alone (case S4).
 */
declare function createRegistry(inputs: ToolInputs, options?: RegistryOptions): ToolRegistry;
/** The same as `createRegistry` for what may be anything; its problems are a result. Never throws, whatever is given. */
declare function readRegistry(inputs: unknown, { prefix }?: RegistryOptions): ReadRegistry;
/**
 * Lower-case hex SHA-256 of what people and models decide on: name, description, closed schemas with the descriptions in them, effect and risk (case T24).
 * Throws `tool_invalid` for a schema that cannot be closed.
 */
declare function definitionDigest(tool: ToolDefinition): string;
/** One field of a tool's input in the flat view of the source document: nested objects are not expanded; null where nothing is said (tool-calling 5). */
interface ToolField {
  readonly name: string;
  /** `string`, `integer`, `number`, `boolean`, `null`, `enum`, `object`, `tuple`, `array(…)`, or several with `|` between them. */
  readonly type: string;
  readonly required: boolean;
  readonly default: Json;
  readonly doc: string | null;
}
/** Input of `listTools`; names and defaults are those of the source document. */
interface ListToolsOptions {
  readonly tools?: ToolInputs;
  /** Where tools are looked for when none are given (`resolveTools`). */
  readonly context?: CallContext;
  /** What it forbids is left out. */
  readonly policy?: ToolPolicy;
  /** Part of a name, at most 1,000 characters, upper and lower case apart. */
  readonly filter?: string;
  /** Names that may be shown; what is sensitive stays out nevertheless. */
  readonly allowedTools?: readonly string[];
  /** Only `true` shows sensitive tools. */
  readonly includeSensitive?: boolean;
  /** Default true. */
  readonly includeSchema?: boolean;
  /**
   * `json` (default): the closed JSON Schema that models are sent. `strict`: the same for a provider's strict mode, where every field is required and nothing may be
   * open. `fields`: the flat view of the source document.
   */
  readonly schemaFormat?: 'json' | 'strict' | 'fields';
  /** Default `name`; `registry`: as they were given. */
  readonly sort?: 'name' | 'registry';
}
/** A tool as anybody may know it. */
interface ListedTool {
  readonly name: string;
  readonly schema?: JsonObject | readonly ToolField[];
}
/** The tools of a registry, or why they are not listed: `invalid_input` with `details.code` `invalid_filter` or `invalid_allowed_tools`, or `invalid_tool`. */
type ListToolsResult = {
  readonly kind: 'listed';
  readonly tools: readonly ListedTool[];
  readonly count: number;
  readonly filter?: string;
  /** True unless `includeSensitive` was given. */
  readonly sensitiveExcluded: boolean;
  /** How many tools of the whole registry are sensitive or forbidden and therefore not here; their names are nobody's to know. */
  readonly excludedCount: number;
  /** Tools that would be here, but have a schema that cannot be said so, with the reason (case S4). */
  readonly invalid: readonly {
    readonly name: string;
    readonly message: string;
  }[];
  readonly source: RegistrySource;
} | {
  readonly kind: 'refused';
  readonly error: ToolError;
};
/**
 * Lists tools by name and schema, and nothing else of them. Sensitive and forbidden ones are left out first, whatever `allowedTools` says, and counted before
 * anything is chosen: with a filter, the count would tell the letters of their names (tool-calling 5).
 */
declare function listTools(options?: ListToolsOptions): ListToolsResult;
/** What an owner of a live registry does not take up, or null. */
type RefuseTool = (tool: ToolDefinition) => ToolError | null;
/** A registry whose tools come and go. Throws as `createRegistry` does for the tools that it begins with. */
declare function createLiveRegistry(inputs?: ToolInputs, refuse?: RefuseTool): LiveToolRegistry;
/** The tools of one call as they are now, and where they were found; or why they cannot be used, which is never made up for by a later place. */
type ResolvedTools = {
  readonly kind: 'resolved';
  readonly registry: ToolRegistry;
  readonly source: RegistrySource;
} | {
  readonly kind: 'refused';
  readonly error: ToolError;
  readonly source: RegistrySource;
};
/**
 * Finds the tools of a call: those that the verb was given, else the first of the nine paths of its context that holds something; nothing is merged. Null and
 * undefined are nothing; an empty registry, or `false`, is something and hides what comes after it (cases TOOL-32 to TOOL-34). The registry is a snapshot.
 */
declare function resolveTools(context?: CallContext, tools?: ToolInputs | null): ResolvedTools;
/** Parts of names that keep a tool out of listings, in any letter case (tool-calling 5). Substrings: `profile_lookup` holds `file`. */
declare const sensitiveFragments: readonly ['system', 'admin', 'config', 'registry', 'exec', 'shell', 'file', 'delete', 'destroy', 'secret', 'password', 'token', 'auth'];
/** True for a name that every provider takes: a letter, then letters, digits, `_` and `-`, at most 64 in all (case TOOL-57). */
declare const isToolName: (name: string) => boolean;
/** Checked input, or what is wrong with it in words that a model can act on. */
type ToolInput = {
  readonly kind: 'bound';
  readonly input: JsonObject;
} | RefusedInput;
/** `problems`: the first of what is wrong, by place. `cause`: what the own code of the schema threw, for a log. */
interface RefusedInput {
  readonly kind: 'refused';
  readonly message: string;
  readonly problems: readonly OutputProblem[];
  readonly cause?: unknown;
}
/**
 * The input of an auto tool, from the validated output of the turn: the declared fields, matched by name without case and
 * punctuation (`PhaseAgents` = `phase_agents`); fields that the tool does not declare are left out (workflow-documents 4.5).
 */
declare function bindOutput(tool: ToolDefinition, output: JsonObject): ToolInput;
/**
 * Checks what a tool is asked to do, with the author's own steps around it: closed at every depth, so a member that is not declared is refused, at the root
 * unless the tool declares its input open.
 */
declare function checkInput(tool: ToolDefinition, given: Json): ToolInput;
/** The tool as a model is told about it, closed at every depth where it does not declare its input open. A tool without an input schema takes any object. */
declare function describeTool(name: string, description: string | null, tool: ToolDefinition): ModelTool;
/** The required fields of a tool's input that no field of an output feeds, by the names that `bindOutput` matches (workflow-documents 4.5). */
declare function unfedFields(tool: ToolDefinition, outputFields: readonly string[]): readonly string[];
/**
 * A loader of tools that live in the host's own code, by the names of their functions: for workflows without tool files. A value is a `defineTool` tool or
 * a plain function `fn(fields, ctx)`; anything else, and a name that is not there, is missing when it is dispatched.
 */
declare function toolsInCode(tools: Readonly<Record<string, unknown>>): ToolLoader;
export { type Activation, type Agent$1 as Agent, type AgentFailure, type AgentId, type AgentNetwork, type AgentReply, type AgentRequest, type AgentRunner, type Answer, type AnswerContract, type AppScope, type ApprovalSubject, type ArtifactFile, type ArtifactStore, type ArtifactStoreOptions, type ArtifactVersion, type AttemptEnd, type AttemptExplanation, type AuthorityClass, type BackendCommit, type BuildContextRequest, type CallApproval, type CallAttempt, type CallContext, type CallError, type CallEvent, type CallExplanation, type CallGuard, type CallKey, type CallOptions, type CallRecord, type CallRequest, type CallResult, type CallStatus, type CallStream, type CallWithToolsOptions, type ChangeListeners, type Channel, type ChannelFacts, type ChannelId, type ChannelResult, type ChannelSpec, type ChannelState, type ClaimDecision, type ClaimGate, type ClaimRequest, type ClaimSlice, type ClaimStore, type ClaimedCall, type ClaimedEnd, type Clock, type CommitConditions, type CommitResult, type CompileModelsResult, type CompileWorkflowOptions, type ContentPart, type ContextAccess, type ContextReading, type ContextRefusalReason, type ContextSource, type ContextSources, type ContextTrigger, type ContextUpdates, type ContextVariable, type ContextWrite, type ContextWriteDecision, type ContextWriter, type ContractReference, type ConversationScope, type ConversationSnapshot, type DecidedApproval, type Decision, type DefinedWorkflow, type DocumentFile, type DocumentProblem, type EffectPolicy, type Envelope, type EnvelopeDraft, type EnvelopeId, type ErrorCode, type ExecuteToolOptions, type Fact, type FactData, type FactType, type FieldDefinition, type FieldShape, type FileBytes, type FileRequest, type FileResult, type FileStat, type FileTable, type FinishReason, type GraphCondition, type GraphExplanation, type GraphFacts, type GraphParticipants, type GraphTarget, type GraphTransition, type Ids, type InitialContext, IntarsiaError, type IntarsiaErrorOptions, type JournalSlice, type JournalState, type JournalStore, type Json, type JsonLimits, type JsonObject, type JsonReader, type Judgement, type KnowledgeStore, type LeaseOperations, type LeaseResult, type LeaseTable, type LeaseTableOptions, type ListToolsOptions, type ListToolsResult, type ListedTool, type LiteralValue, type LiveEvent, type LiveToolRegistry, type ModelContentOptions, type ModelDefinition, type ModelMessage, type ModelOf, type ModelProblem, type ModelShape, type ModelTool, type ModelToolCall, type ModelUsage, type NextExplanation, type NextSpeaker, type NumberShape, type OnToolError, type OpenContext, type OpenContextOptions, type OpenTurn, type OperationAccess, type OperationApproval, type OperationCall, type OperationState, type OperationView, type OutputModel, type OutputOf, type OutputProblem, type OutputResult, type OwnSubscriptions, type Packet, type PartialJson, type ParticipantSpec, type PauseReason, type PendingCall, type PersonsResponse, type PolicyDecision, type PreparedConditions, type PreparedOperation, type ProviderSchema, type QuotaLimits, type QuotaStatus, type ReadRegistry, type ReconcileAnswer, type RecordRequest, type RecordedDecision, type RecordedReply, type RefuseTool, type RefusedWrite, type RefusedWriteExplanation, type RegistryOptions, type RegistrySource, type ReplayDiagnostic, type Replayed, type ReplyExplanation, type RequestedCall, type Resolution, type ResolvedOperation, type ResolvedTools, type ResponseTrigger, type ResponseWrites, type ResumeOptions, type RetryPolicy, type RuleExplanation, type RuleVerdict, type RunEvent, type RunFacts, type RunHandle, type RunId, type RunRecord, type RunResult, type Runtime, type RuntimeOptions, type Sandbox, type SandboxCommand, type SandboxCommandResult, type SandboxFile, type SandboxId, type SandboxInfo, type SandboxOutcome, type SandboxOwner, type SandboxPort, type SandboxRequest, type SandboxService, type SandboxServiceState, type SchemaDialect, type SchemaModel, type SchemaSource, type Shape, type SourceRequest, type StandardIssue, type StandardResult, type StandardSchema, type StartResult, type StoreBackend, type StoreNamespace, type StoreOperation, type StoredLease, type StoredProblem, type StrictJsonResult, type Subscription, type TextChunk, type TextFormat, type TextLine, type TextShape, type TextTrigger, type TextTriggers, type TokenQuota, type ToolAuthoring, type ToolBinding, type ToolCallResult, type ToolCallSettings, type ToolChoice, type ToolContext, type ToolDefinition, type ToolEffect, type ToolError, type ToolErrorType, type ToolEvent, type ToolField, type ToolHooks, type ToolInput, type ToolInputs, type ToolLoadResult, type ToolLoader, type ToolOutcome, type ToolPolicy, type ToolRegistry, type ToolResult, type ToolServices, type ToolValue, type Transcript, type TranscriptMessage, type TransitionGraph, type TransitionRule, type TurnExplanation, type TurnId, type TurnStatus, type TurnStep, type TurnSummary, type TypedWorkflow, type UiAction, type UiContract, type Usage, type VerifiedLog, type VersionId, type Workflow, type WorkflowDocuments, type WorkflowFile, type WorkflowResult, type WriteExplanation, type WriteOrigin, addUsage, agentId, agentView, applyUpdates, artifactStore, asIntarsiaError, autoPosition, bindOutput, brokenExpectation, callKey, callWithTools, canonicalJson, changeListeners, channelId, checkContractReference, checkEnvelope, checkFact, checkInput, checkWrite, claimGate, claimMarginMs, clipRange, closeReasonOf, compileGraph, compileModels, compileWorkflow, contractReference, controlText, conversationLease, couldBeControlText, createLiveRegistry, createQuota, createRegistry, createRuntime, decideApproval, decidePolicy, decideTurn, decisionFor, decodeText, defaultMaxResultLength, defaultMaxTurns, defaultToolTimeoutMs, defineModel, defineTool, defineWorkflow, definitionDigest, delay, describeTool, digestOf, documentFiles, documentSchemas, encodeText, envelopeId, envelopeOf, errorCodes, events, executeTool, explainTarget, explainTurn, factDraft, factOf, factSchemas, filePath, fileTable, finishReason, fitsType, flagPrompt, foldJournal, foldOperation, folderPrefix, hardMaxTurns, initialContext, initialState, inspectOperation, isAtOrBeneath, isFactType, isIntarsiaError, isJsonObject, isOperationPath, isReservedKey, isToolName, journalLine, journalStateVersion, journalStoreOf, jsonReader, leaseTable, listTools, lostLine, maxPromptLength, maxSystemLength, maxToolRounds, memoryClaims, memoryStore, modelContent, modelPosition, namespaceOfPath, namespacePath, namespaceStore, normalisePath, openContext, operationCallKey, ownSubscriptions, packetOf, pathSegment, person, prepareConditions, prepareOperation, pythonEquals, pythonJson, readGraph, readOperation, readRegistry, readUsage, redact, replayed, requestApproval, resolveOperation, resolveTarget, resolveTools, responseWrites, resume, runId, sandboxId, saysFailed, scopedStore, selectTarget, sensitiveFragments, storeClaims, storeNamespaces, streamResume, streamWithTools, strictJson, structuredOutputKey, textChunks, textFormats, textLines, textOf, toolFromExport, toolResult, toolsInCode, turnId, turnOf, turnsOf, typeScriptOf, unfedFields, untilAborted, updatesOf, userText, variablesWithoutReader, verifyApp, verifyLines, verifyOperation, versionId, writesOf };
