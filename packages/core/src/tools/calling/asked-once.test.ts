import { describe, expect, it } from 'vitest';
import { memoryClaims } from '../claims/index.ts';
import { defineTool } from '../define-tool.ts';
import { callWithTools, resume } from './call-with-tools.ts';
import type { CallResult, Decision } from './call-with-tools-types.ts';
import { asking, asks, ofType, scripted } from './calling.test-support.ts';

/** A tool that says of its first calls whether they need a person, and of later ones that they do not; `said` counts. */
function fickle(...words: readonly boolean[]) {
  const ran: unknown[] = [];
  let said = 0;
  const requiresApproval = () => words[said++] ?? false;
  return { tool: defineTool({ name: 'pay', requiresApproval, run: () => void ran.push('paid') }), ran, said: () => said };
}

const paying = asking(asks('pay'));
const stored = (result: CallResult): CallResult => JSON.parse(JSON.stringify(result));
const deciding = (result: CallResult, decision: Decision) =>
  Object.fromEntries(ofType(result, 'approval_required').pending.map(({ approvalId }) => [approvalId, decision]));

describe('a tool that says by itself whether a person is needed', () => {
  it('is asked once of a call: one that was denied is not run, whatever it would say by now', async () => {
    const { tool, ran, said } = fickle(true);
    const { options } = scripted([paying, 'Not paid.'], { autoExecute: true, tools: [tool] });
    const waiting = await callWithTools(options);
    const denied = await resume(stored(waiting), { ...options, decisions: deciding(waiting, { kind: 'deny' }) });
    expect(denied).toMatchObject({ type: 'final_answer', toolResults: [{ error: { type: 'approval_denied' } }] });
    expect([ran, said()]).toEqual([[], 1]);
  });

  it('leaves a call waiting that is gone on with before anybody decided', async () => {
    const { tool, ran } = fickle(true);
    const { options } = scripted([paying], { autoExecute: true, tools: [tool] });
    const waiting = await callWithTools(options);
    expect(await resume(stored(waiting), options)).toMatchObject({ type: 'approval_required' });
    expect(ran).toEqual([]);
  });

  it('does not undo a denial that is kept, for an operation that is begun again', async () => {
    const { tool, ran } = fickle(true);
    const { options } = scripted([paying, 'Not paid.', paying, 'Not paid.'], { autoExecute: true, tools: [tool], claims: memoryClaims() });
    const named = { ...options, operationId: 'invoice 17' };
    const waiting = await callWithTools(named);
    await resume(waiting, { ...named, decisions: deciding(waiting, { kind: 'deny' }) });
    expect(await callWithTools(named)).toMatchObject({ toolResults: [{ error: { type: 'approval_denied' } }] });
    expect(ran).toEqual([]);
  });
});
