import { expect, it } from 'vitest';
import { memoryClaims } from '../claims/index.ts';
import { defineTool } from '../define-tool.ts';
import { callWithTools, resume } from './call-with-tools.ts';
import type { CallResult } from './call-with-tools-types.ts';
import { asking, asks, scripted } from './calling.test-support.ts';

const stored = (result: CallResult): CallResult => JSON.parse(JSON.stringify(result));
const reopened = (result: CallResult): CallResult => result;

it.each([
  ['with the claims that are kept', stored, { claims: memoryClaims(), operationId: 'order 7' }],
  ['with the claims of the process', reopened, {}],
  ['with the results alone, where no claims are kept', stored, {}],
])('T25 the budget of a tool counts across a resume, %s', async (_, carried, kept) => {
  const ran: string[] = [];
  const tool = defineTool({ name: 'pay', run: () => ran.push('paid') });
  const policy = { budgets: { pay: 1 } };
  const paying = asking(asks('pay'));
  const { options } = scripted([paying, paying, 'Done.'], { autoExecute: true, tools: [tool], policy, maxTurns: 1, ...kept });
  const limited = await callWithTools(options);
  expect(limited).toMatchObject({ type: 'tool_calls', turns: 1, toolResults: [{ status: 'success' }] });
  expect(await resume(carried(limited), options)).toMatchObject({
    type: 'final_answer',
    toolResults: [{ status: 'success' }, { attempts: 0, error: { type: 'budget_exhausted' } }],
  });
  expect(ran).toEqual(['paid']);
});
