import { embeddedNetwork } from '@intarsia/adapters-ag2';
import {
  type AgentNetwork,
  type ConversationScope,
  type ConversationSnapshot,
  type Envelope,
  explainTurn,
  IntarsiaError,
  type JsonObject,
  type OpenTurn,
  type TurnId,
  type TurnSummary,
  turnsOf,
} from '@intarsia/core';
import { randomIds, systemClock } from '@intarsia/core/node';
import { neededPlace, openKept, type StorePlace } from '../host/store-place.ts';
import { jsonText, oneLine, valueText } from '../terminal/one-line.ts';
import { paintFor } from '../terminal/paint.ts';
import { shown } from '../terminal/shown.ts';
import type { Streams } from '../terminal/streams.ts';
import { turnTable, turnText } from '../terminal/turn-text.ts';
import { inspectStored } from './operation.ts';
import { optionsOf } from './report.ts';

/** Options of `intarsia inspect`. */
export interface InspectOptions {
  readonly store?: string;
  readonly conversation?: string;
  readonly tenant: string;
  /** Place of a turn, `last`, or the beginning of a turn's id. */
  readonly turn?: string;
  /** Name of an operation outside of a run, which is printed instead. */
  readonly operation?: string;
  readonly json?: boolean;
}

/**
 * Prints the journal and the state of a conversation, the latest one if none is named, or explains one turn of it. Starts nothing, changes nothing. Rejects
 * with `conversation_unknown`, with `bad_request` for a turn that is not there, and with `journal_version` for a journal of a newer release.
 */
export async function inspect(options: InspectOptions, streams: Streams): Promise<void> {
  const { operation } = options;
  const place = neededPlace(options.store, streams.env);
  if (operation !== undefined) return inspectStored({ ...options, store: place, operation }, streams);
  const store = await openKept(place);
  const network = embeddedNetwork({ store, clock: systemClock, ids: randomIds });
  try {
    const chat = options.conversation ?? (await network.conversations(options.tenant)).at(-1);
    if (chat === undefined) throw new IntarsiaError('conversation_unknown', 'The store holds no conversation.');
    const inspected = await read(network, { tenant: options.tenant, chat }, streams);
    if (options.turn === undefined) printJournal(inspected, options.json === true, place, streams);
    else printTurn(inspected, options.turn, options, streams);
  } finally {
    await network.close();
    await store.close();
  }
}

/** A conversation as it stands. */
interface Inspected {
  readonly scope: ConversationScope;
  readonly snapshot: ConversationSnapshot;
  readonly envelopes: readonly Envelope[];
  readonly turns: readonly TurnSummary[];
}

async function read(network: AgentNetwork, scope: ConversationScope, streams: Streams): Promise<Inspected> {
  const snapshot = await network.inspect(scope);
  if (snapshot === null) throw new IntarsiaError('conversation_unknown', `There is no conversation "${scope.chat}".`);
  const { envelopes, quarantined } = await network.read(scope, 0);
  for (const offset of quarantined) streams.stderr.write(`store_corrupt: the line at byte ${offset} cannot be read and was left out\n`);
  return { scope, snapshot, envelopes, turns: turnsOf(snapshot.facts, envelopes) };
}

function printTurn({ scope, snapshot, envelopes, turns }: Inspected, asked: string, options: InspectOptions, streams: Streams): void {
  const turn = explainTurn(snapshot.facts, envelopes, chosenTurn(turns, asked));
  if (turn === null) throw new IntarsiaError('internal', 'A turn that is listed cannot be explained.');
  const text = () => `${headline(scope.chat, snapshot)}\n${turnText(turn, paintFor(streams.stdout, streams.env))}`;
  streams.stdout.write(`${options.json === true ? jsonText(turn) : text()}\n`);
}

/** The turn that a person means. */
function chosenTurn(turns: readonly TurnSummary[], asked: string): TurnId {
  const named = asked === 'last' ? turns.at(-1) : turns.find(({ id, place }) => String(place) === asked || id === asked);
  if (named !== undefined) return named.id;
  const [first, ...others] = asked === '' ? [] : turns.filter(({ id }) => id.startsWith(asked));
  if (first !== undefined && others.length === 0) return first.id;
  const why = first === undefined ? 'There is no such turn' : `${others.length + 1} turns have an id that begins so`;
  throw new IntarsiaError('bad_request', `${why}: give a number from 1 to ${turns.length}, "last", or the beginning of one turn's id.`);
}

function printJournal({ scope, snapshot, envelopes, turns }: Inspected, isJson: boolean, place: StorePlace, streams: Streams): void {
  const write = (text: string) => void streams.stdout.write(`${text}\n`);
  for (const [index, envelope] of envelopes.entries()) {
    const { created_at, event_type, event_data, sender_id } = envelope;
    const head = [created_at, snapshot.facts.names[sender_id] ?? sender_id, event_type].map((word) => oneLine(word)).join(' ');
    write(isJson ? jsonText(envelope) : `${index + 1} ${head} ${brief(event_data)}`);
  }
  const state = { conversation: scope.chat, status: statusOf(snapshot), owner: snapshot.owner, state: snapshot.state, turns };
  write(isJson ? jsonText(state) : summary(scope.chat, snapshot));
  if (isJson || turns.length === 0) return;
  write(`turns:\n${turnTable(turns)}`);
  streams.stderr.write(shown(`Explain one with: intarsia inspect ${optionsOf(scope, place)} --turn NUMBER\n`));
}

/** Long enough for the problems of a rejected output; `--json` prints everything. */
const briefLimit = 600;

const brief = (data: JsonObject): string => valueText(data, briefLimit);

/** A run that nobody owns and nobody ended was interrupted (architecture 3). */
function statusOf({ state, owner }: ConversationSnapshot): string {
  if (state.run === null) return 'empty';
  return state.run.status === 'running' && owner === null ? 'interrupted' : state.run.status;
}

function summary(chat: string, snapshot: ConversationSnapshot): string {
  const { state } = snapshot;
  const open = state.turn === null ? 'none' : openTurn(state.turn);
  return [
    headline(chat, snapshot),
    `channel ${oneLine(snapshot.channel)} ${state.channel.status}, ${state.envelopes} envelopes, ${state.channel.turnCount} turns`,
    `open turn: ${open}`,
    `context: ${shown(JSON.stringify(state.channel.contextVariables))}`,
  ].join('\n');
}

function headline(chat: string, snapshot: ConversationSnapshot): string {
  const code = snapshot.state.run?.code ?? null;
  return `conversation ${oneLine(chat)}: ${statusOf(snapshot)}${code === null ? '' : ` (${code})`}, owner ${oneLine(snapshot.owner ?? 'none')}`;
}

/** What a person must name to say something of it. */
const waits = (status: OpenTurn['calls'][number]['status']): boolean => status === 'uncertain' || status === 'requested';

function openTurn({ agent, replies, calls }: OpenTurn): string {
  const told = calls.map(({ tool, status, key }) => `${oneLine(tool, 60)} ${status}${waits(status) ? ` ${oneLine(key)}` : ''}`);
  return `${oneLine(agent, 60)}, ${replies.length} replies, calls ${told.length === 0 ? 'none' : told.join('; ')}`;
}
