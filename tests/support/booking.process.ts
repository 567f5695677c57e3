// A process of its own for tests/concurrent-processes.test.ts: a runtime on one SQLite file, whose workflow books what a person answers. It does one delivery a message.
import { appendFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { embeddedNetwork } from '@intarsia/adapters-ag2';
import { compileWorkflow, createRuntime, defineTool } from '@intarsia/core';
import { randomIds, systemClock } from '@intarsia/core/node';
import { scriptedAgents } from '@intarsia/core/testing';
import { sqliteStore } from '@intarsia/knowledge-stores/sqlite';

/** What a parent can ask for. */
export type Delivery = { readonly kind: 'start' } | { readonly kind: 'answer'; readonly request: string };

const scope = { tenant: 'acme', chat: 'booking' };

const documents = {
  'orchestrator.yaml': `schema_version: mozaiks.orchestrator.v1
workflow_name: Booking
workflow_startup_mode: UserDriven
initial_agent: Host`,
  'agents.yaml': `agents:
  - { name: Host, system_message: Ask for the day., structured_outputs_required: false }
  - { name: Clerk, system_message: Book it., structured_outputs_required: true }`,
  'structured_outputs.yaml': `schema_version: mozaiks.structured_outputs.v1
registry: { Host: null, Clerk: Order }
models: { Order: { type: model, fields: { day: { type: str } } } }`,
  'tools.yaml': 'tools: [{ agent: Clerk, file: book.ts, function: book, tool_type: Agent_Tool, auto_tool_call: true }]',
  'transition_graph.yaml': `transition_rules:
  - { source_agent: Host, target_agent: user, transition_type: after_turn }
  - { source_agent: user, target_agent: Clerk, transition_type: after_turn }
  - { source_agent: Clerk, target_agent: terminate, transition_type: after_turn }`,
};

const [file = ''] = process.argv.slice(2);
const answer = (value: unknown): Promise<void> => new Promise((resolve) => process.send?.(value, undefined, undefined, () => resolve()));
const compiled = compileWorkflow(
  Object.entries(documents).map(([name, text]) => ({ file: name, text })),
  { folderName: 'Booking', folder: null },
);
if (compiled.kind === 'refused') throw new Error(JSON.stringify(compiled.problems));

const book = defineTool({
  effect: 'unsafe',
  async run(_input, { idempotencyKey }) {
    appendFileSync(`${file}.world`, `start ${idempotencyKey}\n`);
    for (let turn = 0; turn < 50; turn += 1) await setImmediate(); // others come in between
    appendFileSync(`${file}.world`, `end ${idempotencyKey}\n`);
    return 'booked';
  },
});
const runtime = createRuntime({
  workflows: [compiled.workflow],
  network: embeddedNetwork({ store: sqliteStore({ file }), clock: systemClock, ids: randomIds }),
  agents: scriptedAgents({ Host: ['Which day?'], Clerk: ['{"day":"Monday"}'] }),
  tools: { load: async () => ({ kind: 'loaded', tool: book }) },
  clock: systemClock,
  ids: randomIds,
});

async function deliver(delivery: Delivery): Promise<string> {
  const result = await begin(delivery);
  if (result.kind === 'started') return `started and ${(await result.handle.done).status}`;
  return result.kind === 'repeated' ? 'repeated' : result.code;
}

function begin(delivery: Delivery) {
  if (delivery.kind === 'start') return runtime.start({ workflow: 'Booking', scope, input: 'a table' });
  return runtime.answer({ scope, text: 'Monday', request: delivery.request });
}

process.on('message', (delivery: Delivery) => {
  deliver(delivery).then(answer, (error: unknown) => answer(`failed: ${String(error)}`));
});
process.on('disconnect', () => process.exit());
await answer('ready');
