import { members, textOf, type UncertainCall } from '../state/index.ts';
import {
  type ConversationSummary,
  type JournalPage,
  type Preview,
  readConversations,
  readJournalPage,
  readPreview,
  readSnapshot,
  readSourceFiles,
  readStudioInfo,
  readVersions,
  type Snapshot,
  type SourceFile,
  type StudioInfo,
  type Version,
} from './wire.ts';

/** What went wrong with a request: a sentence for people and its code. `unreachable`: the server did not answer at all. */
export interface ApiFailure {
  readonly kind: 'failed';
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

/** The answer to a request, or why there is none. */
export type ApiResult<Value> = { readonly kind: 'ok'; readonly value: Value } | ApiFailure;

/** A decision on a call that needs approval, and which definition of its tool was shown. */
export interface ShownDecision {
  readonly decision: 'allow' | 'deny';
  readonly definition: string | null;
}

const conversationPath = (id: string) => `/api/conversations/${encodeURIComponent(id)}`;

async function request<Value>(path: string, read: (value: unknown) => Value, init: RequestInit = {}): Promise<ApiResult<Value>> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: { accept: 'application/json', ...init.headers } });
  } catch {
    return { kind: 'failed', code: 'unreachable', message: 'The server does not answer. Nothing was changed.', status: 0 };
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return { kind: 'ok', value: read(body) };
  const { error } = members(body);
  const message = textOf(error, 'message') ?? 'The server could not do this.';
  return { kind: 'failed', code: textOf(error, 'code') ?? 'internal', message, status: response.status };
}

function post<Value>(path: string, read: (value: unknown) => Value, body: object): Promise<ApiResult<Value>> {
  return request(path, read, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

const nothing = () => null;

/** The server's HTTP endpoints. No method throws. `signal` ends the wait. */
export const api = {
  studio: (): Promise<ApiResult<StudioInfo>> => request('/api/studio', readStudioInfo),
  conversations: (): Promise<ApiResult<readonly ConversationSummary[]>> => request('/api/conversations', readConversations),
  /** `requestId` makes a repeated call harmless. */
  start: (input: string, requestId: string): Promise<ApiResult<string>> =>
    post('/api/conversations', (value) => textOf(value, 'conversation') ?? '', { input, request: requestId }),
  answer: (id: string, text: string, requestId: string): Promise<ApiResult<null>> =>
    post(`${conversationPath(id)}/answer`, nothing, { text, request: requestId }),
  /** Answers what a UI_Tool asks: an action where it declares some, and what comes with it. */
  respond: (
    id: string,
    call: string,
    answer: { readonly action: string | null; readonly response: object },
    requestId: string,
  ): Promise<ApiResult<null>> =>
    post(`${conversationPath(id)}/respond`, nothing, {
      call,
      ...(answer.action === null ? {} : { action: answer.action }),
      response: answer.response,
      request: requestId,
    }),
  /** Decides about the definition that was shown; of another one the server refuses it. */
  decide: (id: string, call: string, decided: ShownDecision, requestId: string): Promise<ApiResult<null>> =>
    post(`${conversationPath(id)}/decide`, nothing, { call, ...decided, request: requestId }),
  resume: (id: string): Promise<ApiResult<null>> => post(`${conversationPath(id)}/resume`, nothing, {}),
  cancel: (id: string): Promise<ApiResult<null>> => post(`${conversationPath(id)}/cancel`, nothing, {}),
  /** Decides about the attempt that was shown; of a later one the server refuses it. */
  resolve: (
    id: string,
    { call, attempt }: Pick<UncertainCall, 'call' | 'attempt'>,
    resolution: 'happened' | 'failed' | 'run_again',
  ): Promise<ApiResult<null>> => post(`${conversationPath(id)}/resolve`, nothing, { call, attempt, resolution }),
  snapshot: (id: string, signal: AbortSignal): Promise<ApiResult<Snapshot>> =>
    request(`${conversationPath(id)}/snapshot`, readSnapshot, { signal }),
  journal: (id: string, after: string): Promise<ApiResult<JournalPage>> =>
    request(`${conversationPath(id)}/journal?after=${encodeURIComponent(after)}`, readJournalPage),
  versions: (id: string): Promise<ApiResult<readonly Version[]>> => request(`${conversationPath(id)}/artifacts`, readVersions),
  files: (id: string, version: string): Promise<ApiResult<readonly SourceFile[]>> =>
    request(`${conversationPath(id)}/artifacts/${encodeURIComponent(version)}/files`, readSourceFiles),
  preview: (id: string): Promise<ApiResult<Preview>> => request(`${conversationPath(id)}/preview`, readPreview),
  extendPreview: (id: string): Promise<ApiResult<Preview>> => post(`${conversationPath(id)}/preview/extend`, readPreview, {}),
  startPreview: (id: string): Promise<ApiResult<Preview>> => post(`${conversationPath(id)}/preview/start`, readPreview, {}),
  previewLog: (id: string): Promise<ApiResult<string>> =>
    request(`${conversationPath(id)}/preview/log`, (value) => textOf(value, 'log') ?? ''),
  /** The event stream after event number `after`; rejects when the server does not answer. */
  events: (id: string, after: number, signal: AbortSignal): Promise<Response> =>
    fetch(`${conversationPath(id)}/events`, {
      headers: { accept: 'text/event-stream', 'last-event-id': `${id}:${after}` },
      cache: 'no-store',
      signal,
    }),
};

/** The part of the endpoints that following a conversation needs. */
export type FeedApi = Pick<typeof api, 'snapshot' | 'events'>;

/** An id of a request, to recognise its repetition by. */
export function newRequestId(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
