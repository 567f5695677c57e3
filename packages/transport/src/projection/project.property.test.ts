import type { Envelope, EnvelopeDraft } from '@intarsia/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exchange, fact, facts, journalOf, packet, planner, user, writer } from '../test/scripted-conversation.ts';
import { initialProjection, type NumberedEvent, type ProjectionState, project } from './index.ts';

function projectOn(state: ProjectionState, envelopes: readonly Envelope[]) {
  const events: NumberedEvent[] = [];
  let current = state;
  for (const envelope of envelopes) {
    const projected = project(facts, current, envelope);
    current = projected.state;
    events.push(...projected.events);
  }
  return { state: current, events };
}

const secret = 'MARKER';
const hiddenDelta = { set: { [secret]: secret }, delete: [secret] };

/** Envelopes that say something to the person. */
const open: readonly EnvelopeDraft[] = [
  fact('intarsia.run.started'),
  packet(user, 'words of the person'),
  fact('intarsia.model.replied', { ordinal: 1, text: 'words' }),
  fact('intarsia.model.replied', { ordinal: 2, text: 'words beside a call', tool_calls: [{ id: '1', name: 'look', arguments: secret }] }),
  fact('intarsia.tool.claimed', { key: 'k2', surface: { component: 'Chart', mode: 'inline' } }),
  fact('intarsia.tool.settled', { key: 'k2', result: 'payload' }),
  fact('intarsia.ui.requested', { key: 'k3', payload: { title: 'payload' } }),
  fact('intarsia.ui.answered', { key: 'k3', action: 'approve' }),
  fact('intarsia.approval.requested', { key: 'k5', arguments: { amount: 5 } }),
  fact('intarsia.approval.decided', { key: 'k5', decision: 'deny' }),
  fact('intarsia.run.paused'),
];

/** Envelopes with a marker in every place that no person is to see. */
const hidden: readonly EnvelopeDraft[] = [
  fact('intarsia.run.started', { seed: 'document', request: secret, digest: secret }),
  fact('intarsia.model.replied', { text: secret, visibility: 'hidden', model: secret, finish_reason: secret }),
  fact('intarsia.output.accepted', { data: { [secret]: secret } }),
  fact('intarsia.output.rejected', { total: 1, problems: [{ path: secret, code: secret, message: secret }] }),
  fact('intarsia.tool.claimed', { arguments_digest: secret, call_id: secret }),
  fact('intarsia.tool.settled', { result: { [secret]: secret }, delta: hiddenDelta }),
  fact('intarsia.tool.settled', { key: 'k2', status: 'error', result: secret, code: 'tool_execution_failed' }),
  fact('intarsia.tool.late', { result: secret }),
  fact('intarsia.context.refused', { writes: [{ key: secret, operation: 'set', writer: secret, rule: secret, message: secret }] }),
  fact('intarsia.ui.requested', { key: 'k4', arguments_digest: secret, call_id: secret }),
  fact('intarsia.ui.answered', { key: 'k4', response: { [secret]: secret } }),
  fact('intarsia.approval.requested', { key: 'k6', arguments_digest: secret, call_id: secret }),
  fact('intarsia.approval.decided', { key: 'k6', by: secret, reason: secret, result: secret, delta: hiddenDelta }),
  fact('intarsia.effect.resolved', { result: secret, by: secret }),
  fact('intarsia.turn.failed', { message: secret }),
  fact('intarsia.run.ended', { status: 'failed', code: 'internal', message: secret }),
  { ...packet(planner, ''), type: 'ag2.context.set', data: hiddenDelta },
  { ...packet(planner, ''), type: 'someone.else', data: { text: secret } },
  { ...packet(writer, '', { routing: { kind: 'text', reason: secret, tool: secret }, context_updates: hiddenDelta }), causation: secret },
];

/** A hidden reply with the packet it became: shown apart, the packet would belong to whatever reply stands before it. */
const hiddenTurns: readonly (readonly EnvelopeDraft[])[] = [
  [fact('intarsia.run.started', { seed: 'none' }), packet(user, secret)],
  [fact('intarsia.model.replied', { text: secret, visibility: 'hidden' }), packet(planner, secret)],
  [fact('intarsia.model.replied', { text: 'json', visibility: 'shown' }), fact('intarsia.output.accepted'), packet(planner, secret)],
];

const steps = fc.array(
  fc.oneof(
    fc.constantFrom(...open, ...hidden).map((draft) => [draft]),
    fc.constantFrom(...hiddenTurns),
    fc.constant(exchange(1)),
  ),
  { maxLength: 40 },
);
const journals = steps.map((drafts) => journalOf(drafts.flat()));

test('projecting a prefix, storing the state as JSON and projecting the rest equals projecting all', () => {
  fc.assert(
    fc.property(journals, fc.nat(), (envelopes, at) => {
      const cut = at % (envelopes.length + 1);
      const whole = projectOn(initialProjection(facts), envelopes);
      const before = projectOn(initialProjection(facts), envelopes.slice(0, cut));
      const stored: ProjectionState = JSON.parse(JSON.stringify(before.state));
      const after = projectOn(stored, envelopes.slice(cut));
      expect([...before.events, ...after.events]).toEqual(whole.events);
      expect(after.state).toEqual(whole.state);
    }),
  );
});

test('numbers are gap-free from 1, and the state knows the last one', () => {
  fc.assert(
    fc.property(journals, (envelopes) => {
      const { state, events } = projectOn(initialProjection(facts), envelopes);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(state.seq).toBe(events.length);
    }),
  );
});

test('R19: nothing that is hidden is in any event, whatever stands around it', () => {
  fc.assert(
    fc.property(journals, (envelopes) => {
      expect(JSON.stringify(projectOn(initialProjection(facts), envelopes).events)).not.toContain(secret);
    }),
  );
});

test('the palette of the properties above reaches every kind of event', () => {
  const envelopes = journalOf([...exchange(1), ...open, ...hidden, fact('intarsia.effect.uncertain')]);
  const seen = new Set(projectOn(initialProjection(facts), envelopes).events.map(({ event }) => event.kind));
  expect([...seen].sort()).toEqual(
    [
      'approval.decided',
      'approval.requested',
      'message',
      'output',
      'run.ended',
      'run.paused',
      'run.started',
      'speaker',
      'tool.finished',
      'tool.resolved',
      'tool.started',
      'tool.uncertain',
      'turn.failed',
      'ui.answered',
      'ui.requested',
    ].sort(),
  );
});

test('the state does not grow with the history', () => {
  const size = (rounds: number) => {
    const drafts = Array.from({ length: rounds }, (_, index) => exchange(1000 + index)).flat();
    return JSON.stringify(projectOn(initialProjection(facts), journalOf(drafts)).state).length;
  };
  expect(size(1000)).toBeLessThan(size(150) * 1.02);
});
