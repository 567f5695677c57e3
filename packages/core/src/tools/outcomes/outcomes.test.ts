import { describe, expect, it } from 'vitest';
import type { ToolBinding, ToolOutcome } from '../../documents/workflow.ts';
import type { Json } from '../../ports/json.ts';
import { beginOutcome, endOutcome, type OutcomeEnd, outcomeKeysOfOthers } from './index.ts';

const outcome: ToolOutcome = {
  contextKey: 'result',
  attemptsKey: 'tries',
  resultField: 'status',
  values: ['ready', 'needs_revision', 'blocked'],
  errorValue: 'blocked',
  maxAttempts: 2,
  retryOn: ['needs_revision'],
};
const begin = (tries: Json | undefined, result: Json = 'blocked', changed: Partial<ToolOutcome> = {}) =>
  beginOutcome({ ...outcome, ...changed }, { result, ...(tries === undefined ? {} : { tries }) });

describe('a new attempt', () => {
  it.each<[string, Json, Json, Partial<ToolOutcome>, number]>([
    ['the first', 0, 'blocked', {}, 1],
    ['the first, with a success left over from elsewhere', 0, 'ready', {}, 1],
    ['the second, after an outcome that is tried again', 1, 'needs_revision', {}, 2],
    ['the hundredth', 99, 'needs_revision', { maxAttempts: 100 }, 100],
  ])('%s is permitted: the error value stands and the attempt is counted before the call', (_, tries, result, changed, counted) => {
    expect(begin(tries, result, changed)).toEqual({ kind: 'permitted', writes: { result: 'blocked', tries: counted } });
  });

  it.each<[string, Json | undefined]>([
    ['-1', -1],
    ['true', true],
    ['a text', '1'],
    ['null', null],
    ['half a one', 0.5],
    ['a list', [1]],
    ['more than a count can be', 2 ** 53],
    ['nothing', undefined],
  ])('TO3 is refused when the attempts are %s: invalid_attempt_state, and all of them are used up', (_, tries) => {
    expect(begin(tries, 'needs_revision')).toEqual({
      kind: 'refused',
      status: 'error',
      code: 'invalid_attempt_state',
      result: { status: 'blocked', outcome_error: 'invalid_attempt_state' },
      writes: { result: 'blocked', tries: 2 },
    });
  });

  it.each<[string, Json, Json, Partial<ToolOutcome>, string, number]>([
    ['used up', 2, 'needs_revision', {}, 'attempts_exhausted', 2],
    ['more than used up', 7, 'needs_revision', {}, 'attempts_exhausted', 7],
    ['used up with the only one', 1, 'ready', { maxAttempts: 1, retryOn: [] }, 'attempts_exhausted', 1],
    ['after a success', 1, 'ready', {}, 'retry_not_permitted', 1],
    ['after a failure', 1, 'blocked', {}, 'retry_not_permitted', 1],
    ['after what is no outcome', 1, null, {}, 'retry_not_permitted', 1],
    ['after what looks like one to a loose comparison', 1, ['needs_revision'], {}, 'retry_not_permitted', 1],
  ])('%s is refused, and the attempts stay', (_, tries, result, changed, code, counted) => {
    expect(begin(tries, result, changed)).toMatchObject({
      kind: 'refused',
      code,
      result: { status: 'blocked', outcome_error: code },
      writes: { result: 'blocked', tries: counted },
    });
  });

  it('TO5 called again after a success is retry_not_permitted', () => {
    expect(begin(1, 'ready')).toMatchObject({ kind: 'refused', code: 'retry_not_permitted' });
  });

  it('reads its own variables only, whatever they are called', () => {
    const named = { ...outcome, contextKey: 'constructor', attemptsKey: 'valueOf' };
    expect(beginOutcome(named, {})).toMatchObject({ code: 'invalid_attempt_state' });
  });
});

describe('the end of a call', () => {
  const end = (ended: OutcomeEnd, tries: Json | undefined = 1, changed: Partial<ToolOutcome> = {}) =>
    endOutcome({ ...outcome, ...changed }, tries, ended);
  const returned = (result: Json): OutcomeEnd => ({ kind: 'returned', result });

  it.each(['ready', 'needs_revision', 'blocked'])('that says %s is that outcome, with all that the tool gave back', (status) => {
    const result = { status, files: ['app.ts'] };
    expect(end(returned(result))).toEqual({ status: 'ok', code: null, result, writes: { result: status, tries: 1 } });
  });

  it.each<[string, Json]>([
    ['null', null],
    ['a list', ['ready']],
    ['nothing of it', {}],
    ['a value that is not declared', { status: 'finished' }],
    ['a declared value in other letters', { status: 'Ready' }],
    ['a boolean', true],
    ['a boolean where the value stands', { status: true }],
    ['the value under another name', { outcome: 'ready' }],
    ['the bare value', 'ready'],
  ])('TO2 that gives %s is invalid_tool_outcome: the error value, and the attempt is used', (_, result) => {
    expect(end(returned(result))).toEqual({
      status: 'error',
      code: 'invalid_tool_outcome',
      result: { status: 'blocked', outcome_error: 'invalid_tool_outcome' },
      writes: { result: 'blocked', tries: 1 },
    });
  });

  it.each<[OutcomeEnd, string, string]>([
    [{ kind: 'failed', code: 'tool_execution_failed' }, 'tool_execution_failed', 'tool_execution_failed'],
    [{ kind: 'failed', code: 'tool_timeout' }, 'tool_timeout', 'tool_execution_failed'],
    [{ kind: 'failed', code: 'tool_arguments_invalid' }, 'tool_arguments_invalid', 'tool_execution_failed'],
    [{ kind: 'interrupted' }, 'tool_execution_interrupted', 'tool_execution_interrupted'],
  ])('%o is recorded as %s, and says %s', (ended, code, said) => {
    const result = { status: 'blocked', outcome_error: said };
    expect(end(ended)).toEqual({ status: 'error', code, result, writes: { result: 'blocked', tries: 1 } });
  });

  it.each<[string, Json | undefined, number]>([
    ['the count of its claim', 2, 2],
    ['one, when its claim did not count it', 0, 1],
    ['all, when there is no count', null, 2],
    ['all, when it is none', 'one', 2],
  ])('keeps %s', (_, tries, counted) => {
    expect(end(returned({ status: 'ready' }), tries).writes).toEqual({ result: 'ready', tries: counted });
  });

  it.each(['outcome_error', '__proto__', 'toString'])('looks at the field of the name %s alone', (resultField) => {
    const said = JSON.parse(`{"${resultField}":"ready"}`);
    expect(end(returned(said), 1, { resultField })).toMatchObject({ status: 'ok', writes: { result: 'ready' } });
    const failed = end(returned({}), 1, { resultField });
    expect(failed.writes).toEqual({ result: 'blocked', tries: 1 });
    expect(Object.entries(Object(failed.result))).toContainEqual([resultField, 'blocked']);
  });
});

describe('the variables of outcomes', () => {
  const binding = (agent: string, name: string, keys: readonly [string, string] | null): ToolBinding => ({
    agent,
    index: 0,
    file: `${name}.ts`,
    function: name,
    description: null,
    type: 'Agent_Tool',
    surface: null,
    timeoutMs: null,
    onError: { kind: 'continue' },
    outcome: keys && { ...outcome, contextKey: keys[0], attemptsKey: keys[1] },
    ui: null,
    selfEmitsUi: false,
  });
  const check = binding('Ann', 'check', ['checked', 'checks']);
  const book = binding('Ben', 'book', ['booked', 'bookings']);
  const note = binding('Ben', 'note', null);
  const workflow = {
    agents: new Map([
      ['Ann', { autoTools: [check] }],
      ['Ben', { autoTools: [book, note] }],
    ]),
  };

  it.each([
    ['a tool with an outcome', check, ['booked', 'bookings']],
    ['a tool beside one', note, ['checked', 'checks', 'booked', 'bookings']],
    ['a tool of the same name of another agent', { ...check, agent: 'Ben' }, ['checked', 'checks', 'booked', 'bookings']],
  ])('are closed to %s, but for its own', (_, own, expected) => {
    expect([...outcomeKeysOfOthers(workflow, own)]).toEqual(expected);
  });
});
