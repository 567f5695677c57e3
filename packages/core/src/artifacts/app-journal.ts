import { z } from 'zod';
import { pythonJson } from '../journal/envelope.ts';
import type { ArtifactVersion, SandboxOutcome } from '../ports/artifacts.ts';
import { IntarsiaError } from '../ports/errors.ts';
import { versionId } from '../ports/ids.ts';
import type { Json, JsonObject } from '../ports/json.ts';

const details: z.ZodType<JsonObject> = z.record(z.string(), z.json() as z.ZodType<Json>);

/** Facts that outlive a conversation (architecture 3): closed, versioned, one a line. */
const recordSchema = z.discriminatedUnion('type', [
  z.strictObject({
    v: z.literal(1),
    type: z.literal('intarsia.artifact.version'),
    at: z.string(),
    id: z.string(),
    family: z.string(),
    number: z.int(),
    digest: z.string(),
    key: z.string(),
    files: z.array(z.strictObject({ path: z.string(), digest: z.string(), bytes: z.int() })),
  }),
  z.strictObject({
    v: z.literal(1),
    type: z.literal('intarsia.sandbox.outcome'),
    at: z.string(),
    key: z.string(),
    version: z.string(),
    sandbox: z.string(),
    strategy: z.string(),
    status: z.enum(['passed', 'failed']),
    details,
  }),
]);

/** One line of an app journal. */
export type AppRecord = z.output<typeof recordSchema>;

/** The fold of an app journal. */
export interface AppState {
  readonly versions: readonly ArtifactVersion[];
  readonly outcomes: readonly SandboxOutcome[];
}

/** An app without artifacts. */
export const emptyApp: AppState = { versions: [], outcomes: [] };

/** The next state; a repeated key changes nothing. */
export function foldApp(state: AppState, record: AppRecord): AppState {
  switch (record.type) {
    case 'intarsia.artifact.version': {
      if (state.versions.some((version) => version.key === record.key)) return state;
      const { family, number, digest, files, key, at } = record;
      return { ...state, versions: [...state.versions, { id: versionId(record.id), family, number, digest, files, key, createdAt: at }] };
    }
    case 'intarsia.sandbox.outcome': {
      if (state.outcomes.some((outcome) => outcome.key === record.key)) return state;
      const { key, sandbox, strategy, status } = record;
      const outcome = { key, version: versionId(record.version), sandbox, strategy, status, details: record.details };
      return { ...state, outcomes: [...state.outcomes, outcome] };
    }
  }
}

/** A record as one journal line; `journal_invalid` when it is not well formed. */
export function appLine(record: AppRecord): string {
  const parsed = recordSchema.safeParse(record);
  if (parsed.success) return `${pythonJson(record)}\n`;
  throw new IntarsiaError('journal_invalid', `"${record.type}" is not well formed: ${parsed.error.issues[0]?.message ?? ''}`);
}

/** The fold of a whole app journal. A line that cannot be read is left out. */
export function readApp(text: string): AppState {
  return text.split('\n').reduce((state, line) => {
    const record = appRecord(line);
    return record === null ? state : foldApp(state, record);
  }, emptyApp);
}

/** The record of a journal line, or null when it cannot be read. */
export function appRecord(line: string): AppRecord | null {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
