import { type ConversationStatus, type LiveFrame, listOf, members, type NumberedEvent, numberOf, textOf } from '../state/index.ts';

/** What the server says of itself and its model. */
export interface StudioInfo {
  readonly model: { readonly kind: 'offline' | 'configured'; readonly name: string; readonly sentence: string };
  readonly workflow: string;
  readonly version: string;
}

/** A conversation in the list of earlier ones. */
export interface ConversationSummary {
  readonly id: string;
  readonly title: string;
  readonly status: ConversationStatus;
}

/** A conversation's events up to its head. `ownedElsewhere`: another process runs it, or one that died and whose lease is not over yet. */
export interface Snapshot {
  readonly ownedElsewhere: boolean;
  readonly conversation: string;
  readonly status: ConversationStatus;
  readonly head: number;
  readonly events: readonly NumberedEvent[];
}

/** One envelope of the journal as the server lists it. */
export interface JournalRow {
  readonly number: number;
  readonly at: string;
  readonly sender: string;
  readonly type: string;
  readonly summary: string;
  readonly data: unknown;
}

/** A part of the journal, and the cursor to read on from; how many lines of it could not be read. */
export interface JournalPage {
  readonly rows: readonly JournalRow[];
  readonly next: string;
  readonly quarantined: number;
}

/** One version of the app. `digest` tells whether a file changed. */
export interface Version {
  readonly id: string;
  readonly number: number;
  readonly createdAt: string;
  readonly outcome: 'passed' | 'failed' | null;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly digest: string }[];
}

/** A file with its text. */
export interface SourceFile {
  readonly path: string;
  readonly content: string;
}

/** The running app. `deadline` is an ISO time. */
export interface Preview {
  readonly state: 'none' | 'starting' | 'ready' | 'stopped' | 'expired';
  readonly url: string | null;
  readonly localUrl: string | null;
  readonly deadline: string | null;
  readonly sandbox: string | null;
}

// Everything below reads JSON that came over the wire: the one place where unknown data gets a type.

const statuses: readonly string[] = ['new', 'running', 'paused', 'completed', 'failed', 'cancelled', 'interrupted'];
const isStatus = (value: unknown): value is ConversationStatus => typeof value === 'string' && statuses.includes(value);
const statusOf = (value: unknown): ConversationStatus => (isStatus(value) ? value : 'new');

/** A numbered event, or null when it is none. Its kind may be one that this page does not know yet. */
export function readNumberedEvent(value: unknown): NumberedEvent | null {
  const { seq, at, event } = members(value);
  if (typeof seq !== 'number' || typeof at !== 'string' || textOf(event, 'kind') === null) return null;
  return value as NumberedEvent;
}

/** A live frame, or null. */
export function readLiveFrame(value: unknown): LiveFrame | null {
  const { kind, message, agent, text } = members(value);
  if (typeof message !== 'string' || typeof agent !== 'string') return null;
  if (kind === 'message.reset') return { kind, message, agent };
  return kind === 'message.text' && typeof text === 'string' ? { kind, message, agent, text } : null;
}

/** The answer to `GET …/snapshot`. */
export function readSnapshot(value: unknown): Snapshot {
  const events = listOf(value, 'events').map(readNumberedEvent);
  return {
    conversation: textOf(value, 'conversation') ?? '',
    status: statusOf(members(value)['status']),
    ownedElsewhere: textOf(value, 'owner') === 'elsewhere',
    head: numberOf(value, 'head') ?? 0,
    events: events.filter((event) => event !== null),
  };
}

/** The answer to `GET /api/studio`. */
export function readStudioInfo(value: unknown): StudioInfo {
  const { model } = members(value);
  return {
    model: {
      kind: textOf(model, 'kind') === 'configured' ? 'configured' : 'offline',
      name: textOf(model, 'name') ?? '',
      sentence: textOf(model, 'sentence') ?? '',
    },
    workflow: textOf(value, 'workflow') ?? '',
    version: textOf(value, 'version') ?? '',
  };
}

/** The answer to `GET /api/conversations`. */
export function readConversations(value: unknown): readonly ConversationSummary[] {
  return listOf(value, 'conversations').flatMap((entry) => {
    const id = textOf(entry, 'conversation');
    if (id === null) return [];
    return [{ id, title: textOf(entry, 'title') ?? '', status: statusOf(members(entry)['status']) }];
  });
}

/** The answer to `GET …/journal`. */
export function readJournalPage(value: unknown): JournalPage {
  const rows = listOf(value, 'entries').map((row) => ({
    number: numberOf(row, 'number') ?? 0,
    at: textOf(row, 'at') ?? '',
    sender: textOf(row, 'sender') ?? '',
    type: textOf(row, 'type') ?? '',
    summary: textOf(row, 'summary') ?? '',
    data: members(row)['data'] ?? null,
  }));
  return { rows, next: textOf(value, 'next') ?? '', quarantined: listOf(value, 'quarantined').length };
}

/** The answer to `GET …/artifacts`, oldest version first. */
export function readVersions(value: unknown): readonly Version[] {
  return listOf(value, 'versions')
    .map((version): Version => {
      const outcome = textOf(version, 'outcome');
      return {
        id: textOf(version, 'id') ?? '',
        number: numberOf(version, 'number') ?? 0,
        createdAt: textOf(version, 'createdAt') ?? '',
        outcome: outcome === 'passed' || outcome === 'failed' ? outcome : null,
        files: listOf(version, 'files').map((file) => ({
          path: textOf(file, 'path') ?? '',
          bytes: numberOf(file, 'bytes') ?? 0,
          digest: textOf(file, 'digest') ?? '',
        })),
      };
    })
    .toSorted((left, right) => left.number - right.number);
}

/** The answer to `GET …/artifacts/:version/files`. */
export function readSourceFiles(value: unknown): readonly SourceFile[] {
  return listOf(value, 'files').map((file) => ({ path: textOf(file, 'path') ?? '', content: textOf(file, 'content') ?? '' }));
}

/** The answer to `GET …/preview`. Only addresses of this machine's own web servers are taken. */
export function readPreview(value: unknown): Preview {
  const state = textOf(value, 'state');
  return {
    state: state === 'starting' || state === 'ready' || state === 'stopped' || state === 'expired' ? state : 'none',
    url: webAddress(textOf(value, 'url')),
    localUrl: webAddress(textOf(value, 'localUrl')),
    deadline: textOf(value, 'deadline'),
    sandbox: textOf(value, 'sandbox'),
  };
}

function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { protocol } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? text : null;
}
