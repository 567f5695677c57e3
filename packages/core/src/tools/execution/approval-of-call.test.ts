import { expect, it } from 'vitest';
import { defineTool } from '../define-tool.ts';
import { executeTool } from './execute-tool.ts';

it('a call that is stopped while it is asked whether a person is needed was stopped: nobody has to approve it', async () => {
  const stop = new AbortController();
  const tool = defineTool({
    requiresApproval: () => {
      stop.abort();
      return new Promise<boolean>(() => {});
    },
    run: () => 'paid',
  });
  expect(await executeTool({ toolName: 'tool', tools: { tool }, signal: stop.signal })).toMatchObject({
    attempts: 0,
    error: { type: 'aborted' },
  });
});
