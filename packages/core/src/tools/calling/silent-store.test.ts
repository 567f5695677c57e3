import { describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../ports/claims.ts';
import { countingIds, virtualClock } from '../../testing/index.ts';
import { claimMarginMs, inspectOperation, memoryClaims } from '../claims/index.ts';
import { defineTool } from '../define-tool.ts';
import { executeTool } from '../execution/index.ts';
import { callWithTools } from './call-with-tools.ts';
import { asking, asks, scripted } from './calling.test-support.ts';

/** A store that answers reads, or appends of one type, only once it is told to. */
function silentAt(what: 'read' | 'tool.claimed' | 'tool.settled' | 'approval.requested') {
  const claims = memoryClaims();
  const { promise, resolve } = Promise.withResolvers<void>();
  const store: ClaimStore = {
    async read(operation, from) {
      if (what === 'read') await promise;
      return claims.read(operation, from);
    },
    async append(operation, record) {
      if (record['type'] === what) await promise;
      return claims.append(operation, record);
    },
  };
  return { store, claims, answer: resolve };
}

const paying = () => {
  const ran: string[] = [];
  return { ran, tool: defineTool({ name: 'pay', run: () => ran.push('paid') }) };
};
const asksPerson = defineTool({ name: 'pay', requiresApproval: true, run: () => null });

describe('a store of claims that does not answer', () => {
  it.each([
    ['read', paying().tool],
    ['tool.claimed', paying().tool],
    ['tool.settled', paying().tool],
    ['approval.requested', asksPerson],
    ['read', asksPerson],
  ] as const)('at "%s" does not keep an operation beyond its limit and the margin', async (what, tool) => {
    const { store } = silentAt(what);
    const options = { tools: [tool], autoExecute: true, claims: store, operationId: 'order 7', timeoutMs: 50 };
    const made = scripted([asking(asks('pay')), 'Done.'], options);
    const result = callWithTools(made.options);
    await made.clock.advance(50 + claimMarginMs);
    expect(await result).toMatchObject({ type: 'error', error: { type: 'timeout' }, modelCalls: 1 });
    expect(made.clock.pending()).toBe(0);
  });

  it('lets nothing be entered when it answers at last, and gives the claim back', async () => {
    const { store, claims, answer } = silentAt('tool.claimed');
    const [{ tool, ran }, clock, stop] = [paying(), virtualClock(), new AbortController()];
    const call = { toolName: 'pay', tools: [tool], claims: store, operationId: 'order 7', clock, ids: countingIds() };
    const result = executeTool({ ...call, signal: stop.signal });
    await clock.advance(0);
    stop.abort();
    await clock.advance(claimMarginMs);
    expect(await result).toMatchObject({ status: 'error', attempts: 0, error: { type: 'execution_error', retryable: true } });
    answer();
    await clock.advance(0);
    expect(await inspectOperation({ claims, operationId: 'order 7', clock })).toMatchObject({ calls: [{ status: 'free' }] });
    expect(ran).toEqual([]);
  });

  it('leaves a call uncertain whose end it may not have', async () => {
    const { store } = silentAt('tool.settled');
    const [{ tool }, clock, stop] = [paying(), virtualClock(), new AbortController()];
    const result = executeTool({ toolName: 'pay', tools: [tool], claims: store, operationId: 'order 7', clock, signal: stop.signal });
    await clock.advance(0);
    stop.abort();
    await clock.advance(claimMarginMs);
    expect(await result).toMatchObject({ status: 'error', attempts: 1, error: { type: 'uncertain' } });
  });
});
