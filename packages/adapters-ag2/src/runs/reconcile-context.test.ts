import { type JsonObject, memoryStore, type ToolDefinition } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { autoAgent, converse, gate, handleOf, leaseTtlMs, rule, scope, tool, variable, workflowOf } from './conversation.test-support.ts';

const secret = { ...variable('pin'), persisted: false };
const workflow = workflowOf([autoAgent('Ann', ['pay', 'look'])], [rule('Ann', 'terminate')], { variables: [variable('paid', 0), secret] });

/** The process dies inside `pay`, another one resumes and asks its `reconcile`; `seen` holds the context of the tool behind it. */
async function reconciled(reconcile: NonNullable<ToolDefinition['reconcile']>) {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const inTool = gate();
  const runs: string[] = [];
  const seen: JsonObject[] = [];
  const pay = tool(
    (_input, { idempotencyKey }) => {
      runs.push(idempotencyKey);
      inTool.open();
      return runs.length === 1 ? new Promise<null>(() => {}) : null;
    },
    { effect: 'unsafe', reconcile },
  );
  const look = tool((_input, { contextVariables }) => {
    seen.push(contextVariables.snapshot());
    return null;
  });
  const setup = { workflow, tools: { pay, look }, clock, store };
  const first = converse({ ...setup, script: { Ann: ['{"sum":5}'] } });
  handleOf(await first.runtime.start({ workflow: 'Tracker', scope, input: 'pay' }));
  await inTool.opened;
  first.store.die();
  await clock.advance(leaseTtlMs + 1);
  const talk = converse(setup);
  const result = await talk.resume();
  const context = (await talk.runtime.inspect(scope))?.state.channel.contextVariables;
  return { talk, result, runs, seen, context };
}

describe('the context of a reconcile', () => {
  it('holds the output that its call was made for', async () => {
    const outputs: unknown[] = [];
    await reconciled(async (_key, { contextVariables }) => {
      outputs.push(contextVariables.get('structured_output'));
      return { kind: 'unknown' };
    });
    expect(outputs).toEqual([{ sum: 5 }]);
  });

  it('takes what the call wrote and lost, once it says that the call happened; no journal holds what none may', async () => {
    const { talk, result, seen, context } = await reconciled(async (_key, { contextVariables }) => {
      contextVariables.set('paid', 5);
      contextVariables.set('pin', 'p-1234');
      return { kind: 'happened', result: { receipt: 7 } };
    });
    expect(result).toMatchObject({ status: 'completed' });
    expect(seen).toEqual([{ paid: 5, pin: 'p-1234' }]);
    expect(context).toEqual({ paid: 5 });
    expect(JSON.stringify(await talk.envelopes())).not.toContain('p-1234');
  });

  it.each(['not_happened', 'unknown'] as const)('keeps nothing with %s', async (kind) => {
    const { runs, context } = await reconciled(async (_key, { contextVariables }) => {
      contextVariables.set('paid', 5);
      return { kind };
    });
    expect(context).toEqual({ paid: 0 });
    expect(runs).toHaveLength(kind === 'not_happened' ? 2 : 1);
  });

  it('refuses what no tool may write, and tells it', async () => {
    const { talk, result } = await reconciled(async (_key, { contextVariables }) => {
      contextVariables.set('total', 5);
      return { kind: 'unknown' };
    });
    expect(result).toMatchObject({ reason: 'effect_uncertain' });
    expect(await talk.facts('intarsia.context.refused')).toMatchObject([
      { agent: 'Ann', writes: [{ key: 'total', rule: 'context_authority.unknown_key' }] },
    ]);
  });
});
