/** Any JSON value, deeply read-only: what crosses a wire, a journal line or a model's reply. */
type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** A JSON object, deeply read-only. */
interface JsonObject {
  readonly [key: string]: Json;
}
/**
 * Whose rules a schema follows when it is sent: OpenAI's (and Azure's) strict structured outputs, Anthropic's, Gemini's, or JSON Schema as it is, for
 * providers that promise nothing.
 */
type SchemaDialect = 'openai' | 'anthropic' | 'gemini' | 'json_schema';
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
declare const brand: unique symbol;
type Brand<Name extends string> = string & {
  readonly [brand]: Name;
};
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
 * half a surrogate pair, and `store_unavailable` when the backend fails. A path is normalised first: a leading `/` added, `//` collapsed, a trailing `/` removed.
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
}
/** Time, injected: nothing in core reads a clock of its own. */
interface Clock {
  /** Milliseconds since the Unix epoch. */
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
/** Ids that count 1, 2, 3, ... in hex, padded with zeros; short ids wrap around. */
export declare function countingIds(): Ids;
/** A provider to be tried, opened anew for every case. */
interface SandboxUnderTest {
  readonly port: SandboxPort;
  /** The same provider as another process would open it: it shares nothing with `port` but the sandboxes. */
  readonly again: SandboxPort;
  /** Ends every sandbox that is left. */
  close(): Promise<void>;
}
/** One requirement: `run` rejects when the provider does not meet it. Any test runner can execute it. */
interface SandboxContractCase {
  readonly name: string;
  /** Takes up to half a minute, more where creating a sandbox is slow. */
  readonly run: () => Promise<void>;
}
/**
 * What every SandboxPort must do. `open` gives a provider without sandboxes, anew for each case; Node must be on the sandbox's PATH.
 * Isolation is not asked for here: a provider that claims it proves it in its own tests.
 */
export declare function sandboxContract(open: () => Promise<SandboxUnderTest>): readonly SandboxContractCase[];
/** A provider with one fault, and the case that must catch it. */
interface FaultySandbox {
  readonly name: string;
  readonly caughtBy: string;
  /** The given, faultless provider with the fault put in. */
  readonly break: (port: SandboxPort) => SandboxPort;
}
/** Faults that adapters really have; a contract that lets one of them pass is not one. */
export declare const faultySandboxes: readonly FaultySandbox[];
/** One scripted answer: text, a full reply or failure, or a function of the request. */
type ScriptedReply = string | {
  readonly text?: string;
  readonly toolCalls?: readonly ModelToolCall[];
  readonly finishReason?: string;
} | AgentFailure | ((request: AgentRequest) => ScriptedReply | Promise<ScriptedReply>);
/** A runner that answers from a script and keeps what it was asked. */
interface ScriptedAgents extends AgentRunner {
  readonly requests: readonly AgentRequest[];
  /** Throws when the script has answers left that nobody asked for. */
  assertDone(): void;
}
/** Answers each agent's calls in order; a call beyond its script fails, so that no surplus call passes unseen. */
export declare function scriptedAgents(script: Readonly<Record<string, readonly ScriptedReply[]>>): ScriptedAgents;
/** One test of a contract, for any test runner: `run` rejects when the adapter breaks the contract. */
interface ContractCase {
  readonly name: string;
  run(): Promise<void>;
}
/** A fresh, empty store, and how to end it. */
interface StoreHarness {
  readonly store: JournalStore;
  /** Closes the store, if a case did not, and removes what it left behind. */
  close(): Promise<void>;
  /** Moves the store's clock on. Left out where the store has a real clock: cases then wait for short leases to run out. */
  advance?(ms: number): Promise<void> | void;
}
/** Makes one harness for each case. */
type StoreOpener = () => Promise<StoreHarness>;
/** Two handles on the same data, as two processes have them. */
interface SharedStoreHarness {
  readonly store: JournalStore;
  readonly other: JournalStore;
  /** Closes both and removes what they left behind. */
  close(): Promise<void>;
}
/** A store with exactly one defect, and the case of the contract that must catch it. */
interface FaultyStore {
  readonly defect: string;
  readonly caughtBy: string;
  readonly open: StoreOpener;
}
/** Stores with one defect each, made from a correct one. A contract suite that lets one of them pass is worth nothing. */
export declare const faultyStores: (open: StoreOpener) => readonly FaultyStore[];
/** Two handles with exactly one defect between them, and the case of the shared contract that must catch it. */
interface FaultySharedStore {
  readonly defect: string;
  readonly caughtBy: string;
  readonly open: () => Promise<SharedStoreHarness>;
}
/** Handles with one defect each, made from two correct ones. */
export declare const faultySharedStores: (open: () => Promise<SharedStoreHarness>) => readonly FaultySharedStore[];
/** What every JournalStore must do. Each case opens a store of its own. */
export declare function journalStoreContract(open: StoreOpener): readonly ContractCase[];
/** What must hold between two handles on the same data: for stores that several processes can open. */
export declare function sharedStoreContract(open: () => Promise<SharedStoreHarness>): readonly ContractCase[];
/** A Clock that stands still until it is told to go on. */
interface VirtualClock extends Clock {
  /** Goes on by `ms`: runs every timer that falls due, in order, and lets pending promises settle before and after each. */
  advance(ms: number): Promise<void>;
  /** How many timers wait. */
  pending(): number;
}
/** A clock for tests. `startMs` is what `now()` says first (default 2026-01-01T00:00:00Z). */
export declare function virtualClock(startMs?: number): VirtualClock;
export type { ContractCase, FaultySandbox, FaultySharedStore, FaultyStore, SandboxContractCase, SandboxUnderTest, ScriptedAgents, ScriptedReply, SharedStoreHarness, StoreHarness, StoreOpener, VirtualClock };
