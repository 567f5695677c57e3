import type { SandboxId } from './ids.ts';
import type { CallOptions } from './store.ts';

/** Who a sandbox belongs to. Every sandbox carries it, so an orphan can be attributed. */
export interface SandboxOwner {
  readonly tenant: string;
  readonly app: string;
}

/** What to create. `lifetimeMs` becomes a deadline that the provider enforces, also when this process is gone. */
export interface SandboxRequest {
  readonly purpose: 'validation' | 'preview';
  readonly owner: SandboxOwner;
  readonly lifetimeMs: number;
  /** Free labels, e.g. the artifact version and the key of the call that asked. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** What is known of a sandbox without touching it. `deadline` is an absolute ISO time. */
export interface SandboxInfo {
  readonly id: SandboxId;
  readonly purpose: 'validation' | 'preview';
  readonly owner: SandboxOwner;
  readonly labels: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly deadline: string;
}

/** One file to write; `path` is relative, `/` separated, without `.` or `..` segments. */
export interface SandboxFile {
  readonly path: string;
  readonly content: string;
}

/** A command that ran to its end. Output beyond the provider's limit is cut and `truncated` says so. */
export interface SandboxCommandResult {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly timedOut: boolean;
}

/** One command: no shell, arguments as given. */
export interface SandboxCommand {
  readonly command: readonly [string, ...string[]];
  readonly environment?: Readonly<Record<string, string>>;
  /** Killed after this long, with everything it started. Default 60,000. */
  readonly timeoutMs?: number;
  /** Called with each piece of output as it comes. */
  readonly onOutput?: (piece: { readonly stream: 'stdout' | 'stderr'; readonly text: string }) => void;
}

/** A long-lived server inside the sandbox. It finds its port in the variable `PORT` and listens on loopback. */
export interface SandboxService {
  readonly command: readonly [string, ...string[]];
  readonly environment?: Readonly<Record<string, string>>;
  /** The sandbox's answer to "which port": the provider chooses one. */
  readonly port?: number;
}

/** A server that was started in a sandbox. */
export interface SandboxServiceState {
  /** The port that `start` gave it. */
  readonly port: number;
  /** Whether the process that was started still lives; what it started in turn does not count. */
  readonly running: boolean;
}

/** A live sandbox. Methods reject with `sandbox_gone` once it ended. */
export interface Sandbox {
  readonly info: SandboxInfo;
  /** Writes all files or none. */
  writeFiles(files: readonly SandboxFile[], options?: CallOptions): Promise<void>;
  /** The text of a file, or null. */
  readFile(path: string, options?: CallOptions): Promise<string | null>;
  /** Runs a command to its end. */
  run(command: SandboxCommand, options?: CallOptions): Promise<SandboxCommandResult>;
  /** Starts a long-lived server and returns the port it was given; does not wait until it answers. */
  start(service: SandboxService, options?: CallOptions): Promise<{ readonly port: number }>;
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
export interface SandboxPort {
  readonly capabilities: { readonly isolation: 'none' | 'container' | 'machine'; readonly label: string };
  create(request: SandboxRequest, options?: CallOptions): Promise<Sandbox>;
  /** The live sandbox of that id, also one that another process created; null when there is none. */
  connect(id: SandboxId, options?: CallOptions): Promise<Sandbox | null>;
  /** Live sandboxes of that owner, or of all owners. */
  list(owner?: SandboxOwner, options?: CallOptions): Promise<readonly SandboxInfo[]>;
}
