// A process of its own for tests/operation-processes.test.ts: an operation outside of a run, whose claims are in one store. It does one delivery a message.
import { appendFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type AgentRunner, type CallResult, callWithTools, type Decision, defineTool, resume, storeClaims } from '@intarsia/core';
import { randomIds, systemClock } from '@intarsia/core/node';
import { openStore } from '@intarsia/knowledge-stores/url';

/** What a parent can ask for. `hangs`: the tool never ends. `laterMs`: how far the clock is ahead of the others'. */
export interface Delivery {
  readonly effect: 'keyed' | 'unsafe';
  readonly hangs?: boolean;
  readonly laterMs?: number;
  /** An earlier end, and what a person decided of each call that waited. */
  readonly earlier?: CallResult;
  readonly decision?: Decision['kind'];
}

const [url = '', world = ''] = process.argv.slice(2);
const answer = (value: unknown): Promise<void> => new Promise((resolve) => process.send?.(value, undefined, undefined, () => resolve()));

/** Books once, and says so. */
const model: AgentRunner = {
  async run({ messages }) {
    const isBooked = messages.some(({ role }) => role === 'tool');
    const toolCalls = isBooked ? [] : [{ id: 'call_0', name: 'book', arguments: '{"day":"Monday"}' }];
    const finishReason = isBooked ? 'stop' : 'tool_calls';
    return { kind: 'replied', text: isBooked ? 'Booked.' : '', toolCalls, model: 'scripted', finishReason, usage: null };
  },
};

function book({ effect, hangs = false }: Delivery) {
  return defineTool({
    name: 'book',
    effect,
    requiresApproval: effect === 'unsafe',
    async run(_input, { idempotencyKey }) {
      appendFileSync(world, `start ${idempotencyKey}\n`);
      if (hangs) await Promise.all([answer('entered'), new Promise(() => {})]);
      for (let turn = 0; turn < 50; turn += 1) await setImmediate(); // others come in between
      appendFileSync(world, `end ${idempotencyKey}\n`);
      return 'booked';
    },
  });
}

const store = await openStore(url);

function deliver(delivery: Delivery): Promise<CallResult> {
  const { earlier, decision, laterMs = 0 } = delivery;
  const clock = { ...systemClock, now: () => systemClock.now() + laterMs };
  const options = { model, tools: [book(delivery)], autoExecute: true, claims: storeClaims(store), clock, ids: randomIds };
  if (earlier === undefined) return callWithTools({ ...options, prompt: 'A table for Monday.', operationId: 'order 17' });
  const waiting = earlier.type === 'approval_required' ? earlier.pending : [];
  const decisions = decision === undefined ? {} : Object.fromEntries(waiting.map(({ approvalId }) => [approvalId, { kind: decision }]));
  return resume(earlier, { ...options, decisions });
}

process.on('message', (delivery: Delivery) => {
  deliver(delivery).then(answer, (error: unknown) => answer(`failed: ${String(error)}`));
});
process.on('disconnect', () => process.exit());
await answer('ready');
