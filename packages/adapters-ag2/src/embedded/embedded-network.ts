import {
  type AgentNetwork,
  agentId,
  type Channel,
  type ChannelSpec,
  type Clock,
  type ConversationScope,
  type ConversationSnapshot,
  channelId,
  conversationLease,
  type Ids,
  IntarsiaError,
  initialState,
  type JournalState,
  type JournalStore,
  type Json,
  namespaceStore,
  type StoreOperation,
  storeNamespaces,
} from '@intarsia/core';
import { envelopeMinter, hubTime, makeId } from './hub-ids.ts';
import { type ChannelRecord, channelMetadata, channelRecord, closedMetadata, passport, resume, rule } from './hub-records.ts';
import { advance, type FoldedJournal, hydrate, journalPath, metadataPath, readSlice } from './journal-file.ts';
import { keepLease, type LeaseKeeper } from './lease-keeper.ts';
import { ownedChannel, prepare } from './owned-channel.ts';
import { channelOf, readMetadata, readRecord } from './stored-channel.ts';

/** What an embedded hub is made of. The store is never closed by it. */
export interface EmbeddedNetworkOptions {
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Shown to who finds the conversation taken. Default: random. */
  readonly owner?: string;
  /** How long a conversation stays taken after its owner died. Default 10,000. */
  readonly leaseTtlMs?: number;
}

/** How many observed conversations are kept folded. */
const observedLimit = 64;

/**
 * AG2's workflow channel in this process: its envelopes, its store layout and its fold, with fenced atomic commits (ag2-network 4 to 7).
 * Each conversation is a namespace of its own, because AG2 names are unique in a hub.
 */
export function embeddedNetwork(options: EmbeddedNetworkOptions): AgentNetwork {
  const { store, clock, ids } = options;
  const owner = options.owner ?? ids.randomHex(8);
  const ttlMs = options.leaseTtlMs ?? 10_000;
  const observed = new Map<string, { readonly record: ChannelRecord; folded: FoldedJournal }>();

  const take = async (namespace: JournalStore): Promise<{ readonly kind: 'taken'; readonly lease: LeaseKeeper } | Busy> => {
    const since = clock.monotonic();
    // A store grants a lease again to the owner that holds it: each taking is an owner of its own, so that no caller of this process fences another.
    const result = await namespace.lease.acquire(conversationLease, { owner: `${owner}/${ids.randomHex(4)}`, ttlMs });
    if (result.kind === 'held') return { kind: 'busy', owner: result.owner, remainingMs: result.remainingMs };
    return { kind: 'taken', lease: keepLease(namespace, clock, { ...result, since }) };
  };

  /** Runs `work` under a fresh lease; gives the lease back unless a channel came of it. */
  const underLease = async <Result extends { readonly kind: string }>(
    namespace: JournalStore,
    work: (lease: LeaseKeeper) => Promise<Result>,
  ): Promise<Result | Busy> => {
    const taken = await take(namespace);
    if (taken.kind === 'busy') return taken;
    try {
      const result = await work(taken.lease);
      if (result.kind !== 'owned') await taken.lease.release();
      return result;
    } catch (cause) {
      await taken.lease.release().catch(() => undefined);
      throw cause;
    }
  };

  const own = (
    scope: ConversationScope,
    namespace: JournalStore,
    lease: LeaseKeeper,
    record: ChannelRecord,
    folded: FoldedJournal,
    epoch: number,
  ): Channel =>
    ownedChannel({
      scope,
      store: namespace,
      clock,
      lease,
      epoch,
      record,
      folded,
      mint: envelopeMinter(clock, ids, folded.state.lastEnvelope),
      closedMetadata: async (reason, at) => JSON.stringify(closedMetadata(await readMetadata(namespace, record.id), reason, at)),
    });

  return {
    capabilities: { fenced: store.capabilities.fenced, atomicCommit: true, expressions: true },
    async open(spec) {
      checkNames(spec);
      const namespace = namespaceStore(store, spec.scope);
      if ((await channelOf(namespace)) !== null) return { kind: 'exists' };
      return underLease(namespace, async (lease) => {
        if ((await channelOf(namespace)) !== null) return { kind: 'exists' };
        const opened = openChannel(spec, { clock, ids, epoch: lease.epoch });
        const result = await namespace.commit(opened.operations, { fence: { lease: conversationLease, epoch: lease.epoch } });
        if (result.kind !== 'committed')
          throw new IntarsiaError('stale_epoch', 'Another owner took the conversation over while it was opened.');
        return { kind: 'owned', channel: own(spec.scope, namespace, lease, opened.record, opened.folded, lease.epoch) };
      });
    },
    async resume(scope) {
      const namespace = namespaceStore(store, scope);
      const existing = await channelOf(namespace);
      if (existing === null) return { kind: 'absent' };
      return underLease(namespace, async (lease) => {
        const record = await readRecord(namespace, existing);
        const folded = await hydrate(namespace, existing, record.facts);
        const epoch = Math.max(lease.epoch, latestEpoch(folded.state) + 1);
        return { kind: 'owned', channel: own(scope, namespace, lease, record, folded, epoch) };
      });
    },
    async inspect(scope) {
      const namespace = namespaceStore(store, scope);
      const existing = await channelOf(namespace);
      if (existing === null) return null;
      const key = `${existing}:${scope.tenant}:${scope.chat}`;
      const known = observed.get(key);
      const record = known?.record ?? (await readRecord(namespace, existing));
      const folded =
        known === undefined
          ? await hydrate(namespace, existing, record.facts)
          : await advance(namespace, existing, record.facts, known.folded);
      remember(key, { record, folded });
      const holder = await namespace.lease.holder(conversationLease);
      return snapshot(record, folded, holder?.owner ?? null);
    },
    async read(scope, after, readOptions) {
      const namespace = namespaceStore(store, scope);
      const existing = await channelOf(namespace);
      if (existing === null) throw new IntarsiaError('conversation_unknown', `There is no conversation "${scope.chat}".`);
      return readSlice(namespace, existing, after, readOptions?.signal);
    },
    watch(scope, listener) {
      return namespaceStore(store, scope).onChange('/channels', (path) => {
        if (path.endsWith('/wal.jsonl')) listener();
      });
    },
    async conversations(tenant) {
      const namespaces = await storeNamespaces(store, tenant);
      const dated = await Promise.all(
        namespaces
          .filter((namespace) => 'chat' in namespace)
          .map(async (namespace) => ({ chat: namespace.chat, channel: (await channelOf(namespaceStore(store, namespace))) ?? '' })),
      );
      return dated.sort((left, right) => (left.channel < right.channel ? -1 : 1)).map(({ chat }) => chat);
    },
    async close() {
      observed.clear();
    },
  };

  function remember(key: string, entry: { readonly record: ChannelRecord; folded: FoldedJournal }): void {
    observed.delete(key);
    observed.set(key, entry);
    const [oldest] = observed.keys();
    if (observed.size > observedLimit && oldest !== undefined) observed.delete(oldest);
  }
}

/** The names of a hub are unique: a second participant of a name would take the id of the first (cases C17). */
function checkNames({ participants }: ChannelSpec): void {
  const names = participants.map(({ name }) => name);
  const taken = names.find((name, index) => names.indexOf(name) !== index);
  if (taken !== undefined) throw new IntarsiaError('name_taken', `Two participants are named "${taken}": rename one of them.`);
}

interface Busy {
  readonly kind: 'busy';
  readonly owner: string;
  readonly remainingMs: number;
}

function snapshot(record: ChannelRecord, folded: FoldedJournal, owner: string | null): ConversationSnapshot {
  return { channel: record.id, state: folded.state, participants: record.participants, labels: record.labels, facts: record.facts, owner };
}

/**
 * The latest epoch that a journal names: 0 for none. Its next owner has a later one also where the journal was copied into a store whose leases begin anew: with that
 * of a dead owner it would take the calls of that one for its own, and make them again.
 */
const latestEpoch = ({ run, turn }: JournalState): number => Math.max(run?.epoch ?? 0, ...(turn?.calls ?? []).map(({ epoch }) => epoch));

function openChannel(spec: ChannelSpec, hub: { readonly clock: Clock; readonly ids: Ids; readonly epoch: number }) {
  const at = hubTime(hub.clock.now());
  const names = new Map(spec.participants.map(({ name }) => [name, agentId(makeId(hub.clock, hub.ids))]));
  const id = channelId(makeId(hub.clock, hub.ids));
  const metadata = channelMetadata(spec, { id, ids: names, graph: spec.graph(names), at });
  const passports = spec.participants.map((participant) => passport(participant, names.get(participant.name) ?? agentId(''), at));
  const record = channelRecord(id, metadata, passports);
  const creator = record.participants.get(spec.participants[0]?.name ?? '') ?? agentId('');
  const announced = {
    sender: creator,
    type: 'ag2.channel.opened',
    data: { channel_id: id },
    audience: [...names.values()],
    causation: null,
  };
  const drafts = [announced, ...spec.opening({ ids: names, epoch: hub.epoch })];
  const prepared = prepare(record, initialState(record.facts), drafts, { mint: envelopeMinter(hub.clock, hub.ids, null), at });
  const operations: readonly StoreOperation[] = [
    ...spec.participants.flatMap((participant, index) =>
      registration(participant, names.get(participant.name) ?? '', passports[index] ?? null),
    ),
    { kind: 'write', path: metadataPath(id), content: JSON.stringify(metadata) },
    { kind: 'append', path: journalPath(id), content: prepared.lines },
  ];
  return { record, operations, folded: { state: prepared.state, bytes: prepared.lines.length, whole: true, checkpoint: null } };
}

function registration(participant: ChannelSpec['participants'][number], id: string, record: Json): readonly StoreOperation[] {
  const file = (name: string, content: Json): StoreOperation => ({
    kind: 'write',
    path: `/agents/${id}/${name}`,
    content: JSON.stringify(content),
  });
  return [file('passport.json', record), file('resume.json', resume(participant)), file('rule.json', rule)];
}
