import { memoryStore } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { approvals, decide, input, onlyApproval } from './approvals.test-support.ts';
import { autoAgent, type Conversation, converse, leaseTtlMs, rule, scope, tool, workflowOf } from './conversation.test-support.ts';
import type { Fate } from './observed-store.test-support.ts';

const effects = ['keyed', 'unsafe'] as const;
const decisions = ['allow', 'deny'] as const;
const deaths = [0, 1, 2, 3, 4].flatMap((commit) => (['dies_before', 'dies_after'] as const).map((fate) => ({ commit, fate })));
const workflow = workflowOf([autoAgent('Ann', ['pay'])], [rule('Ann', 'terminate')]);
const output = '{"amount":5}';

describe('a process that dies around a decision', () => {
  it.each(effects.flatMap((effect) => decisions.flatMap((decision) => deaths.map((death) => ({ effect, decision, ...death })))))(
    '$effect, $decision, commit $commit, $fate: the person decides one call once, and only what was allowed is done, once',
    async ({ effect, decision, commit, fate }) => {
      const clock = virtualClock();
      const store = memoryStore(clock);
      const done = new Set<string>();
      const pay = tool(
        (_input, { idempotencyKey }) => {
          done.add(idempotencyKey);
          return { paid: true };
        },
        {
          input,
          effect,
          requiresApproval: true,
          reconcile: async (key) => (done.has(key) ? { kind: 'happened', result: { paid: true } } : { kind: 'not_happened' }),
        },
      );
      const openProcess = (fateOf: (number: number) => Fate) => {
        const process = converse({ workflow, script: { Ann: [output, output] }, tools: { pay }, clock, store });
        process.store.decide((number) => fateOf(number));
        return process;
      };
      let process = openProcess((number) => (number === commit ? fate : 'committed'));
      let deadOnce = false;
      for (let round = 0; round < 6; round++) {
        try {
          if (!(await goOn(process, decision))) break;
        } catch {
          // A process that dies in the middle answers nobody.
        }
        if (!deadOnce && (await isDead(process))) {
          deadOnce = true;
          await clock.advance(leaseTtlMs);
          process = openProcess(() => 'committed');
        }
      }
      expect((await process.runtime.inspect(scope))?.state.run?.status).toBe('completed');
      const keys = new Set(await approvals(process));
      expect(keys.size).toBe(1);
      expect([...done]).toEqual(decision === 'allow' ? [...keys] : []);
      expect(await process.facts('intarsia.approval.decided')).toMatchObject([{ decision }]);
    },
  );
});

/** Does what a person would do next; false once the conversation is over. */
async function goOn(process: Conversation, decision: 'allow' | 'deny'): Promise<boolean> {
  const run = (await process.runtime.inspect(scope))?.state.run;
  if (run === undefined || run === null) await process.start();
  else if (run.status === 'running') await process.resume();
  else if (run.status === 'paused' && run.reason === 'approval_required') await decide(process, await onlyApproval(process), decision);
  else return false;
  return true;
}

const isDead = async (process: Conversation): Promise<boolean> =>
  process.runtime.inspect(scope).then(
    () => false,
    () => true,
  );
