import { agentId, type JournalStore, type Json, memoryStore } from '@intarsia/core';
import { countingIds, type VirtualClock, virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { embeddedNetwork } from '../embedded/embedded-network.ts';
import { call, callingAgent, converse, scope, tool } from './conversation.test-support.ts';
import { type Act, checker, contextOf, needsRevision, ready, review, reviewed, script, valuesOf } from './outcomes.test-support.ts';
import { open as anyAnswer, asking, onlyRequest, respond } from './ui-tools.test-support.ts';

const paused = { status: 'paused', reason: 'input_required' };
const settledCodes = async (talk: ReturnType<typeof converse>) => (await talk.facts('intarsia.tool.settled')).map(({ code }) => code);

describe('a tool with an outcome', () => {
  it.each<[string, Json]>([
    ['null', null],
    ['a list', ['ready']],
    ['{}', {}],
    ['an undeclared value', { status: 'finished' }],
    ['a boolean', true],
  ])('TO2 that returns %s after an earlier success has the error value', async (_, result) => {
    const workflow = reviewed();
    const earlier = workflow.contextVariables.get('check_result');
    if (earlier === undefined) throw new Error('check_result is declared.');
    const succeeded = { ...earlier, source: { kind: 'state', initial: 'ready' } } as const;
    const contextVariables = new Map([...workflow.contextVariables, ['check_result', succeeded]]);
    const { talk } = review([{ returns: result }], { workflow: { ...workflow, contextVariables } });
    expect(await talk.start()).toMatchObject(paused);
    expect(await talk.facts('intarsia.tool.settled')).toMatchObject([
      {
        status: 'error',
        code: 'invalid_tool_outcome',
        result: { status: 'blocked', outcome_error: 'invalid_tool_outcome' },
        delta: { set: { check_result: 'blocked', check_tries: 1 }, delete: [] },
      },
    ]);
    expect(await contextOf(talk)).toMatchObject({ check_result: 'blocked', check_tries: 1 });
  });

  it.each<[string, Json]>([
    ['-1', -1],
    ['true', true],
    ['"1"', '1'],
    ['null', null],
  ])('TO3 whose attempts are %s is not called', async (_, attempts) => {
    const workflow = reviewed();
    const counter = workflow.contextVariables.get('check_tries');
    if (counter === undefined) throw new Error('check_tries is declared.');
    const wrong = { ...counter, type: null, source: { kind: 'state', initial: attempts } } as const;
    const contextVariables = new Map([...workflow.contextVariables, ['check_tries', wrong]]);
    const { talk, entered } = review([ready], { workflow: { ...workflow, contextVariables } });
    expect(await talk.start()).toMatchObject(paused);
    expect(entered).toEqual([]);
    expect(await settledCodes(talk)).toEqual(['invalid_attempt_state']);
    expect(await contextOf(talk)).toMatchObject({ check_result: 'blocked', check_tries: 2 });
  });

  it('TO5 that is called again after its success is refused with retry_not_permitted', async () => {
    const { talk, entered } = review([ready, ready], { workflow: reviewed({ onReady: 'user' }) });
    expect(await talk.start()).toMatchObject(paused);
    expect(await contextOf(talk)).toMatchObject({ check_result: 'ready', check_tries: 1 });
    expect(await talk.answer('again')).toMatchObject(paused);
    expect(entered).toHaveLength(1);
    expect(await settledCodes(talk)).toEqual([null, 'retry_not_permitted']);
    expect(await contextOf(talk)).toMatchObject({ check_result: 'blocked', check_tries: 1 });
  });

  it.each([
    ['a failure', null],
    ['a value that is not declared', 'finished'],
  ])('keeps what it wrote beside a declared value, and nothing of it beside %s', async (_, second) => {
    const noting =
      (note: string, status: string | null): Act =>
      ({ contextVariables }) => {
        contextVariables.set('notes', note);
        if (status === null) throw new Error('no rules');
        return { status };
      };
    const { talk } = review([noting('first', 'needs_revision'), noting('second', second)]);
    await talk.start();
    expect(await contextOf(talk)).toMatchObject({ notes: 'first', check_result: 'blocked', check_tries: 2 });
  });

  it('that takes too long has the error value; its record says that it was the time', async () => {
    const clock = virtualClock();
    const { talk } = review([() => new Promise<Json>(() => {})], { clock }, { timeoutMs: 1000 });
    const over = talk.start();
    await clock.advance(0);
    await clock.advance(1001);
    expect(await over).toMatchObject(paused);
    expect(await talk.facts('intarsia.tool.settled')).toMatchObject([
      { code: 'tool_timeout', result: { status: 'blocked', outcome_error: 'tool_execution_failed' } },
    ]);
  });
});

describe('the attempts of a tool', () => {
  const resetting: Act = ({ contextVariables }) => {
    contextVariables.set('check_tries', 0);
    contextVariables.set('check_result', 'needs_revision');
    return { status: 'needs_revision' };
  };
  const deleting: Act = ({ contextVariables }) => {
    contextVariables.delete('check_tries');
    contextVariables.delete('check_result');
    return { status: 'needs_revision' };
  };

  it.each([
    ['resets its counter', resetting],
    ['deletes its counter', deleting],
    ['leaves its counter alone', needsRevision],
  ])('TO4 are used up by a tool that %s: the third call is refused with attempts_exhausted', async (_, act) => {
    const { talk, entered } = review([act, act, ready]);
    expect(await talk.start()).toMatchObject(paused);
    expect(entered).toHaveLength(2);
    expect(await settledCodes(talk)).toEqual([null, null, 'attempts_exhausted']);
    expect(await contextOf(talk)).toMatchObject({ check_result: 'blocked', check_tries: 2 });
    expect(await valuesOf(talk, 'check_tries')).toEqual([1, 1, 2, 2, 2]);
  });

  it.each([
    ['the whole journal', false],
    ['a checkpoint', true],
  ])('TO4 outlive the process: a new one on %s for each call', async (_, hasCheckpoint) => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const { check, entered } = checker([resetting, resetting, ready]);
    const open = () => converse({ workflow: reviewed({ onRevision: 'user' }), script, tools: { check }, clock, store });
    const restart = async () => {
      if (hasCheckpoint) await passCheckpoint(store, clock);
      return open();
    };
    expect(await open().start()).toMatchObject(paused);
    expect(await (await restart()).answer('again')).toMatchObject(paused);
    const last = await restart();
    expect(await last.answer('and again')).toMatchObject(paused);
    expect(entered).toHaveLength(2);
    expect(await settledCodes(last)).toEqual([null, null, 'attempts_exhausted']);
    expect(await contextOf(last)).toMatchObject({ check_result: 'blocked', check_tries: 2 });
    const files = await store.list('/conversations/acme/tracker/channels');
    expect(await store.exists(`/conversations/acme/tracker/channels/${files[0] ?? ''}intarsia/checkpoint.json`)).toBe(hasCheckpoint);
  });

  it('are counted once when the tool asks a person, and the error value stands while it waits', async () => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const workflow = reviewed();
    const agents = new Map([...workflow.agents].map(([name, each]) => [name, asking(each, { check: anyAnswer })]));
    const { check, entered } = checker([({ answer }) => ({ status: answer?.response['verdict'] ?? null })]);
    const open = () => converse({ workflow: { ...workflow, agents }, script, tools: { check }, clock, store });
    expect(await open().start()).toMatchObject({ status: 'paused', reason: 'ui_required' });
    const next = open();
    expect(await contextOf(next)).toMatchObject({ check_result: 'blocked', check_tries: 1 });
    expect(entered).toEqual([]);
    expect(await respond(next, { call: await onlyRequest(next), response: { verdict: 'ready' } })).toMatchObject({ status: 'completed' });
    expect(await contextOf(next)).toMatchObject({ check_result: 'ready', check_tries: 1 });
    expect(entered).toHaveLength(1);
  });

  it('are nobody else’s to give back: another tool may read them, and its write is refused', async () => {
    const workflow = reviewed();
    const agents = new Map([...workflow.agents, ['Drafter', callingAgent('Drafter', ['meddle'])]]);
    const seen: unknown[] = [];
    const refused: string[] = [];
    const meddle = tool((_input, { contextVariables }) => {
      seen.push(contextVariables.get('check_tries'));
      const writes = [
        () => contextVariables.set('check_tries', 0),
        () => contextVariables.set('check_result', 'ready'),
        () => contextVariables.delete('check_tries'),
      ];
      for (const write of writes) {
        try {
          write();
        } catch (cause) {
          refused.push(String(cause));
        }
      }
      return null;
    });
    const { check } = checker([needsRevision, needsRevision]);
    const meddling = Array.from({ length: 3 }, () => [{ toolCalls: [call('meddle')] }, 'A draft.']).flat();
    const talk = converse({ workflow: { ...workflow, agents }, script: { ...script, Drafter: meddling }, tools: { check, meddle } });
    expect(await talk.start()).toMatchObject(paused);
    expect(seen).toEqual([0, 1, 2]);
    expect(refused).toEqual(Array.from({ length: 9 }, () => expect.stringContaining('it belongs to the outcome of another tool')));
    expect(await contextOf(talk)).toMatchObject({ check_result: 'blocked', check_tries: 2 });
  });
});

/** Posts so many envelopes of a kind that nobody knows that a checkpoint is written. */
async function passCheckpoint(store: JournalStore, clock: VirtualClock): Promise<void> {
  const network = embeddedNetwork({ store, clock, ids: countingIds() });
  const taken = await network.resume(scope);
  if (taken.kind !== 'owned') throw new Error(`The conversation is ${taken.kind}.`);
  const sender = [...taken.channel.participants.values()][0] ?? agentId('');
  const note = { sender, type: 'acme.note', data: {}, audience: [], causation: null };
  await taken.channel.post(Array.from({ length: 64 }, () => note));
  await taken.channel.release();
  await network.close();
}
