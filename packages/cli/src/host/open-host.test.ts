import { join } from 'node:path';
import { loadWorkflow } from '@intarsia/core/node';
import { scriptedAgents } from '@intarsia/core/testing';
import { expect, it } from 'vitest';
import { notes, temporaryFolder, write } from '../command.test-support.ts';
import type { Streams } from '../terminal/streams.ts';
import { openHost } from './open-host.ts';
import { placeOf } from './store-place.ts';

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
  const host = await openHost({ workflows: [loaded.workflow], agents, streams: process });
  const started = await host.runtime.start({ workflow: loaded.workflow.name, scope: { tenant: 'acme', chat: 'c1' }, input: 'How much?' });
  if (started.kind === 'started') await started.handle.done;
  await host.close();
  await temporary.remove();
  expect(started.kind).toBe('started');
  expect(agents.requests[0]?.messages[0]?.content).toContain('PRICE: 12 EUR');
});

it('lets no text of a tool that failed steer the terminal', async () => {
  const temporary = await temporaryFolder();
  const folder = await write(join(temporary.path, 'Notes'), {
    ...notes,
    'tools.yaml': 'tools: [{ agent: Ann, file: save.js, function: save, tool_type: Agent_Tool }]\n',
    'save.js': 'export function save() { throw new Error("\\u001b[2Jgone"); }\n',
  });
  const loaded = await loadWorkflow(folder);
  if (loaded.kind === 'refused') throw new Error(JSON.stringify(loaded.problems));
  const agents = scriptedAgents({ Ann: [{ toolCalls: [{ id: 'c1', name: 'save', arguments: '{}' }] }, 'Noted.'] });
  const told: string[] = [];
  const streams = { stderr: { write: (text: string) => told.push(text) }, env: {} } as unknown as Streams;
  const host = await openHost({ workflows: [loaded.workflow], agents, streams });
  const started = await host.runtime.start({ workflow: loaded.workflow.name, scope: { tenant: 'acme', chat: 'c1' }, input: 'Save.' });
  if (started.kind === 'started') await started.handle.done;
  await host.close();
  await temporary.remove();
  expect(told).toEqual(['Tool "save" failed. (\ufffd[2Jgone)\n']);
});

it('tells no context variable the URL of a store', async () => {
  const temporary = await temporaryFolder();
  const source = (name: string) => `{ model_visible: true, source: { type: config, env_var: ${name}, default: nothing, required: false } }`;
  const folder = await write(join(temporary.path, 'Notes'), {
    ...notes,
    'context_variables.yaml': `definitions: { one: ${source('INTARSIA_STORE')}, two: ${source('MINE')}, region: ${source('REGION')} }
agents: { Ann: { variables: [one, two, region] } }\n`,
  });
  const loaded = await loadWorkflow(folder);
  if (loaded.kind === 'refused') throw new Error(JSON.stringify(loaded.problems));
  const agents = scriptedAgents({ Ann: ['Noted.'] });
  const env = { INTARSIA_STORE: 'redis://:sesame@host', MINE: 'memory:', REGION: 'north' };
  const streams = { stderr: process.stderr, env } as unknown as Streams;
  const host = await openHost({ store: placeOf('env:MINE', env), workflows: [loaded.workflow], agents, streams });
  const started = await host.runtime.start({ workflow: loaded.workflow.name, scope: { tenant: 'acme', chat: 'c1' }, input: 'Where?' });
  if (started.kind === 'started') await started.handle.done;
  await host.close();
  await temporary.remove();
  const [told] = agents.requests[0]?.messages ?? [];
  expect(told?.content).toContain('REGION: north');
  expect(told?.content).toContain('ONE: nothing');
  expect(told?.content).toContain('TWO: nothing');
});
