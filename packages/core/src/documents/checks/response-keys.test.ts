import { describe, expect, it } from 'vitest';
import { invoiceCheck, loadedWith } from '../folder.test-support.ts';

const choice =
  '{ type: object, properties: { choice: { type: string }, plan: { anyOf: [{ type: object, properties: { size: { type: integer } } }, { type: "null" }] } } }';
const open =
  '{ type: object, properties: { more: { type: object, additionalProperties: true }, rows: { type: array, items: { type: object, properties: { id: { type: string } } } } } }';
const actions = (...entries: readonly string[]) => `, ui_contract: { surface_kind: agent_tool, actions_schema: [${entries.join(', ')}] }`;
const chooses = actions(`{ id: take, payload_schema: ${choice} }`, '{ id: leave, payload_schema: { type: object, properties: {} } }');
const approves = actions(`{ id: yes, approved: true, payload_schema: ${open} }`);

/** What is said of a trigger on the key of an answer to a tool that asks so, once an entry. */
function told(key: string, ...contracts: readonly string[]) {
  const ui = 'ui: { component: ApprovalCard, workflow_primitive: approval_card }';
  const tools = contracts.map(
    (contract, index) =>
      `  - { agent: ${['Closer', 'Reader'][index]}, file: ask.ts, function: ask, tool_type: UI_Tool, bind_to_agent: true, ${ui}${contract} }\n`,
  );
  const extra = `  extra: { source: { type: state, triggers: [{ type: ui_response, tool: ask, response_key: ${key} }] } }\n`;
  const { warnings } = loadedWith({
    'tools.yaml': `${invoiceCheck['tools.yaml']}${tools.join('')}`,
    'context_variables.yaml': `${invoiceCheck['context_variables.yaml']}${extra}`,
  });
  return warnings.filter(({ path }) => path.endsWith('/response_key'));
}

describe('the key of an answer', () => {
  it.each<[string, ...string[]]>([
    ['choice', chooses],
    ['plan', chooses],
    ['plan.size', chooses],
    ['action', chooses],
    ['approved', approves],
    ['more.of.that', approves],
    ['rows', approves],
    ['choice', approves, chooses],
    ['anything', ''],
    ['anything', actions('{ id: yes }')],
    ['anything', actions(`{ id: yes, payload_schema: ${choice} }`, '{ id: other, payload_schema: { type: object } }')],
    ['a.b', actions('{ id: yes, payload_schema: { type: object, properties: { a.b: { type: string } } } }')],
  ])('%s may be held', (key, ...contracts) => {
    expect(told(key, ...contracts)).toEqual([]);
  });

  it.each<[string, string | undefined, ...string[]]>([
    ['choise', 'did you mean `choice`?', chooses],
    ['Action', 'did you mean `action`?', chooses],
    ['plan.sise', 'did you mean `plan.size`?', chooses],
    ['plan.size.unit', undefined, chooses],
    ['approved', undefined, chooses],
    ['rows.id', undefined, approves],
    ['rosw', 'did you mean `rows`?', chooses, approves],
    [`more${'.of'.repeat(300)}`, undefined, approves],
  ])('%s is warned of where no answer can hold it', (key, hint, ...contracts) => {
    const path = '/definitions/extra/source/triggers/0/response_key';
    const [warning, ...others] = told(key, ...contracts);
    expect(warning).toMatchObject({
      code: 'no_effect',
      path,
      message: expect.stringContaining(`No answer to \`ask\` can hold \`${key}\``),
    });
    expect(warning?.hint).toBe(hint);
    expect(warning?.line).toBeGreaterThan(1);
    expect(others).toEqual([]);
  });
});
