import type { AgentId, ChannelId, EnvelopeId } from '../ports/ids.ts';
import type { Json, JsonObject } from '../ports/json.ts';

/** AG2's record of one thing said or done in a channel; keys as they stand in the log (ag2-network 5.1). */
export interface Envelope {
  readonly channel_id: ChannelId;
  readonly sender_id: AgentId;
  /** Null: everyone in the channel. A list: exactly these. Our facts have `[]`. */
  readonly audience: readonly AgentId[] | null;
  readonly event_type: string;
  readonly event_data: JsonObject;
  readonly envelope_id: EnvelopeId;
  readonly task_id: string | null;
  /** The envelope this answers, or a key of its own for a fact. */
  readonly causation_id: string | null;
  readonly trace_id: string | null;
  readonly priority: 'background' | 'normal' | 'urgent';
  readonly depth: number;
  readonly idempotency_key: string | null;
  /** ISO time with `+00:00`, never `Z`. */
  readonly created_at: string;
  readonly ttl_seconds: number | null;
}

/** What a sender gives; the hub adds ids and time. */
export interface EnvelopeDraft {
  readonly sender: AgentId;
  readonly type: string;
  readonly data: JsonObject;
  readonly audience: readonly AgentId[] | null;
  readonly causation: string | null;
}

/** AG2's own event types that the workflow fold knows (ag2-network 5.2). */
export const events = {
  text: 'ag2.msg.text',
  packet: 'ag2.packet',
  contextSet: 'ag2.context.set',
  channelInvite: 'ag2.channel.invite',
  channelInviteAck: 'ag2.channel.invite.ack',
  channelOpened: 'ag2.channel.opened',
  channelClosed: 'ag2.channel.closed',
  channelExpired: 'ag2.channel.expired',
} as const;

/** Changes to context variables: deletes first, then sets. */
export interface ContextUpdates {
  readonly set: JsonObject;
  readonly delete: readonly string[];
}

/** An agent's reply with its routing and context updates (ag2-network 5.3). */
export interface Packet {
  readonly routing: {
    readonly kind: 'text' | 'handoff' | 'finish';
    readonly target?: string;
    readonly reason?: string;
    readonly tool?: string;
  };
  readonly context_updates: ContextUpdates;
  readonly body: string;
}

/** Builds an envelope from a draft; the hub gives ids and time. */
export function envelopeOf(draft: EnvelopeDraft, stamp: { channel: ChannelId; id: EnvelopeId; at: string }): Envelope {
  return {
    audience: draft.audience,
    causation_id: draft.causation,
    channel_id: stamp.channel,
    created_at: stamp.at,
    depth: 0,
    envelope_id: stamp.id,
    event_data: draft.data,
    event_type: draft.type,
    idempotency_key: null,
    priority: 'normal',
    sender_id: draft.sender,
    task_id: null,
    trace_id: null,
    ttl_seconds: null,
  };
}

/**
 * One line of a journal, as AG2 writes it: sorted keys, `", "` and `": "`, ASCII only. Escaping everything beyond ASCII also
 * covers U+0085, U+2028 and U+2029, at which Python would split the line (ag2-network 4.3).
 */
export function journalLine(envelope: Envelope): string {
  return `${pythonJson({ ...envelope })}\n`;
}

/** JSON text in Python's default style with sorted keys: what AG2 compares byte for byte. Undefined members are left out. */
export function pythonJson(value: Json | Readonly<Record<string, unknown>>): string {
  return write(value);
}

/** Concatenation rather than lists that are joined: every line of every journal goes through here. */
function write(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`;
  let members = '';
  for (const key of sortedKeys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (member !== undefined) members += `${members === '' ? '' : ', '}${quoted(key)}: ${write(member)}`;
  }
  return `{${members}}`;
}

/** Above so many keys the platform's sort is quicker. */
const fewKeys = 32;

function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value);
  if (keys.length > fewKeys) return keys.sort(compareCodePoints);
  const sorted: string[] = [];
  for (const key of keys) {
    let at = sorted.length;
    for (let before = sorted[at - 1]; before !== undefined && compareCodePoints(before, key) > 0; before = sorted[at - 1]) {
      sorted[at] = before;
      at -= 1;
    }
    sorted[at] = key;
  }
  return sorted;
}

/** Python sorts by code points, JavaScript by UTF-16 units: they differ where a surrogate meets U+E000 to U+FFFF. */
function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    if (left.charCodeAt(index) !== right.charCodeAt(index)) return rank(left.charCodeAt(index)) - rank(right.charCodeAt(index));
  }
  return left.length - right.length;
}

const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Text of which every character stands for itself between the quotes. */
const plain = /^[ !#-[\]-~]*$/;
/** Longer text is hardly ever plain, and looking is then in vain. */
const longestPlain = 64;

function quoted(text: string): string {
  return text.length <= longestPlain && plain.test(text) ? `"${text}"` : asciiOnly(JSON.stringify(text));
}

function asciiOnly(text: string): string {
  // JSON.stringify leaves everything from DEL on as it is; Python escapes it.
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
