import { join } from 'node:path';
import { loadWorkflow } from '@intarsia/core/node';
import { scriptedAgents } from '@intarsia/core/testing';
import { expect, it } from 'vitest';
import { notes, temporaryFolder, write } from '../command.test-support.ts';
import { openHost } from './open-host.ts';

it("reads the files that context variables name from the workflow's folder", async () => {
  const temporary = await temporaryFolder();
  const source = '{ type: file, path: data/price.txt, required: true }';
  const folder = await write(join(temporary.path, 'Notes'), {
    ...notes,
    'context_variables.yaml': `definitions: { price: { model_visible: true, source: ${source} } }\nagents: { Ann: { variables: [price] } }\n`,
    'data/price.txt': '12 EUR',
  });
  const loaded = await loadWorkflow(folder);
  if (loaded.kind === 'refused') throw new Error(JSON.stringify(loaded.problems));
  const agents = scriptedAgents({ Ann: ['Noted.'] });
  const host = openHost({ workflows: [loaded.workflow], agents, streams: process });
  const started = await host.runtime.start({ workflow: loaded.workflow.name, scope: { tenant: 'acme', chat: 'c1' }, input: 'How much?' });
  if (started.kind === 'started') await started.handle.done;
  await host.close();
  await temporary.remove();
  expect(started.kind).toBe('started');
  expect(agents.requests[0]?.messages[0]?.content).toContain('PRICE: 12 EUR');
});
