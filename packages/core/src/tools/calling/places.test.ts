import { describe, expect, it } from 'vitest';
import { memoryClaims } from '../claims/index.ts';
import { defineTool } from '../define-tool.ts';
import { callWithTools, resume } from './call-with-tools.ts';
import { asking, asks, scripted } from './calling.test-support.ts';

/** A tool with an effect; `ran` holds the keys that it was run under. */
function sending() {
  const ran: string[] = [];
  return { tool: defineTool({ name: 'send', run: (_, { idempotencyKey }) => ran.push(idempotencyKey) }), ran };
}

const empty = { text: '' };
const named = { autoExecute: true, operationId: 'order 7' };

describe('the place of a call in its operation', () => {
  it('does not depend on how often the model had to be asked: begun anew, the operation has its effect once', async () => {
    const { tool, ran } = sending();
    const claims = memoryClaims();
    const troubled = scripted([empty, asking(asks('send')), 'Sent.'], { ...named, tools: [tool], claims });
    const useless = await callWithTools(troubled.options);
    expect(useless).toMatchObject({ type: 'error', error: { type: 'incomplete_response' }, modelCalls: 1 });
    expect(await resume(useless, troubled.options)).toMatchObject({ type: 'final_answer', modelCalls: 3 });
    const again = scripted([asking(asks('send')), 'Sent.'], { ...named, tools: [tool], claims });
    expect(await callWithTools(again.options)).toMatchObject({ type: 'final_answer', toolResults: [{ replayed: true }] });
    expect(ran).toHaveLength(1);
  });

  it('stays the same for a call that is gone on with after a useless reply: it is uncertain, and not run again', async () => {
    const stop = new AbortController();
    let entered = 0;
    const tool = defineTool({
      name: 'send',
      run: (_, { signal }) => {
        entered += 1;
        stop.abort();
        return Promise.reject(signal.reason);
      },
    });
    const claims = memoryClaims();
    const { options } = scripted([asking(asks('send')), empty], { ...named, tools: [tool] });
    const stopped = await callWithTools({ ...options, claims, signal: stop.signal });
    const useless = await resume(stopped, options); // without claims the call stays as it is, and the model is asked
    expect(useless).toMatchObject({ type: 'error', error: { type: 'incomplete_response' } });
    expect(await resume(useless, { ...options, claims })).toMatchObject({
      type: 'error',
      error: { type: 'claim_error', code: 'uncertain' },
    });
    expect(entered).toBe(1);
  });
});
