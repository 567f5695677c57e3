import { Container, ContainerModule, ServiceIdentifier } from "inversify";
import { z } from "zod";
/** Any JSON value, deeply read-only: what crosses a wire, a journal line or a model's reply. */
type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object, deeply read-only. */
interface JsonObject {
  readonly [key: string]: Json;
}
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
interface Agent {
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
/** Changes to context variables: deletes first, then sets. */
interface ContextUpdates {
  readonly set: JsonObject;
  readonly delete: readonly string[];
}
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
/** The runtime and its artifacts, made of the ports that other modules bind. */
export declare const runtimeModule: ContainerModule;
/** Ports that a value is bound for, as a module: `valueModule([[tokens.agents, agents]])`. */
export declare function valueModule(values: readonly (readonly [ServiceIdentifier, unknown])[]): ContainerModule;
/**
 * A container of the given modules that is known to work: every port is made once, now. Rejects with `wiring_invalid` naming the port
 * that no module binds, that several bind, or that cannot be made.
 */
export declare function createContainer(modules: readonly ContainerModule[]): Promise<Container>;
/** What a container binds each port under. The same in every copy of this package. */
export declare const tokens: {
  readonly store: ServiceIdentifier<JournalStore>;
  readonly network: ServiceIdentifier<AgentNetwork>;
  readonly agents: ServiceIdentifier<AgentRunner>;
  readonly tools: ServiceIdentifier<ToolLoader>;
  readonly sandbox: ServiceIdentifier<SandboxPort>;
  readonly artifacts: ServiceIdentifier<ArtifactStore>;
  readonly clock: ServiceIdentifier<Clock>;
  readonly ids: ServiceIdentifier<Ids>;
  readonly workflows: ServiceIdentifier<readonly Workflow[]>;
  readonly settings: ServiceIdentifier<RuntimeSettingsBinding>;
  readonly runtime: ServiceIdentifier<Runtime>;
};
/** The plain values of a runtime: everything of its options that is no port. */
type RuntimeSettingsBinding = Omit<RuntimeOptions, 'workflows' | 'network' | 'agents' | 'tools' | 'clock' | 'ids' | 'services'>;
export type { RuntimeSettingsBinding };
