import { readdirSync, readFileSync } from 'node:fs';
import { callKey, checkFact, type JsonObject, memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import {
  agent,
  autoAgent,
  type Conversation,
  callingAgent,
  converse,
  handleOf,
  rule,
  scope,
  tool,
  variable,
  workflowOf,
} from './conversation.test-support.ts';
import { plant } from './planted.test-support.ts';

const toUser = [rule('Ann', 'user'), rule('user', 'Ann')];

describe('a journal that a newer release went on with', () => {
  const workflow = workflowOf([agent('Ann')], toUser);
  const later: JsonObject = { v: 2, run: 'r', reason: 'a later one', calls: [] };

  const waiting = async (): Promise<{ readonly talk: Conversation; readonly before: Conversation }> => {
    const clock = virtualClock();
    const store = memoryStore(clock);
    const before = converse({ workflow, script: { Ann: ['Well?'] }, clock, store });
    await before.runtime.start({ workflow: 'Tracker', scope, input: 'hi', request: 'q1' }).then((started) => handleOf(started).done);
    return { before, talk: converse({ workflow, script: { Ann: ['Fine.'] }, clock, store }) };
  };

  it.each<[string, string, JsonObject, string]>([
    ['a newer version', 'intarsia.run.paused', later, '"intarsia.run.paused" of version 2'],
    ['no version', 'intarsia.run.paused', { run: 'r', reason: 'input_required', calls: [] }, '"intarsia.run.paused" without a version'],
    ['a type that came later', 'intarsia.memory.kept', { v: 1 }, '"intarsia.memory.kept" of version 1'],
  ])(
    'C20 a fact of %s: nobody goes on with it or looks at its state, and its envelopes can still be read',
    async (_, type, data, named) => {
      const { talk, before } = await waiting();
      await plant(talk, { type, data });
      const size = (await talk.envelopes()).length;
      const refused = { kind: 'refused', code: 'journal_version', message: expect.stringContaining(named) };
      expect(await talk.runtime.answer({ scope, text: 'yes' })).toMatchObject(refused);
      expect(await talk.runtime.answer({ scope, text: 'yes', request: 'q2' })).toMatchObject(refused);
      expect(await talk.runtime.respond({ scope, call: callKey('k') })).toMatchObject(refused);
      expect(await talk.runtime.resume({ scope })).toMatchObject(refused);
      expect(await talk.runtime.resolve(scope, callKey('k'), { kind: 'failed' }, 'ops')).toMatchObject(refused);
      const again = { workflow: 'Tracker', scope, input: 'hi', request: 'q1' };
      expect(await talk.runtime.start(again)).toMatchObject({ kind: 'refused', code: 'conversation_exists' });
      for (const process of [talk, before]) {
        await expect(process.runtime.inspect(scope)).rejects.toMatchObject({
          code: 'journal_version',
          message: expect.stringContaining(named),
        });
      }
      const envelopes = await talk.envelopes();
      expect(envelopes.at(-1)).toMatchObject({ event_type: type, event_data: data });
      expect(envelopes).toHaveLength(size);
    },
  );

  it('C20 a record of somebody else is nothing of ours, whatever its version', async () => {
    const { talk } = await waiting();
    await plant(talk, { type: 'acme.note', data: { v: 99 } });
    expect(await talk.answer('yes')).toMatchObject({ status: 'paused' });
  });
});

describe('a journal of an older release, as that release left it in the middle of a turn', () => {
  const folder = new URL('../embedded/fixtures/journals/', import.meta.url);
  const releases = readdirSync(folder).map((name) => name.replace('.json', ''));
  const names = ['look', 'save', 'pay', 'tell'];
  const workflow = workflowOf(
    [callingAgent('Ann', ['look']), autoAgent('Ben', ['save', 'pay', 'tell'])],
    [rule('Ann', 'user'), rule('user', 'Ben'), rule('Ben', 'terminate')],
    { variables: names.map((name) => variable(name)) },
  );

  /** Its conversation in a store of now, and its fold as the release itself gave it. */
  async function left(release: string) {
    const { files, state } = JSON.parse(readFileSync(new URL(`${release}.json`, folder), 'utf8'));
    const clock = virtualClock(Date.UTC(2026, 11, 1));
    const store = memoryStore(clock);
    for (const [path, content] of Object.entries<string>(files)) await store.write(path, content);
    // A store keeps the epochs, too.
    const lease = '/conversations/acme/tracker/intarsia/conversation';
    for (let epoch = 1; epoch <= state.run.epoch; epoch += 1) {
      await store.lease.acquire(lease, { owner: 'it', ttlMs: 1 });
      await store.lease.release(lease, { epoch });
    }
    const entered: string[] = [];
    const run = (name: string) =>
      tool((_input, { contextVariables }) => {
        entered.push(name);
        contextVariables.set(name, 'done now');
        return name;
      });
    const tools = Object.fromEntries(names.map((name) => [name, run(name)]));
    return { state, entered, talk: converse({ workflow, tools, clock, store }) };
  }

  it.each(releases)('C20 (%s) is read as it was written: every fact is well formed, and its fold is the same', async (release) => {
    const { state, talk } = await left(release);
    const facts = (await talk.envelopes()).filter(({ event_type }) => event_type.startsWith('intarsia.'));
    expect(new Set(facts.map(({ event_type }) => event_type)).size).toBeGreaterThanOrEqual(12);
    for (const { event_type, event_data } of facts) checkFact(event_type, event_data);
    expect((await talk.runtime.inspect(scope))?.state).toMatchObject(state);
  });

  it.each(releases)('C20 (%s) goes on where it stopped: only what had not ended runs', async (release) => {
    const { entered, talk } = await left(release);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(entered).toEqual(['tell']);
    expect(talk.agents.requests).toEqual([]);
    expect((await talk.facts('intarsia.tool.claimed')).at(-1)).toMatchObject({ tool: 'tell', attempt: 2 });
    expect((await talk.runtime.inspect(scope))?.state).toMatchObject({
      turn: null,
      channel: {
        closeReason: 'workflow_complete',
        contextVariables: { look: 'done by look', save: 'done by save', pay: null, tell: 'done now' },
      },
    });
    expect((await talk.runtime.read(scope, 0)).quarantined).toEqual([]);
  });
});
