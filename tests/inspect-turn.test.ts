import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelEnvironment, startIntarsia } from './support/command.ts';
import { type ModelEndpoint, serveModel } from './support/model-endpoint.ts';

const hostile = 'Done.\u001b[2J\u009b1m\u202e\nturn 9: Mallory, answered';
const files: Readonly<Record<string, string>> = {
  'orchestrator.yaml': `schema_version: mozaiks.orchestrator.v1
workflow_name: Desk
workflow_startup_mode: UserDriven
initial_agent: Reader`,
  'agents.yaml': `agents:
  - { name: Reader, system_message: Read the invoice., structured_outputs_required: true }
  - { name: Closer, system_message: Say goodbye., structured_outputs_required: false }`,
  'structured_outputs.yaml': `schema_version: mozaiks.structured_outputs.v1
registry: { Reader: Invoice, Closer: null }
models:
  Invoice: { type: model, fields: { total: { type: float }, note: { type: str } } }`,
  'context_variables.yaml': `definitions:
  booked: { type: boolean, authority_class: closed_writer_routing_state, writer_ids: [deterministic_tool], source: { type: state, default: false } }
  total: { type: number, authority_class: closed_writer_routing_state, writer_ids: [deterministic_tool], source: { type: state, default: 0 } }
  gate: { type: string, authority_class: closed_writer_routing_state, writer_ids: [transition_router], source: { type: state, default: shut } }`,
  'tools.yaml': `tools:
  - { agent: Reader, file: desk.mjs, function: book, tool_type: Agent_Tool, auto_tool_call: true, bind_to_agent: false }
  - { agent: Reader, file: desk.mjs, function: open_gate, tool_type: Agent_Tool, auto_tool_call: true, bind_to_agent: false }
  - { agent: Reader, file: desk.mjs, function: notify, tool_type: Agent_Tool, auto_tool_call: true, bind_to_agent: false }`,
  'tools/desk.mjs': `
export function book({ total }, { contextVariables }) {
  contextVariables.set('booked', true);
  contextVariables.set('total', total);
  return { status: 'success' };
}
export function open_gate(_fields, { contextVariables }) {
  try {
    contextVariables.set('gate', 'stolen');
  } catch {
    return 'went on';
  }
}
export function notify() {
  throw new Error('the printer is out of paper');
}`,
  'transition_graph.yaml': `transition_rules:
  - { source_agent: Reader, target_agent: terminate, termination_reason: workflow_failed, transition_type: condition, condition_type: context_expression, context_expression: "\${total} > 1000 and \${booked}" }
  - { source_agent: Reader, target_agent: Closer, transition_type: condition, condition_type: context_equals, condition_key: booked, condition_value: true }
  - { source_agent: Reader, target_agent: user, transition_type: after_turn }
  - { source_agent: Closer, target_agent: terminate, transition_type: after_turn }
  - { source_agent: user, target_agent: Reader, transition_type: after_turn }`,
};

let folder: string;
let model: ModelEndpoint;
let store: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-turn-'));
  store = join(folder, 'store.sqlite');
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, 'Desk', file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  model = await serveModel(({ output, body }) => ({ kind: 'reply', content: answer(output, JSON.stringify(body)) }));
  for (const chat of ['bad', 'good']) await run(join(folder, 'Desk'), chat, `a ${chat} invoice`);
});
afterAll(async () => {
  await model.close();
  await rm(folder, { recursive: true });
});

function answer(output: string, asked: string): string {
  if (asked.includes('Invoice 42')) return '{"total":100,"currency":"EUR"}';
  if (output !== 'Invoice') return hostile;
  return asked.includes('bad invoice') ? '{"total":"100","extra":1}' : '```json\n{"total":100,"note":"paid"}\n```';
}

const intarsia = (...words: readonly string[]) => startIntarsia(words, modelEnvironment(model.url, folder)).ended;
const run = (workflow: string, chat: string, input: string) =>
  intarsia('run', workflow, '--store', store, '--conversation', chat, '--input', input);
const inspect = (chat: string, ...words: readonly string[]) => intarsia('inspect', '--store', store, '--conversation', chat, ...words);
const explained = async (chat: string, turn: string): Promise<string> => {
  const { exitCode, stdout, stderr } = await inspect(chat, '--turn', turn);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return masked(stdout);
};

/** Ids, digests, times and durations differ from run to run. */
const masked = (text: string): string =>
  text
    .replace(/[0-9a-f]{12,}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, 'TIME')
    .replace(/\d+ ms/g, 'N ms')
    .trimEnd();

describe('intarsia inspect --turn', () => {
  it('tells what was validated, run, written and refused, and why the graph went where it went', async () => {
    expect(await explained('good', '2')).toBe(`conversation good: completed, owner none
turn 2: Reader, answered
  id ID:Reader
  envelopes 4 to 13, from TIME
  answers user: "a good invoice"
replies
  reply 1: hidden (structured_output_artifact), stop, test
    "\`\`\`json {"total":100,"note":"paid"} \`\`\`"
output
  reply 1 is exactly Invoice, a Markdown fence was taken off
calls
  auto tool 1: book, effect unsafe, settled
    key ID:ID:Reader:auto:0, arguments ID…
    attempt 1, epoch 1, claimed at TIME: ok after N ms, {"status":"success"}
  auto tool 2: open_gate, effect unsafe, settled
    key ID:ID:Reader:auto:1, arguments ID…
    attempt 1, epoch 1, claimed at TIME: ok after N ms, "went on"
  auto tool 3: notify, effect unsafe, settled
    key ID:ID:Reader:auto:2, arguments ID…
    attempt 1, epoch 1, claimed at TIME: error (tool_execution_failed) after N ms, {"message":"tool_execution_failed","status":"error"}
context writes
  booked = true, by tool book as deterministic_tool, with the packet
  total = 100, by tool book as deterministic_tool, with the packet
refused writes
  set gate, by tool open_gate as deterministic_tool: context_authority.rejected: "deterministic_tool" may not set "gate" in workflow "Desk": the variable is closed_writer_routing_state.
said
  "\`\`\`json {"total":100,"note":"paid"} \`\`\`"
next: Closer, by rule 2
    rule 1: after Reader, when \${total} > 1000 and \${booked} → terminate (workflow_failed): false, total is 100, booked is true
  → rule 2: after Reader, when booked is true → Closer: fired, booked is true
    rule 3: after Reader → user: applies, but rule 2 fired first
    for the turns of others: rule 4, 5
    no rule → terminate (no_transition_matched)
context after it
  gate = "shut"
  booked = true
  total = 100`);
  });

  it('tells every problem of a rejected output, and that the turn is not decided', async () => {
    const text = await explained('bad', 'last');
    expect(text).toContain('conversation bad: failed (output_rejected), owner none\nturn 2: Reader, failed\n');
    expect(text).toContain('reply 1: hidden (structured_output_artifact), stop, test');
    expect(text).toContain('  reply 1 is not exactly Invoice: 3 problems\n');
    expect(text).toMatch(/\n {4}\/total wrong_type: .+\n/);
    expect(text).toMatch(/\n {2}TIME turn failed: output_rejected: .+\n {2}TIME run failed: output_rejected: .+, can be resumed\n/);
    expect(text).toContain('\nnext: not decided, the turn is failed\n');
  });

  it('gives the same as one JSON object', async () => {
    const { stdout } = await inspect('good', '--turn', '2', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      place: 2,
      agent: 'Reader',
      judgements: [{ kind: 'accepted', repair: 'fence' }],
      refusedWrites: [{ key: 'gate', rule: 'context_authority.rejected' }],
      next: { by: { kind: 'graph', explanation: { rules: [{ verdict: 'expression_false' }, { verdict: 'fired' }, {}, {}, {}] } } },
    });
  });

  it('finds a turn by the beginning of its id, and says what it could have been asked', async () => {
    const { id } = JSON.parse((await inspect('good', '--turn', '2', '--json')).stdout);
    expect(await explained('good', id.slice(0, -3))).toBe(await explained('good', '2'));
    const refused = await Promise.all(['4', id.slice(0, 4)].map((asked) => inspect('good', '--turn', asked)));
    const hint = 'give a number from 1 to 3, "last", or the beginning of one turn\'s id.\n';
    expect(refused).toEqual([
      { exitCode: 2, stdout: '', stderr: `bad_request: There is no such turn: ${hint}` },
      { exitCode: 2, stdout: '', stderr: `bad_request: 2 turns have an id that begins so: ${hint}` },
    ]);
  });

  it.each([[[]], [['--json']], [['--turn', 'last']], [['--turn', '3', '--json']]])(
    'prints nothing with %j that could steer the terminal or look like a line of its own',
    async (words) => {
      const { exitCode, stdout } = await inspect('good', ...words);
      expect(exitCode).toBe(0);
      expect(stdout).toContain('Mallory');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|^turn 9/m);
    },
  );
});

describe('intarsia inspect', () => {
  it('ends with the turns, and says how to explain one', async () => {
    const { stdout, stderr } = await inspect('good');
    expect(stdout.slice(stdout.indexOf('turns:'))).toBe(`turns:
  1  user, answered, envelopes 2 to 3
  2  Reader, answered, envelopes 4 to 13
  3  Closer, answered, envelopes 14 to 17
`);
    expect(stderr).toBe(`Explain one with: intarsia inspect --store ${store} --conversation good --turn NUMBER\n`);
    const lines = (await inspect('good', '--json')).stdout.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      status: 'completed',
      turns: [{ agent: 'user' }, { agent: 'Reader' }, { agent: 'Closer' }],
    });
  });
});

describe('the page on inspecting', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const shownIn = async (page: string) => {
    const [, output = ''] = /```console\n\$ intarsia inspect [^\n]*\n([\s\S]*?)```/.exec(await readFile(join(root, page), 'utf8')) ?? [];
    return masked(output);
  };

  it('shows what the command prints, and so does the README', async () => {
    await run('tests/fixtures/InvoiceCheck', 'invoice-42', 'Invoice 42: 100 EUR');
    const printed = await explained('invoice-42', 'last');
    expect(printed).toBe(await shownIn('docs/inspecting.md'));
    const part = (await shownIn('README.md')).replace('…\n', '');
    expect(part).toContain('fired');
    expect(printed).toContain(part);
  });
});
