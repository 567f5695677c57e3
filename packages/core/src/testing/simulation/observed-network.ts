import type { Envelope } from '../../journal/envelope.ts';
import type { JournalState } from '../../journal/state.ts';
import type { AgentNetwork, Channel, ChannelResult } from '../../ports/network.ts';

/** A commit that a network confirmed to an owner, and the state that the owner went on with. */
export interface AnsweredCommit {
  readonly owner: string;
  readonly epoch: number;
  readonly envelopes: readonly Envelope[];
  readonly state: JournalState;
}

/** What is told of an owner's channels. */
export interface Sightings {
  /** A conversation was taken: the state that its owner begins with. */
  taken(state: JournalState): void;
  committed(commit: AnsweredCommit): void;
}

/** The network, with everything that it confirms to this owner told. */
export function observedNetwork(network: AgentNetwork, owner: string, sightings: Sightings): AgentNetwork {
  const observe = async (result: Promise<ChannelResult>): Promise<ChannelResult> => {
    const taken = await result;
    if (taken.kind !== 'owned') return taken;
    sightings.taken(taken.channel.state());
    return { kind: 'owned', channel: observedChannel(taken.channel, owner, sightings) };
  };
  return {
    capabilities: network.capabilities,
    open: (spec, options) => observe(network.open(spec, options)),
    resume: (scope, options) => observe(network.resume(scope, options)),
    inspect: (scope, options) => network.inspect(scope, options),
    read: (scope, after, options) => network.read(scope, after, options),
    watch: (scope, listener) => network.watch(scope, listener),
    conversations: (tenant, options) => network.conversations(tenant, options),
    close: () => network.close(),
  };
}

function observedChannel(channel: Channel, owner: string, sightings: Sightings): Channel {
  return {
    id: channel.id,
    scope: channel.scope,
    epoch: channel.epoch,
    participants: channel.participants,
    labels: channel.labels,
    facts: channel.facts,
    signal: channel.signal,
    state: () => channel.state(),
    async post(drafts, options) {
      const envelopes = await channel.post(drafts, options);
      sightings.committed({ owner, epoch: channel.epoch, envelopes, state: channel.state() });
      return envelopes;
    },
    leaseRemainingMs: () => channel.leaseRemainingMs(),
    pendingTurns: () => channel.pendingTurns(),
    release: () => channel.release(),
  };
}
