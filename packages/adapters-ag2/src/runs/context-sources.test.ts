import { type ContextSources, type ContextVariable, type JournalStore, type Json, memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { agent, autoAgent, converse, rule, scope, tool, variable, workflowOf } from './conversation.test-support.ts';

const unkept = (name: string, source: ContextVariable['source']): ContextVariable => ({ ...variable(name), persisted: false, source });
const order: ContextVariable['source'] = {
  kind: 'record',
  database: null,
  collection: 'orders',
  query: { app: '{{runtime.app_id}}', secret: '{{endpoint}}' },
  fields: ['status'],
  initial: null,
};
const endpoint = unkept('endpoint', { kind: 'config', environment: 'ENDPOINT', initial: 'sesame', required: true });
const commit = unkept('commit', { kind: 'build_context' });
const rules = [rule('Ann', 'user'), rule('user', 'Ann')];

/** Processes on one store, each with what its host gives. */
function host(variables: readonly ContextVariable[]) {
  const clock = virtualClock();
  const store: JournalStore = memoryStore(clock);
  const seen: unknown[] = [];
  const talk = (sources: ContextSources = {}, declared = variables) =>
    converse({
      workflow: workflowOf([autoAgent('Ann', ['look'], { view: declared.map(({ name }) => name) })], rules, { variables: declared }),
      clock,
      store,
      script: { Ann: ['{}', '{}'] },
      tools: {
        look: tool((_input, { contextVariables }) => {
          seen.push(contextVariables.snapshot());
          return null;
        }),
      },
      options: { sources },
    });
  const stored = async () => {
    const channel = (await store.list('/conversations/acme/tracker/channels'))[0];
    const files = ['metadata.json', 'wal.jsonl'].map((file) => store.read(`/conversations/acme/tracker/channels/${channel}${file}`));
    return (await Promise.all(files)).join('\n');
  };
  return { talk, seen, stored };
}

describe('a source of the host', () => {
  it('is read at the start and by every later activation, and stands nowhere in the store', async () => {
    const { talk, seen, stored } = host([endpoint, unkept('order', order)]);
    const statuses = ['open', 'paid'];
    const sources: ContextSources = { record: async () => ({ _id: 7, status: statuses.shift() ?? 'gone' }) };
    await talk(sources).start();
    await talk(sources).answer('again');
    expect(seen).toEqual([
      { endpoint: 'sesame', order: 'open' },
      { endpoint: 'sesame', order: 'paid' },
    ]);
    expect(await stored()).not.toMatch(/sesame|"open"|"paid"/);
  });

  it('that fails refuses the start before anything is stored, without the query in words for people', async () => {
    const { talk } = host([endpoint, unkept('order', order)]);
    const failing = talk({ record: ({ query }) => Promise.reject(new Error(JSON.stringify(query))) });
    const refused = await failing.runtime.start({ workflow: 'Tracker', scope, input: 'a bug tracker' });
    expect(refused).toEqual({
      kind: 'refused',
      code: 'context_source_failed',
      message: 'Workflow "Tracker" cannot start: context variable "order" (collection orders) could not be read.',
    });
    expect(await failing.runtime.inspect(scope)).toBeNull();
    expect(await talk({ record: async () => ({ status: 'open' }) }).start()).toMatchObject({ status: 'paused' });
  });

  it('that fails refuses to go on, changes nothing, and gives the conversation back', async () => {
    const { talk } = host([unkept('order', { ...order, query: {} })]);
    const working = talk({ record: async () => ({ status: 'open' }) });
    await working.start();
    const before = (await working.envelopes()).length;
    const failing = talk({ record: () => Promise.reject(new Error('down')) });
    expect(await failing.runtime.answer({ scope, text: 'again' })).toMatchObject({ kind: 'refused', code: 'context_source_failed' });
    expect((await working.envelopes()).length).toBe(before);
    expect(await working.answer('again')).toMatchObject({ status: 'paused' });
  });

  it('that the answer does not need is not asked: it may be down', async () => {
    const { talk, seen } = host([{ ...variable('order'), source: { ...order, query: {} } }]);
    await talk({ record: async () => ({ status: 'open' }) }).start();
    const down = talk({ record: () => Promise.reject(new Error('down')) });
    expect(await down.answer('again')).toMatchObject({ status: 'paused' });
    expect(seen).toEqual([{ order: 'open' }, { order: 'open' }]);
  });

  it('that hangs gives up once the time limit is over', async () => {
    const { talk } = host([unkept('order', { ...order, query: {} })]);
    const asked = Promise.withResolvers<void>();
    const hanging = talk({
      record: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    });
    const started = hanging.runtime.start({ workflow: 'Tracker', scope, input: 'a bug tracker' });
    await asked.promise;
    await hanging.clock.advance(30_000);
    expect(await started).toMatchObject({ kind: 'refused', code: 'context_source_failed' });
  });

  it('that hangs is left when the runtime closes', async () => {
    const { talk } = host([unkept('order', { ...order, query: {} })]);
    const asked = Promise.withResolvers<AbortSignal>();
    const hanging = talk({
      record: ({ signal }) => {
        asked.resolve(signal);
        return new Promise(() => {});
      },
    });
    const started = hanging.runtime.start({ workflow: 'Tracker', scope, input: 'a bug tracker' });
    const signal = await asked.promise;
    await hanging.runtime.close();
    expect(signal.aborted).toBe(true);
    expect(await started).toMatchObject({ kind: 'refused', code: 'context_source_failed' });
  });

  it('that is down does not hide that a request was already taken', async () => {
    const { talk } = host([unkept('order', { ...order, query: {} })]);
    const start = { workflow: 'Tracker', scope, input: 'a bug tracker', request: 'r1' };
    const first = await talk({ record: async () => null }).runtime.start(start);
    if (first.kind === 'started') await first.handle.done;
    expect(await talk({ record: () => Promise.reject(new Error('down')) }).runtime.start(start)).toEqual({ kind: 'repeated' });
  });

  it('that the host does not give is told once, by the names of its variables', async () => {
    const { talk } = host([endpoint, unkept('order', order), commit]);
    const without = talk();
    await without.start();
    await without.answer('again');
    expect(without.log.map(({ message }) => message)).toEqual([
      'Workflow "Tracker": the host gives no source for order, commit, so the default stands.',
    ]);
  });
});

describe('the build context', () => {
  const giving = (value: Json): ContextSources => ({ buildContext: async () => ({ commit: value }) });

  it('stands in the journal as a digest alone, and is given again by every activation', async () => {
    const { talk, seen, stored } = host([commit]);
    await talk(giving('sesame')).start();
    expect(await talk(giving('sesame')).answer('again')).toMatchObject({ status: 'paused' });
    expect(seen).toEqual([{ commit: 'sesame' }, { commit: 'sesame' }]);
    const digests = (await talk().facts('intarsia.run.started')).map((started) => started['build_context']);
    expect(digests).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), digests[0]]);
    expect(await stored()).not.toContain('sesame');
  });

  it('that changed refuses to go on before any agent runs, and nothing is written', async () => {
    const { talk } = host([commit]);
    const first = talk(giving('abc'));
    await first.start();
    const before = (await first.envelopes()).length;
    const changed = talk(giving('def'));
    expect(await changed.runtime.answer({ scope, text: 'again' })).toEqual({
      kind: 'refused',
      code: 'stale_build_context',
      message: 'The build context is not the one that the conversation was started with.',
    });
    expect(changed.agents.requests).toEqual([]);
    expect((await first.envelopes()).length).toBe(before);
    expect(await talk(giving('abc')).answer('again')).toMatchObject({ status: 'paused' });
  });

  it('that changed refuses a resume too, also for a value that is kept', async () => {
    const { talk } = host([{ ...commit, persisted: true }]);
    const failing = talk(giving('abc'));
    const crashing = converse({
      workflow: workflowOf([agent('Ann')], rules, { variables: [{ ...commit, persisted: true }] }),
      store: failing.store,
      clock: failing.clock,
      agents: { run: () => Promise.resolve({ kind: 'failed', code: 'model_refused', message: 'no', retryable: false }) },
      options: { sources: giving('abc') },
    });
    expect(await crashing.start()).toMatchObject({ status: 'failed', resumable: true });
    expect(await talk(giving('def')).runtime.resume({ scope })).toMatchObject({ kind: 'refused', code: 'stale_build_context' });
    expect(await talk(giving('abc')).resume()).toMatchObject({ status: 'paused' });
  });

  it('is not compared where the conversation began without one', async () => {
    const { talk } = host([]);
    await talk().start();
    expect(await talk(giving('abc'), [commit]).answer('again')).toMatchObject({ status: 'paused' });
    expect(await talk(giving('def'), [commit]).runtime.answer({ scope, text: 'once more' })).toMatchObject({ code: 'stale_build_context' });
  });
});

describe('a journal that another declaration of the workflow wrote', () => {
  const identity: ContextVariable = { ...variable('owner', 'mallory'), authorityClass: 'mutable_workflow_state' };
  const quality: ContextVariable = {
    ...variable('tests_passed', true),
    type: 'boolean',
    authorityClass: 'closed_writer_quality_state',
    writers: ['deterministic_tool'],
  };
  const note: ContextVariable = { ...variable('note', 'hello'), type: 'string' };
  const count = variable('count', 'three');
  const owner: ContextVariable = {
    ...identity,
    authorityClass: 'immutable_runtime_authority',
    authorization: true,
    persisted: false,
    source: { kind: 'config', environment: 'OWNER', initial: 'ada', required: true },
  };

  it('CA5 of an identity key that is not persisted any more, a quality key and an ordinary key, tools and prompts get the last two', async () => {
    const { talk, seen } = host([identity, quality, note, count, variable('dropped', 1)]);
    await talk().start();
    const redeclared = talk({}, [owner, quality, note, { ...count, type: 'integer' }]);
    await redeclared.answer('again');
    expect(seen[1]).toEqual({ owner: 'ada', tests_passed: true, note: 'hello' });
    const prompt = redeclared.agents.requests[0]?.messages[0]?.content;
    expect(prompt).toContain('OWNER: ada\nTESTS_PASSED: true\nNOTE: hello\nCOUNT: None');
    expect(prompt).not.toContain('mallory');
    expect(redeclared.log).toEqual([
      {
        level: 'warn',
        message:
          'Workflow "Tracker": the journal holds values that are not used: owner (context_authority.not_persisted), ' +
          'count (context_authority.invalid_value), dropped (context_authority.unknown_key).',
      },
    ]);
  });

  it('C8 keeps what it saved: no default of a later declaration stands over it', async () => {
    const { talk, seen } = host([note, variable('plan', null)]);
    await talk().start();
    await talk({}, [{ ...note, source: { kind: 'state', initial: 'a new default' } }, { ...variable('plan', 'a new default') }]).answer(
      'again',
    );
    expect(seen[1]).toEqual({ note: 'hello', plan: null });
  });

  it('is written on as the workflow is declared now', async () => {
    const { talk } = host([count]);
    await talk().start();
    const redeclared = converse({
      workflow: workflowOf([autoAgent('Ann', ['add'])], rules, { variables: [{ ...count, type: 'integer' }] }),
      store: talk().store,
      clock: talk().clock,
      script: { Ann: ['{}'] },
      tools: {
        add: tool((_input, { contextVariables }) => {
          contextVariables.set('count', 3);
          return contextVariables.get('count') ?? null;
        }),
      },
    });
    await redeclared.answer('again');
    expect((await redeclared.runtime.inspect(scope))?.state.channel.contextVariables).toEqual({ count: 3 });
  });
});
