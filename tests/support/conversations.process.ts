// A server of its own for tests: the conversations of one workflow over HTTP, with their journals in one store.
import { createServer } from 'node:http';
import { embeddedNetwork, openAiAgents } from '@intarsia/adapters-ag2';
import { createRuntime } from '@intarsia/core';
import { loadWorkflow, randomIds, systemClock, toolLoader } from '@intarsia/core/node';
import { openStore, storeUrlOf } from '@intarsia/knowledge-stores/url';
import { createTransport } from '@intarsia/transport';

const [folder = '', store = ''] = process.argv.slice(2);
const loaded = await loadWorkflow(folder);
if (loaded.kind === 'refused') throw new Error(JSON.stringify(loaded.problems));
const { workflow } = loaded;

const ports = { clock: systemClock, ids: randomIds };
const runtime = createRuntime({
  ...ports,
  workflows: [workflow],
  network: embeddedNetwork({ ...ports, store: await openStore(storeUrlOf(store)) }),
  agents: openAiAgents({
    apiKey: 'offline',
    model: 'scripted',
    baseUrl: process.env['OPENAI_BASE_URL'] ?? '',
    schemaDialect: 'json_schema',
  }),
  tools: toolLoader(),
});
const transport = createTransport({ ...ports, runtime, defaultWorkflow: workflow.name });
const server = createServer((request, response) => void transport.handle(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.stdout.write(`http://127.0.0.1:${address.port}/api/conversations\n`);
});
