import { isJsonObject, type JsonObject } from '../ports/json.ts';
import type { ContextUpdates, Envelope, Packet } from './envelope.ts';

const routingKinds = ['text', 'handoff', 'finish'] as const;

/** The text of an `ag2.msg.text`, or null when it is not one. */
export function textOf(envelope: Envelope): string | null {
  const text = envelope.event_data['text'];
  return typeof text === 'string' ? text : null;
}

/** Context updates as AG2 writes them (`set`, `delete`), or null when they are malformed. Absent parts are empty. */
export function updatesOf(data: JsonObject): ContextUpdates | null {
  const set = data['set'] ?? {};
  const deleted = data['delete'] ?? [];
  if (!isJsonObject(set) || !Array.isArray(deleted)) return null;
  const names = deleted.filter((name): name is string => typeof name === 'string');
  return names.length === deleted.length ? { set, delete: names } : null;
}

/** The packet of an `ag2.packet`, or null when it is malformed; absent parts are a plain text routing, no updates, no body. */
export function packetOf(envelope: Envelope): Packet | null {
  const { routing = { kind: 'text' }, context_updates: given = {}, body = '' } = envelope.event_data;
  if (!isJsonObject(routing) || !isJsonObject(given) || typeof body !== 'string') return null;
  const kind = routingKinds.find((name) => name === routing['kind']);
  const updates = updatesOf(given);
  if (kind === undefined || updates === null) return null;
  const optional = (key: 'target' | 'reason' | 'tool') => (typeof routing[key] === 'string' ? { [key]: routing[key] } : {});
  return { routing: { kind, ...optional('target'), ...optional('reason'), ...optional('tool') }, context_updates: updates, body };
}
