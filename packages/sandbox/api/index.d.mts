import { SandboxPort } from "@intarsia/core";
/** How the process adapter is set up. */
interface ProcessSandboxOptions {
  /** Folder of the sandboxes; hosts that share it see each other's. Default: a folder of this user below the system's temporary one. */
  readonly root?: string;
  /** Path of the Node that runs the watchdog and comes first on the sandbox's PATH. Default: the running one. */
  readonly node?: string;
  /** Longest life of a sandbox from its creation, extensions included. Default 24 hours. */
  readonly maxLifetimeMs?: number;
  /** Whose code runs: the built-in offline model's, or anything else's. Default `real`. */
  readonly model?: 'offline' | 'real';
  /** The operator accepts that a real model's code runs with this user's rights. Default false. */
  readonly allowUnisolated?: boolean;
}
/**
 * Sandboxes that are plain processes of this user: a folder, process groups and a watchdog that ends them at their deadline also when
 * this process is gone. They keep programs apart, not safe: nothing hinders one from reading what this user may read.
 */
declare function processSandbox(options?: ProcessSandboxOptions): SandboxPort;
export { type ProcessSandboxOptions, processSandbox };
