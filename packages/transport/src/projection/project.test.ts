import type { Envelope, EnvelopeDraft } from '@intarsia/core';
import { expect, test } from 'vitest';
import { envelopeAt, exchange, fact, facts, journalOf, packet, planner, user, writer } from '../test/scripted-conversation.ts';
import { initialProjection, type NumberedEvent, project, type VisibleEvent } from './index.ts';

function projectAll(envelopes: readonly Envelope[]) {
  let state = initialProjection(facts);
  const events: NumberedEvent[] = [];
  for (const envelope of envelopes) {
    const projected = project(facts, state, envelope);
    state = projected.state;
    events.push(...projected.events);
  }
  return { state, events };
}

const shown = (...drafts: readonly EnvelopeDraft[]): readonly VisibleEvent[] =>
  projectAll(journalOf(drafts)).events.map(({ event }) => event);
const kinds = (...drafts: readonly EnvelopeDraft[]): readonly string[] => shown(...drafts).map((event) => event.kind);

const asked = packet(user, 'a tracker for plants');
const call = (name: string) => ({ id: 'c1', name, arguments: '{}' });

test('a whole exchange is told in order, numbered from 1 without a gap, at the times of its envelopes', () => {
  const envelopes = journalOf(exchange(1));
  const { events } = projectAll(envelopes);
  expect(events.map(({ event }) => event)).toEqual([
    { kind: 'run.started', run: 'r1', workflow: 'AppFactory', reason: 'start' },
    { kind: 'message', message: envelopes[1]?.envelope_id, role: 'person', agent: 'user', text: 'question 1' },
    { kind: 'speaker', agent: 'Planner' },
    { kind: 'output', agent: 'Planner', model: 'Plan', status: 'accepted', problems: 0 },
    { kind: 'tool.started', call: 'k1', agent: 'Planner', tool: 'save_plan', attempt: 1, automatic: true },
    { kind: 'tool.finished', call: 'k1', agent: 'Planner', tool: 'save_plan', status: 'ok', code: null, durationMs: 5, surface: null },
    { kind: 'speaker', agent: 'Writer' },
    { kind: 'message', message: 't1:Writer:0', role: 'agent', agent: 'Writer', text: 'answer 1' },
    { kind: 'speaker', agent: 'user' },
    { kind: 'run.paused', run: 'r1', reason: 'input_required', question: 'answer 1', calls: [] },
  ]);
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(events[1]?.at).toBe('2026-01-01T00:00:02.000+00:00');
});

test.each(['document', 'none'] as const)('an opening that a %s wrote is hidden; the answer after it is not', (seed) => {
  const events = shown(
    fact('intarsia.run.started', { seed }),
    packet(user, 'you are to build'),
    fact('intarsia.run.started', { reason: 'answer', seed: 'none' }),
    { ...packet(user, 'plants'), type: 'ag2.msg.text', data: { text: 'plants' } },
  );
  expect(events.filter((event) => event.kind === 'message').map((event) => event.text)).toEqual(['plants']);
});

test('a packet is shown when its reply is, and when it says something', () => {
  const said = (visibility: 'shown' | 'hidden', body: string, ...between: readonly EnvelopeDraft[]) =>
    shown(asked, fact('intarsia.model.replied', { text: body, visibility }), ...between, packet(planner, body)).filter(
      (event) => event.kind === 'message' && event.role === 'agent',
    );
  expect(said('shown', 'hello')).toEqual([{ kind: 'message', message: 't1:Planner:0', role: 'agent', agent: 'Planner', text: 'hello' }]);
  expect(said('hidden', 'NEXT')).toEqual([]);
  expect(said('shown', ' \n ')).toEqual([]);
  expect(said('shown', '{"plan":1}', fact('intarsia.output.accepted'))).toEqual([]);
  expect(shown(asked, packet(planner, 'from nowhere')).filter((event) => event.kind === 'message')).toHaveLength(1);
});

test('the last reply of a turn decides: one that was rejected before does not', () => {
  const events = shown(
    asked,
    fact('intarsia.model.replied', { ordinal: 0, text: '{bad', visibility: 'hidden' }),
    fact('intarsia.output.rejected', { total: 3, problems: [{ path: '/a', code: 'missing', message: 'absent' }] }),
    fact('intarsia.model.replied', { ordinal: 1, text: 'hello' }),
    packet(planner, 'hello'),
  );
  expect(events).toContainEqual({ kind: 'output', agent: 'Planner', model: 'Plan', status: 'rejected', problems: 3 });
  expect(events).toContainEqual({ kind: 'message', message: 't1:Planner:1', role: 'agent', agent: 'Planner', text: 'hello' });
});

test('an accepted output belongs to its own turn only', () => {
  const plan = [fact('intarsia.model.replied', { visibility: 'hidden' }), fact('intarsia.output.accepted'), packet(planner, '{}')];
  const next = { ...fact('intarsia.model.replied', { turn: 't2:Writer', agent: 'Writer', text: 'done' }), sender: writer };
  expect(shown(asked, ...plan, next, packet(writer, 'done'))).toContainEqual(expect.objectContaining({ kind: 'message', text: 'done' }));
});

test('what is said beside tool calls is a message of its own under the id of its reply', () => {
  const events = shown(
    asked,
    fact('intarsia.model.replied', { ordinal: 0, text: 'let me look', tool_calls: [call('look')] }),
    fact('intarsia.model.replied', { ordinal: 1, text: '', tool_calls: [call('look')] }),
    fact('intarsia.model.replied', { ordinal: 2, text: 'secret', tool_calls: [call('look')], visibility: 'hidden' }),
    fact('intarsia.model.replied', { ordinal: 3, text: 'found' }),
    packet(planner, 'found'),
  );
  const messages = events.filter((event) => event.kind === 'message').slice(1);
  expect(messages.map((event) => [event.message, event.text])).toEqual([
    ['t1:Planner:0', 'let me look'],
    ['t1:Planner:3', 'found'],
  ]);
});

test('the next speaker is announced while it still thinks, and again after a resume', () => {
  expect(kinds(asked)).toEqual(['message', 'speaker']);
  const failed = fact('intarsia.run.ended', { status: 'failed', code: 'model_timeout', resumable: true });
  expect(shown(asked, failed, fact('intarsia.run.started', { reason: 'resume', seed: 'none' })).slice(-2)).toEqual([
    { kind: 'run.started', run: 'r1', workflow: 'AppFactory', reason: 'resume' },
    { kind: 'speaker', agent: 'Planner' },
  ]);
});

test('nobody is announced when the conversation is over', () => {
  expect(kinds(asked, packet(planner, '', { routing: { kind: 'finish', reason: 'done' } }))).toEqual(['message', 'speaker']);
  const limited = { ...facts, graph: { ...facts.graph, max_turns: 1 } };
  expect(project(limited, initialProjection(limited), envelopeAt(1, asked)).events.map(({ event }) => event.kind)).toEqual(['message']);
});

test('the question of a pause is what an agent said last, unless the person has answered it', () => {
  const paused = fact('intarsia.run.paused');
  const replied = fact('intarsia.model.replied', { text: 'which colour?' });
  expect(shown(asked, replied, packet(planner, 'which colour?'), paused).at(-1)).toMatchObject({ question: 'which colour?' });
  expect(shown(asked, replied, packet(planner, 'which colour?'), packet(user, 'red'), paused).at(-1)).toMatchObject({ question: null });
  const uncertain = fact('intarsia.run.paused', { reason: 'effect_uncertain', calls: ['k1'] });
  expect(shown(asked, replied, packet(planner, 'which colour?'), uncertain).at(-1)).toMatchObject({ question: null, calls: ['k1'] });
});

test('a surface gets the payload of a call that went well; nothing else shows a result', () => {
  const surface = { component: 'Chart', mode: 'inline' };
  const finish = (claimed: Partial<Parameters<typeof fact<'intarsia.tool.claimed'>>[1]>, settled: object) =>
    shown(asked, fact('intarsia.tool.claimed', claimed), fact('intarsia.tool.settled', { result: { rows: 2 }, ...settled })).at(-1);
  expect(finish({ surface }, {})).toMatchObject({ surface: { component: 'Chart', mode: 'inline', payload: { rows: 2 } } });
  expect(finish({ surface: null }, {})).toMatchObject({ status: 'ok', surface: null });
  expect(finish({ surface }, { status: 'error', code: 'tool_execution_failed' })).toMatchObject({
    code: 'tool_execution_failed',
    surface: null,
  });
  const refused = { status: 'Failed', message: 'No sandbox.' };
  expect(finish({ surface }, { result: refused })).toMatchObject({ status: 'error', code: null, surface: { payload: refused } });
});

test('what a UI_Tool asks is shown with its payload and actions, the answer with its action alone, the result to nobody', () => {
  const action = { id: 'approve', label: 'Approve', description: null, variant: 'primary', approved: true, payload: null };
  const surface = { component: 'ApprovalCard', mode: 'inline' };
  const ask = { tool: 'ask_approval', surface, payload: { title: 'Release 2' }, actions: [action] };
  const events = shown(
    asked,
    fact('intarsia.ui.requested', ask),
    fact('intarsia.run.paused', { reason: 'ui_required', calls: ['k1'] }),
    fact('intarsia.run.started', { run: 'r2', reason: 'answer', seed: 'none' }),
    fact('intarsia.ui.answered', { action: 'approve', response: { note: 'private' } }),
    fact('intarsia.tool.claimed', { tool: 'ask_approval' }),
    fact('intarsia.tool.settled', { result: { ticket: 7 } }),
  );
  expect(events.slice(2)).toEqual([
    { kind: 'ui.requested', call: 'k1', agent: 'Planner', ...ask },
    { kind: 'run.paused', run: 'r1', reason: 'ui_required', question: null, calls: ['k1'] },
    { kind: 'run.started', run: 'r2', workflow: 'AppFactory', reason: 'answer' },
    { kind: 'ui.answered', call: 'k1', action: 'approve' },
    { kind: 'tool.started', call: 'k1', agent: 'Planner', tool: 'ask_approval', attempt: 1, automatic: true },
    { kind: 'tool.finished', call: 'k1', agent: 'Planner', tool: 'ask_approval', status: 'ok', code: null, durationMs: 5, surface: null },
  ]);
});

test('what a call that needs approval would run with is shown whole, the decision without who decided and why', () => {
  const ask = { tool: 'pay', risk: 'high', definition: 'd1', arguments: { amount: 5, token: 'a-secret' } } as const;
  const asks = [
    asked,
    fact('intarsia.approval.requested', ask),
    fact('intarsia.run.paused', { reason: 'approval_required', calls: ['k1'] }),
  ];
  const denied = fact('intarsia.approval.decided', { decision: 'deny', by: 'boss', reason: 'private', result: { message: 'private' } });
  expect(shown(...asks, fact('intarsia.run.started', { run: 'r2', reason: 'answer', seed: 'none' }), denied).slice(2)).toEqual([
    { kind: 'approval.requested', call: 'k1', agent: 'Planner', ...ask },
    { kind: 'run.paused', run: 'r1', reason: 'approval_required', question: null, calls: ['k1'] },
    { kind: 'run.started', run: 'r2', workflow: 'AppFactory', reason: 'answer' },
    { kind: 'approval.decided', call: 'k1', decision: 'deny' },
  ]);
});

test('words that came with a request are no question any more once it is answered', () => {
  const words = fact('intarsia.model.replied', { text: 'may I?', tool_calls: [call('ask_approval')] });
  const paused = fact('intarsia.run.paused');
  expect(shown(asked, words, paused).at(-1)).toMatchObject({ question: 'may I?' });
  expect(shown(asked, words, fact('intarsia.ui.answered'), paused).at(-1)).toMatchObject({ question: null });
});

test.each([
  [true, ['speaker']],
  [false, ['speaker', 'tool.started']],
] as const)('AT10 before a tool with self_emits_ui: %s runs, people are told of %j', (selfEmitsUi, told) => {
  const claimed = fact('intarsia.tool.claimed', selfEmitsUi ? { self_emits_ui: true } : {});
  expect(kinds(asked, claimed).slice(1)).toEqual(told);
  expect(kinds(asked, claimed, fact('intarsia.tool.settled')).at(-1)).toBe('tool.finished');
});

test('what ended too late and what was not allowed is the journal alone', () => {
  const { state, events } = projectAll(journalOf([fact('intarsia.tool.late'), fact('intarsia.context.refused')]));
  expect([events, state.seq]).toEqual([[], 0]);
});

test('an uncertain call is told, resolved and started again under its key', () => {
  const claimed = fact('intarsia.tool.claimed', { position: 'model:0:0' });
  const again = fact('intarsia.tool.claimed', { position: 'model:0:0', attempt: 2 });
  const events = shown(
    claimed,
    fact('intarsia.effect.uncertain'),
    fact('intarsia.effect.resolved', { resolution: 'run_again' }),
    again,
    fact('intarsia.tool.settled', { attempt: 2 }),
  );
  expect(events).toEqual([
    { kind: 'tool.started', call: 'k1', agent: 'Planner', tool: 'save_plan', attempt: 1, automatic: false },
    { kind: 'tool.uncertain', call: 'k1', agent: 'Planner', tool: 'save_plan', attempt: 1 },
    { kind: 'tool.resolved', call: 'k1', resolution: 'run_again' },
    { kind: 'tool.started', call: 'k1', agent: 'Planner', tool: 'save_plan', attempt: 2, automatic: false },
    expect.objectContaining({ kind: 'tool.finished', call: 'k1', tool: 'save_plan' }),
  ]);
});

test('failures are told by code with a fixed sentence', () => {
  const message = 'TypeError: at /srv/tool.ts:12';
  expect(shown(fact('intarsia.turn.failed', { code: 'output_rejected', message }))).toEqual([
    { kind: 'turn.failed', agent: 'Planner', code: 'output_rejected', message: 'A reply is not exactly what was declared.' },
  ]);
  const ended = (status: 'completed' | 'failed' | 'cancelled', code: 'cancelled' | 'max_turns' | null) =>
    shown(fact('intarsia.run.ended', { status, code, message }))[0];
  expect(ended('failed', 'max_turns')).toMatchObject({ code: 'max_turns', message: 'The workflow used up its turns.' });
  expect(ended('failed', null)).toMatchObject({ code: null, message: 'Something failed that should not; the log has the cause.' });
  expect(ended('cancelled', 'cancelled')).toMatchObject({ message: 'The run was cancelled.' });
  expect(ended('completed', null)).toMatchObject({ message: 'The workflow is complete.' });
});

test('a failed run is told in the words that its workflow has for it', () => {
  const failed = fact('intarsia.run.ended', {
    status: 'failed',
    code: 'workflow_failed',
    message: 'The invoice has no total.',
    worded: true,
  });
  expect(shown(failed)).toMatchObject([{ kind: 'run.ended', code: 'workflow_failed', message: 'The invoice has no total.' }]);
});

test('an envelope that comes again gives nothing and changes nothing', () => {
  const envelopes = journalOf([...exchange(1), ...exchange(2)]);
  const twice = envelopes.flatMap((envelope, index) => [envelope, ...envelopes.slice(Math.max(0, index - 5), index + 1)]);
  expect(projectAll(twice)).toEqual(projectAll(envelopes));
});

test('what no rule shows makes no gap: context, hub events, unknown types, strangers, a private packet', () => {
  const quiet: readonly EnvelopeDraft[] = [
    { ...packet(planner, ''), type: 'ag2.context.set', data: { set: { a: 1 }, delete: [] } },
    { ...packet(planner, ''), type: 'ag2.channel.opened', data: {} },
    { ...packet(planner, 'x'), type: 'someone.else', data: { text: 'x' } },
    { ...packet(planner, 'x'), sender: 'a9' as typeof planner },
    fact('intarsia.tool.released'),
  ];
  const loud = fact('intarsia.turn.failed');
  const { events } = projectAll(journalOf([...quiet, loud]));
  expect(events.map(({ seq, event }) => [seq, event.kind])).toEqual([[1, 'turn.failed']]);
  const whisper = { ...packet(planner, 'between us'), audience: [writer] };
  expect(kinds(asked, fact('intarsia.model.replied', { text: 'between us' }), whisper)).toEqual(['message', 'speaker', 'speaker']);
});
