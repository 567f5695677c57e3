import type { VersionId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { CallOptions } from './store.ts';

/** Namespace of an app: its artifacts outlive the conversation that made them. */
export interface AppScope {
  readonly tenant: string;
  readonly app: string;
}

/** One file of an artifact as listed; `digest` is the lower-case hex SHA-256 of its UTF-8 text. */
export interface ArtifactFile {
  readonly path: string;
  readonly digest: string;
  readonly bytes: number;
}

/** One immutable, content-addressed state of an artifact family. `number` counts from 1 within the family. */
export interface ArtifactVersion {
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
export interface SandboxOutcome {
  readonly key: string;
  readonly version: VersionId;
  readonly sandbox: string;
  readonly strategy: string;
  readonly status: 'passed' | 'failed';
  readonly details: JsonObject;
}

/** Versions of generated work, durable before anything refers to them. */
export interface ArtifactStore {
  /** Saves a version once per key. Rejects with `artifact_conflict` when the key was used with other content. */
  save(
    scope: AppScope,
    request: {
      readonly family: string;
      readonly key: string;
      readonly files: readonly { readonly path: string; readonly content: string }[];
    },
    options?: CallOptions,
  ): Promise<ArtifactVersion>;
  /** All versions, oldest first. */
  list(scope: AppScope, options?: CallOptions): Promise<readonly ArtifactVersion[]>;
  /** The files of a version with their text; rejects with `artifact_unknown`. */
  read(scope: AppScope, id: VersionId, options?: CallOptions): Promise<readonly { readonly path: string; readonly content: string }[]>;
  /** Records what a sandbox said of a version, once per key. */
  recordOutcome(scope: AppScope, outcome: SandboxOutcome, options?: CallOptions): Promise<void>;
  /** All outcomes, oldest first. */
  outcomes(scope: AppScope, options?: CallOptions): Promise<readonly SandboxOutcome[]>;
}
