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
/** A value a tool gives back: any JSON, or nothing. */
type ToolValue = Json | undefined;
declare const brand: unique symbol;
type Brand<Name extends string> = string & {
  readonly [brand]: Name;
};
/** Id of one immutable artifact version. */
type VersionId = Brand<'VersionId'>;
/** Id of a sandbox: lower-case letters and digits, usable as a host name label. */
type SandboxId = Brand<'SandboxId'>;
/** Options that every asynchronous call of a port takes. */
interface CallOptions {
  readonly signal?: AbortSignal;
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
/** The namespace of one conversation. Both parts are free text of 1 to 128 characters. */
interface ConversationScope {
  readonly tenant: string;
  readonly chat: string;
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
 * Files for `file` variables, from a folder and nowhere else (workflow-documents 7.1): without `root` from the folder of the workflow. A path that leads out of
 * it, also over a link, a file with the name of one with secrets (`.env…`, `.pem`, `.key`, `.pfx`, `.p12`), a folder, more than 1 MiB, and what is no UTF-8
 * are as good as missing. Rejects when the machine fails to read a file that is there.
 */
export declare function fileSources({ root }?: {
  readonly root?: string;
}): Pick<Required<ContextSources>, 'file'>;
/** How a folder is loaded. */
type LoadWorkflowOptions = Pick<CompileWorkflowOptions, 'withoutTools'>;
/** Loads one folder as often as it is asked to. */
interface WorkflowLoader {
  /**
   * The folder as it is now. Every file is read; only documents that changed since the last time are parsed again, and everything is checked again, so that
   * what is loaded, told and its digest are those of `loadWorkflow`. Never rejects.
   */
  load(): Promise<WorkflowResult>;
}
/** A loader for a folder that changes while it is worked on. It keeps what the documents said last, and no workflow: a failed load leaves none. */
export declare function workflowLoader(folder: string, options?: LoadWorkflowOptions): WorkflowLoader;
/**
 * Loads the workflow in a folder: every document, and no other file. Never rejects: a folder or a file that cannot be read is a problem in the list, like
 * everything that is wrong with the documents.
 */
export declare function loadWorkflow(folder: string, options?: LoadWorkflowOptions): Promise<WorkflowResult>;
/** The platform's clock. A timer keeps a process alive until it fired or was cancelled, as a run that only waits must go on. */
export declare const systemClock: Clock;
/** Random ids from the platform's secure source. */
export declare const randomIds: Ids;
/**
 * Loads tool files (JavaScript, or TypeScript with types that can be stripped) from `<folder>/<file>`, else `<folder>/tools/<file>`, fresh at every dispatch:
 * an edited tool file, an edited file that it imports from the workflow's folder or from the `_shared` folder beside it, is seen without a reload or a restart,
 * and nothing that did not change is read or imported again (workflow-documents 6). A file outside the workflow's folder is refused, and so is
 * one whose import does not end: a top-level `await` would hold the run for ever.
 */
export declare function toolLoader({ importLimitMs }?: {
  readonly importLimitMs?: number;
}): ToolLoader;
export type { LoadWorkflowOptions, WorkflowLoader };
