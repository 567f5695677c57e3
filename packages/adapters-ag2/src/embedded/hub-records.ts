import {
  type AgentId,
  agentId,
  type ChannelFacts,
  type ChannelId,
  type ChannelSpec,
  channelId,
  IntarsiaError,
  isJsonObject,
  type Json,
  type JsonObject,
  type ParticipantSpec,
  readGraph,
  type TransitionGraph,
} from '@intarsia/core';

/** A channel's stored metadata, read back. */
export interface ChannelRecord {
  readonly id: ChannelId;
  readonly facts: ChannelFacts;
  readonly participants: ReadonlyMap<string, AgentId>;
  readonly labels: Readonly<Record<string, string>>;
}

/** AG2's identity record (ag2-network 3). */
export function passport(participant: ParticipantSpec, id: AgentId, at: string): JsonObject {
  return {
    name: participant.name,
    owner: '',
    provider: null,
    model: null,
    cost: null,
    region: null,
    auth: { scheme: 'none', issuer: null, audience: null, key_fingerprint: null, claim: {} },
    kind: participant.kind,
    hub_id: null,
    version: 1,
    agent_id: id,
    created_at: at,
  };
}

/** AG2's resume record with a summary and nothing observed yet. */
export function resume(participant: ParticipantSpec): JsonObject {
  return {
    claimed_capabilities: [],
    domains: [],
    summary: participant.description,
    examples: [],
    observed: {},
    version: 1,
    last_updated: '',
  };
}

/** AG2's default rule: no caps but the inbox and the depth. */
export const rule: JsonObject = {
  version: 1,
  access: { inbound_from: ['*'], outbound_to: ['*'], channel_types: { initiate: ['*'], accept: ['*'] } },
  limits: {
    max_concurrent_channels: 0,
    max_concurrent_tasks: 0,
    channel_ttl_default: '2h',
    task_ttl_default: '15m',
    rate: { per_minute: 0, burst: 0 },
    delegation_depth: 5,
    inbox: { max_pending: 1000, overflow: 'reject', high_water: null },
  },
};

const manifest: JsonObject = {
  type: 'workflow',
  version: 1,
  participants: { min: 2, max: null, roles: [] },
  knobs_schema: { graph: 'TransitionGraph' },
  default_view_policy: 'named_windowed_summary',
  expectations: [],
};

/** AG2's channel record of a workflow that is open and does not expire by itself (ag2-network 6.1). */
export function channelMetadata(
  spec: ChannelSpec,
  opened: { readonly id: ChannelId; readonly ids: ReadonlyMap<string, AgentId>; readonly graph: TransitionGraph; readonly at: string },
): JsonObject {
  const participants = spec.participants.map(({ name }, order) => ({
    agent_id: idOf(opened.ids, name),
    role: order === 0 ? 'initiator' : 'participant',
    order,
    joined_at: opened.at,
  }));
  return {
    channel_id: opened.id,
    manifest,
    creator_id: participants[0]?.agent_id ?? '',
    participants,
    state: 'active',
    created_at: opened.at,
    expires_at: null,
    closed_at: null,
    close_reason: '',
    parent_channel_id: null,
    knobs: { graph: opened.graph as unknown as JsonObject, context_vars: spec.contextVariables },
    labels: { ...spec.labels },
    required_acks: null,
    pending_acks: [],
    rejected_by: [],
  };
}

/** The same record after the channel closed. */
export function closedMetadata(metadata: JsonObject, reason: string, at: string): JsonObject {
  return { ...metadata, state: 'closed', closed_at: at, close_reason: reason };
}

/** Reads a stored channel back; `store_corrupt` when its metadata or the passports of its participants are not what a hub writes. */
export function channelRecord(id: string, metadata: Json, passports: readonly Json[]): ChannelRecord {
  const knobs = isJsonObject(metadata) ? metadata['knobs'] : null;
  if (!isJsonObject(metadata) || !isJsonObject(knobs)) throw corrupt(id, 'has no metadata of a workflow');
  const graph = readGraph(knobs['graph'] ?? null);
  if (graph === null) throw corrupt(id, 'has no transition graph that can be followed');
  const contextVariables = isJsonObject(knobs['context_vars']) ? knobs['context_vars'] : {};
  const labels = isJsonObject(metadata['labels']) ? metadata['labels'] : {};
  const { creator_id: creator } = metadata;
  const names = namesOf(id, metadata, passports);
  return {
    id: channelId(id),
    facts: { graph, contextVariables, names, ...(typeof creator === 'string' ? { creator: agentId(creator) } : {}) },
    participants: new Map(Object.entries(names).map(([agent, name]) => [name, agentId(agent)])),
    labels: Object.fromEntries(Object.entries(labels).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []))),
  };
}

/** The names of the channel's participants, in its order. */
function namesOf(id: string, metadata: JsonObject, passports: readonly Json[]): Readonly<Record<string, string>> {
  const known = new Map(passports.map((record) => namePair(id, record)));
  const participants = Array.isArray(metadata['participants']) ? metadata['participants'].filter(isJsonObject) : [];
  const pairs = participants.map(({ agent_id: agent }): readonly [string, string] => {
    const name = typeof agent === 'string' ? known.get(agent) : undefined;
    if (typeof agent !== 'string' || name === undefined) throw corrupt(id, 'has a participant without a passport');
    return [agent, name];
  });
  return Object.fromEntries(pairs);
}

function namePair(id: string, record: Json): readonly [string, string] {
  const agent = isJsonObject(record) ? record['agent_id'] : null;
  const name = isJsonObject(record) ? record['name'] : null;
  if (typeof agent !== 'string' || typeof name !== 'string') throw corrupt(id, 'has a passport that names nobody');
  return [agent, name];
}

const corrupt = (id: string, why: string): IntarsiaError => new IntarsiaError('store_corrupt', `The stored channel ${id} ${why}.`);

function idOf(ids: ReadonlyMap<string, AgentId>, name: string): AgentId {
  const id = ids.get(name);
  if (id === undefined) throw new IntarsiaError('internal', `"${name}" has no id.`);
  return id;
}
