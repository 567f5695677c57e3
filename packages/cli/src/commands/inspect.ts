import { embeddedNetwork } from '@intarsia/adapters-ag2';
import { type AgentNetwork, type ConversationSnapshot, IntarsiaError } from '@intarsia/core';
import { randomIds, systemClock } from '@intarsia/core/node';
import { openKeptStore } from '../host/open-host.ts';
import type { Streams } from '../terminal/streams.ts';

/** Options of `intarsia inspect`. */
export interface InspectOptions {
  readonly store: string;
  readonly conversation?: string;
  readonly tenant: string;
  readonly json?: boolean;
}

/** Prints the journal and the state of a conversation, the latest one if none is named. Starts nothing, changes nothing. */
export async function inspect(options: InspectOptions, streams: Streams): Promise<void> {
  const store = openKeptStore(options.store);
  const network = embeddedNetwork({ store, clock: systemClock, ids: randomIds });
  try {
    const chat = options.conversation ?? (await network.conversations(options.tenant)).at(-1);
    if (chat === undefined) throw new IntarsiaError('conversation_unknown', 'The store holds no conversation.');
    await print(network, { tenant: options.tenant, chat }, options, streams);
  } finally {
    await network.close();
    await store.close();
  }
}

async function print(
  network: AgentNetwork,
  scope: { readonly tenant: string; readonly chat: string },
  options: InspectOptions,
  streams: Streams,
): Promise<void> {
  const snapshot = await network.inspect(scope);
  if (snapshot === null) throw new IntarsiaError('conversation_unknown', `There is no conversation "${scope.chat}".`);
  const slice = await network.read(scope, 0);
  const write = (text: string) => void streams.stdout.write(`${text}\n`);
  for (const [index, envelope] of slice.envelopes.entries()) {
    if (options.json === true) write(JSON.stringify(envelope));
    else
      write(
        `${index + 1} ${envelope.created_at} ${snapshot.facts.names[envelope.sender_id] ?? envelope.sender_id} ${envelope.event_type} ${brief(envelope.event_data)}`,
      );
  }
  for (const offset of slice.quarantined)
    streams.stderr.write(`store_corrupt: the line at byte ${offset} cannot be read and was left out\n`);
  const state = { conversation: scope.chat, status: statusOf(snapshot), owner: snapshot.owner, state: snapshot.state };
  write(options.json === true ? JSON.stringify(state) : summary(scope.chat, snapshot));
}

/** Long enough for the problems of a rejected output; `--json` prints everything. */
const briefLimit = 600;

const brief = (data: object): string => {
  const text = JSON.stringify(data);
  return text.length > briefLimit ? `${text.slice(0, briefLimit)}…` : text;
};

/** A run that nobody owns and nobody ended was interrupted (architecture 3). */
function statusOf({ state, owner }: ConversationSnapshot): string {
  if (state.run === null) return 'empty';
  return state.run.status === 'running' && owner === null ? 'interrupted' : state.run.status;
}

function summary(chat: string, snapshot: ConversationSnapshot): string {
  const { state, owner } = snapshot;
  const open =
    state.turn === null ? 'none' : `${state.turn.agent}, ${state.turn.replies.length} replies, calls ${callsText(state.turn.calls)}`;
  const lines = [
    `conversation ${chat}: ${statusOf(snapshot)}${state.run?.code ? ` (${state.run.code})` : ''}, owner ${owner ?? 'none'}`,
    `channel ${snapshot.channel} ${state.channel.status}, ${state.envelopes} envelopes, ${state.channel.turnCount} turns`,
    `open turn: ${open}`,
    `context: ${JSON.stringify(state.channel.contextVariables)}`,
  ];
  return lines.join('\n');
}

const callsText = (calls: readonly { readonly tool: string; readonly status: string; readonly key: string }[]): string =>
  calls.length === 0
    ? 'none'
    : calls.map((call) => `${call.tool} ${call.status} ${call.status === 'uncertain' ? call.key : ''}`.trim()).join('; ');
