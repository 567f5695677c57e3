import { agentId, turnId } from '../../ports/ids.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { Envelope } from '../envelope.ts';
import { ann, facts, idOf, started, text, user } from '../journal.test-support.ts';
import type { ChannelFacts } from '../state.ts';
import { explainTurn, type TurnExplanation, turnsOf } from './index.ts';

/** The person, then Ann; Ann goes on to Ben while `done` is not set, and ends when it is. */
export const channel: ChannelFacts = {
  ...facts,
  graph: {
    initial_speaker: user,
    transitions: [
      {
        when: { name: 'speaker_context_equals', args: { agent_id: ann, key: 'done', value: true } },
        then: { name: 'terminate', args: { reason: 'workflow_complete' } },
        priority: 0,
      },
      { when: { name: 'from_speaker', args: { agent_id: ann } }, then: { name: 'agent', args: { agent_id: agentId('b2') } }, priority: 1 },
      { when: { name: 'from_speaker', args: { agent_id: user } }, then: { name: 'agent', args: { agent_id: ann } }, priority: 2 },
    ],
    default_target: { name: 'agent', args: { agent_id: user } },
    max_turns: null,
  },
};

/** Ann's turn after the words of `opening`. */
export const annsTurn = turnId(`${idOf(2)}:Ann`);

/** The turn of the person's first words. */
export const firstTurn = turnId('opening:user');

/** The first run, and the words that Ann answers. */
export const opening: readonly Envelope[] = [started(), text('an invoice')];

/** A journal of these envelopes, with an id and a time each; facts of Ann's turn get its id. */
export const journalOf = (envelopes: readonly Envelope[]): readonly Envelope[] =>
  envelopes.map((envelope, index) => {
    const { turn, ...data } = envelope.event_data;
    const event_data: JsonObject = turn === 't1' ? { ...data, turn: annsTurn } : envelope.event_data;
    const created_at = `2026-01-01T00:00:${String(index + 1).padStart(2, '0')}+00:00`;
    return { ...envelope, event_data, envelope_id: idOf(index + 1), created_at };
  });

/** What is told of Ann's turn when these envelopes follow the opening. */
export function annExplained(...envelopes: readonly Envelope[]): TurnExplanation {
  const explanation = explainTurn(channel, journalOf([...opening, ...envelopes]), annsTurn);
  if (explanation === null) throw new Error('Ann has no turn.');
  return explanation;
}

/** Who speaks in each turn, and how far it came. */
export const turnsIn = (...envelopes: readonly Envelope[]) =>
  turnsOf(channel, journalOf(envelopes)).map(({ agent, status }) => `${agent} ${status}`);
