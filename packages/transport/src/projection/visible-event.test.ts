import type { EnvelopeDraft } from '@intarsia/core';
import { expect, test } from 'vitest';
import { exchange, fact, facts, journalOf, packet, user, writer } from '../test/scripted-conversation.ts';
import { initialProjection, project, type VisibleEvent } from './index.ts';

/** The fields of every kind; a question mark where null is one of the values. */
const fields: { readonly [Kind in VisibleEvent['kind']]: readonly string[] } = {
  'run.started': ['run', 'workflow', 'reason'],
  'run.paused': ['run', 'reason', 'question?', 'calls'],
  'run.ended': ['run', 'status', 'code?', 'message', 'resumable'],
  speaker: ['agent'],
  message: ['message', 'role', 'agent', 'text'],
  output: ['agent', 'model', 'status', 'problems'],
  'ui.requested': ['call', 'agent', 'tool', 'surface', 'payload', 'actions'],
  'ui.answered': ['call', 'action?'],
  'approval.requested': ['call', 'agent', 'tool', 'risk', 'definition', 'arguments'],
  'approval.decided': ['call', 'decision'],
  'tool.started': ['call', 'agent', 'tool', 'attempt', 'automatic'],
  'tool.finished': ['call', 'agent', 'tool', 'status', 'code?', 'durationMs', 'surface?'],
  'tool.uncertain': ['call', 'agent', 'tool', 'attempt'],
  'tool.resolved': ['call', 'resolution'],
  'turn.failed': ['agent', 'code', 'message'],
};

const shown = (drafts: readonly EnvelopeDraft[]): readonly VisibleEvent[] => {
  let state = initialProjection(facts);
  return journalOf(drafts).flatMap((envelope) => {
    const projected = project(facts, state, envelope);
    state = projected.state;
    return projected.events.map(({ event }) => event);
  });
};

test('J12 no event holds null for a field that is not there: all fields of a kind are always there, and null only where it is a value', () => {
  const events = shown([
    ...exchange(1),
    fact('intarsia.run.started', { reason: 'answer' }),
    packet(user, 'go on'),
    fact('intarsia.tool.claimed', { key: 'k8', surface: { component: 'Chart', mode: 'inline' } }),
    fact('intarsia.tool.settled', { key: 'k8', result: { shown: 1 } }),
    fact('intarsia.tool.claimed', { key: 'k9' }),
    fact('intarsia.tool.settled', { key: 'k9', status: 'error', code: 'tool_execution_failed' }),
    fact('intarsia.effect.uncertain', { key: 'k7' }),
    fact('intarsia.effect.resolved', { key: 'k7' }),
    fact('intarsia.ui.requested', { key: 'k6' }),
    fact('intarsia.ui.answered', { key: 'k6' }),
    fact('intarsia.approval.requested', { key: 'k5' }),
    fact('intarsia.approval.decided', { key: 'k5' }),
    fact('intarsia.output.rejected', { total: 2 }),
    fact('intarsia.turn.failed'),
    fact('intarsia.run.paused', { reason: 'effect_uncertain', calls: ['k7'] }),
    packet(writer, 'done'),
    fact('intarsia.run.ended'),
    fact('intarsia.run.ended', { status: 'failed', code: 'max_turns' }),
  ]);
  expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(Object.keys(fields)));
  for (const { kind, ...event } of events) {
    expect(Object.keys(event).sort(), kind).toEqual(fields[kind].map((name) => name.replace('?', '')).sort());
    const nulls = Object.entries(event).filter(([, value]) => value === null);
    for (const [name] of nulls) expect(fields[kind], kind).toContain(`${name}?`);
    expect(Object.values(event), kind).not.toContain(undefined);
  }
});
