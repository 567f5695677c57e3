import type { Workflow } from '../documents/workflow.ts';
import type { Json, JsonObject } from './json.ts';
import type { ConversationScope } from './network.ts';

/** Whose values are read. `signal` is aborted when they are not needed any more, or took too long. */
export interface SourceRequest {
  readonly workflow: Workflow;
  readonly scope: ConversationScope;
  /** The app that the conversation works on. */
  readonly app: string;
  readonly signal: AbortSignal;
}

/** One file that a `file` variable names. `path` is relative, with `/`, as the document has it. */
export interface FileRequest extends SourceRequest {
  readonly path: string;
}

/** The text of a file, or why there is none to read: `why` is shown to operators, after the name of the file. */
export type FileResult = { readonly kind: 'found'; readonly text: string } | { readonly kind: 'missing'; readonly why: string };

/** One document that a `data_reference` variable names. The query has its templates filled in. */
export interface RecordRequest extends SourceRequest {
  /** Null: the database that the host takes for its own. */
  readonly database: string | null;
  readonly collection: string;
  readonly query: JsonObject;
  /** The fields that are used of the document; none for all of it. */
  readonly fields: readonly string[];
}

/** All values that `build_context` variables need. */
export interface BuildContextRequest extends SourceRequest {
  readonly names: readonly string[];
}

/**
 * What a host gives for context variables whose values stand outside the documents (workflow-documents 7.1). Every part is optional: variables of a part that
 * is not there keep their defaults. A part that cannot say now rejects; then nothing is started.
 */
export interface ContextSources {
  readonly file?: (request: FileRequest) => Promise<FileResult>;
  /** The first document that the query finds, as JSON, or null. */
  readonly record?: (request: RecordRequest) => Promise<JsonObject | null>;
  /** Values by name; one that is not there is null. The same for the whole life of a conversation: others refuse to go on with it. */
  readonly buildContext?: (request: BuildContextRequest) => Promise<Readonly<Record<string, Json | undefined>>>;
}
