import { ContainerModule } from "inversify";
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
/** Binds the process adapter: sandboxes without isolation. */
export declare function processSandboxModule(options: ProcessSandboxOptions): ContainerModule;
export {};
