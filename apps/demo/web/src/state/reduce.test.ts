import { describe, expect, it } from 'vitest';
import { type StudioAction, studioState } from './reduce.ts';
import { currentBuild, emptyState, isAsked, openRequests, type StudioState, takesWords } from './studio-state.ts';
import { buildStory, numbered } from './test/story.ts';
import type { NumberedEvent } from './visible-event.ts';

const fold = (actions: readonly StudioAction[], state: StudioState = emptyState('c')) => actions.reduce(studioState, state);
const visible = (event: NumberedEvent): StudioAction => ({ kind: 'visible', event });
const snapshot = (
  events: readonly NumberedEvent[],
  status: 'running' | 'paused' | 'completed' | 'interrupted' = 'running',
): StudioAction => ({
  kind: 'snapshot',
  conversation: 'c',
  status,
  head: events.at(-1)?.seq ?? 0,
  events,
});
const states = (state: StudioState) => currentBuild(state)?.steps.map((step) => step.state);
const story = numbered(buildStory);
const until = (index: number) => fold(story.slice(0, index).map(visible));

describe('the fold of a whole build', () => {
  const ended = until(story.length);

  it('has every step done, with its duration and its result', () => {
    expect(currentBuild(ended)?.steps.map(({ name, state, result, activeMs }) => [name, state, result, activeMs])).toEqual([
      ['interview', 'done', '', 7000],
      ['plan', 'done', '', 8000],
      ['build', 'done', '2 files, 40 lines', 25_000],
      ['validate', 'done', '9 tests passed', 7000],
      ['preview', 'done', 'Running at pv.localhost', 2000],
    ]);
    expect(currentBuild(ended)).toMatchObject({ complete: true, version: 1 });
    expect(ended).toMatchObject({ status: 'completed', lastSeq: story.length, gap: false, openCalls: [] });
  });

  it('keeps what was said in order, and one card for the build that a question held up', () => {
    expect(ended.items.map((item) => (item.kind === 'message' ? item.key : item.kind))).toEqual([
      'm1',
      'm2',
      'm3',
      'build',
      'm4',
      'ending',
    ]);
  });

  it('is the same however the events came: snapshot and tail cut anywhere, each event twice, late ones again', () => {
    for (let cut = 0; cut <= story.length; cut += 1) {
      const head = story.slice(0, cut);
      const doubled = [...story, ...story.slice(-3)].flatMap((event) => [visible(event), visible(event)]);
      const state = fold([snapshot(head), ...doubled]);
      expect({ ...state, loaded: false }).toEqual(ended);
    }
  });
});

describe('a question', () => {
  it('holds the run up until it is answered', () => {
    const asked = until(story.findIndex(({ event }) => event.kind === 'run.paused') + 1);
    expect([isAsked(asked), takesWords(asked), states(asked)?.[0]]).toEqual([true, true, 'asked']);
    const answered = until(story.findIndex(({ event }) => event.kind === 'run.started' && event.reason === 'answer') + 1);
    expect([isAsked(answered), takesWords(answered), states(answered)?.[0]]).toEqual([false, false, 'running']);
  });

  it('after the app runs only invites to change it', () => {
    const paused = numbered([
      ...buildStory.slice(0, -1),
      [110, { kind: 'run.paused', run: 'r2', reason: 'input_required', question: 'What next?', calls: [] }],
    ]);
    const state = fold(paused.map(visible));
    expect([isAsked(state), takesWords(state)]).toEqual([false, true]);
  });
});

describe('numbers', () => {
  it('that skip one stop the fold until a snapshot closes the gap', () => {
    const [first, , third, fourth] = story;
    if (!first || !third || !fourth) throw new Error('The story is too short.');
    const gapped = fold([visible(first), visible(third), visible(fourth)]);
    expect([gapped.gap, gapped.lastSeq]).toEqual([true, 1]);
    const closed = studioState(gapped, snapshot(story.slice(0, 4)));
    expect([closed.gap, closed.lastSeq]).toEqual([false, 4]);
  });

  it('begin again after a resync, and words that were sent are not forgotten', () => {
    const state = fold([{ kind: 'sent', text: 'hello' }, { kind: 'resync' }, ...story.map(visible)], until(5));
    expect([state.lastSeq, state.sent, state.items.length]).toEqual([story.length, 'hello', 6]);
  });

  it('of a conversation that became shorter are read from the first one again', () => {
    expect(studioState(until(9), snapshot(story.slice(0, 2))).lastSeq).toBe(2);
  });
});

describe('streamed text', () => {
  const text = (message: string, words: string): StudioAction => ({
    kind: 'live',
    frame: { kind: 'message.text', message, agent: 'Interviewer', text: words },
  });

  it('grows, is dropped by a reset and by a new stream, and gives way to the message', () => {
    expect(fold([text('m2', 'Which '), text('m2', 'values')]).live?.text).toBe('Which values');
    expect(
      fold([text('m2', 'Which'), { kind: 'live', frame: { kind: 'message.reset', message: 'm2', agent: 'Interviewer' } }]).live,
    ).toBeNull();
    expect(fold([text('m2', 'Which'), { kind: 'stream-opened' }, text('m2', 'Which')]).live?.text).toBe('Which');
    const told = fold([text('m2', 'Which'), ...story.slice(0, 3).map(visible)]);
    expect(told.live).toBeNull();
    expect(studioState(told, text('m2', 'late')).live).toBeNull();
  });
});

describe('words that were sent', () => {
  it('stand until the same words come back', () => {
    const sent = studioState(until(5), { kind: 'sent', text: 'low, medium and bright' });
    expect(sent.sent).toBe('low, medium and bright');
    expect(fold(story.slice(5, 8).map(visible), sent).sent).toBeNull();
    expect(studioState(sent, { kind: 'not-sent' }).sent).toBeNull();
  });
});

describe('an owner that died', () => {
  it('is told by a snapshot only: the step at work is stopped, a resume goes on with it', () => {
    const events = story.slice(0, 15);
    const cut = fold([snapshot(events, 'interrupted')]);
    expect([cut.status, states(cut)]).toEqual(['interrupted', ['done', 'done', 'stopped', 'waiting', 'waiting']]);
    const resumed = studioState(
      cut,
      visible({ seq: 16, at: cut.runStartedAt ?? '', event: { kind: 'run.started', run: 'r3', workflow: 'AppFactory', reason: 'resume' } }),
    );
    expect([resumed.status, states(resumed)?.[2]]).toEqual(['running', 'running']);
  });
});

it('a resume in the middle of the tests keeps what the build said of its files', () => {
  const resumed = numbered([
    ...buildStory.slice(0, 18),
    [130, { kind: 'run.started', run: 'r3', workflow: 'AppFactory', reason: 'resume' }],
    [130, { kind: 'speaker', agent: 'Builder' }],
    [130, { kind: 'tool.started', call: 'v', agent: 'Builder', tool: 'validate_artifact', attempt: 2, automatic: true }],
  ]);
  const steps = currentBuild(fold(resumed.map(visible)))?.steps;
  expect(steps?.slice(2, 4)).toMatchObject([
    { state: 'done', result: '2 files, 40 lines', tries: 1 },
    { state: 'running', tries: 1 },
  ]);
});

describe('a tool that asks the person', () => {
  const action = { id: 'approve', label: 'Approve', description: null, variant: 'primary', approved: true, payload: null } as const;
  const request = (call: string) =>
    ({
      kind: 'ui.requested',
      call,
      agent: 'Planner',
      tool: 'approve_plan',
      surface: { component: 'ApprovalCard', mode: 'inline' },
      payload: { title: 'Plants' },
      actions: [action],
    }) as const;
  const asked = numbered([
    ...buildStory.slice(0, 12),
    [70, request('a')],
    [70, request('b')],
    [70, { kind: 'run.paused', run: 'r2', reason: 'ui_required', question: null, calls: ['a', 'b'] }],
  ]);

  it('stands in the conversation until it is answered, each request for itself', () => {
    const state = fold(asked.map(visible));
    expect([isAsked(state), takesWords(state)]).toEqual([true, false]);
    expect(openRequests(state)).toMatchObject([
      { key: 'a', agent: 'Planner', tool: 'approve_plan', payload: { title: 'Plants' }, actions: [action], answer: null },
      { key: 'b' },
    ]);
    const answered = studioState(state, visible({ seq: 16, at: '', event: { kind: 'ui.answered', call: 'a', action: 'approve' } }));
    expect(openRequests(answered).map(({ key }) => key)).toEqual(['b']);
    expect(answered.items.find(({ key }) => key === 'a')).toMatchObject({ answer: { action: 'approve' } });
  });

  it('is not shown twice when it is told again', () => {
    const again = fold(numbered([...buildStory.slice(0, 12), [70, request('a')], [71, request('a')]]).map(visible));
    expect(openRequests(again)).toHaveLength(1);
  });
});

describe('a call that needs approval', () => {
  const asks = {
    kind: 'approval.requested',
    call: 'a',
    agent: 'Planner',
    tool: 'publish',
    risk: 'high',
    definition: 'd1',
    arguments: { to: 'all' },
  } as const;
  const paused = numbered([
    ...buildStory.slice(0, 12),
    [70, { kind: 'tool.started', call: 'a', agent: 'Planner', tool: 'publish', attempt: 1, automatic: false }],
    [70, asks],
    [70, { kind: 'run.paused', run: 'r2', reason: 'approval_required', question: null, calls: ['a'] }],
  ]);

  it('stands in the conversation with what it would run with, to be allowed or denied', () => {
    const state = fold(paused.map(visible));
    expect([isAsked(state), takesWords(state), state.openCalls]).toEqual([true, false, []]);
    const [request] = openRequests(state);
    expect(request).toMatchObject({ key: 'a', tool: 'publish', payload: { to: 'all' }, risk: 'high', definition: 'd1', answer: null });
    expect(request?.actions.map(({ id }) => id)).toEqual(['allow', 'deny']);
    const seq = paused.length + 1;
    const denied = studioState(state, visible({ seq, at: '', event: { kind: 'approval.decided', call: 'a', decision: 'deny' } }));
    expect([openRequests(denied), denied.items.find(({ key }) => key === 'a')]).toMatchObject([[], { answer: { action: 'deny' } }]);
  });

  it('that is asked for again, of a tool that is defined otherwise now, is open again and shows that', () => {
    const again = { ...asks, risk: 'low', definition: 'd2' } as const;
    const told = [{ kind: 'approval.decided', call: 'a', decision: 'allow' } as const, again];
    const events = told.map((event, index) => visible({ seq: paused.length + 1 + index, at: '', event }));
    const open = openRequests(fold([...paused.map(visible), ...events]));
    expect(open).toMatchObject([{ key: 'a', risk: 'low', definition: 'd2', answer: null }]);
  });
});

describe('a run that ends badly', () => {
  const failed = numbered([
    ...buildStory.slice(0, 18),
    [103, { kind: 'turn.failed', agent: 'Builder', code: 'tool_execution_failed', message: 'The tool failed.' }],
    [103, { kind: 'run.ended', run: 'r2', status: 'failed', code: 'tool_execution_failed', message: 'The tool failed.', resumable: true }],
  ]);

  it('marks the step that failed and keeps the ones before', () => {
    const state = fold(failed.map(visible));
    expect(states(state)).toEqual(['done', 'done', 'done', 'failed', 'waiting']);
    expect(state.items.at(-1)).toMatchObject({ kind: 'ending', status: 'failed', agent: 'Builder', resumable: true });
  });

  it('waits for a person when nobody knows whether a call happened, until each is resolved', () => {
    const uncertain = numbered([
      ...buildStory.slice(0, 18),
      [99, { kind: 'tool.uncertain', call: 'v', agent: 'Builder', tool: 'validate_artifact', attempt: 2 }],
      [99, { kind: 'run.paused', run: 'r2', reason: 'effect_uncertain', question: null, calls: ['v'] }],
    ]);
    const state = fold(uncertain.map(visible));
    expect([isAsked(state), takesWords(state), states(state)?.[3]]).toEqual([true, false, 'asked']);
    const resolved = studioState(state, visible({ seq: 21, at: '', event: { kind: 'tool.resolved', call: 'v', resolution: 'run_again' } }));
    expect(resolved.uncertain).toEqual([{ call: 'v', attempt: 2, tool: 'validate_artifact', agent: 'Builder', resolution: 'run_again' }]);
  });
});

it('an event of a kind that this page does not know changes nothing but the number', () => {
  const unknown = JSON.parse('{"kind":"weather"}');
  const state = studioState(until(3), visible({ seq: 4, at: '', event: unknown }));
  expect({ ...state, lastSeq: 3 }).toEqual(until(3));
});
