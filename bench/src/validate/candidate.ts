import type { FieldDefinition, ModelDefinition } from '@intarsia/core';

const field = (type: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  type,
  description: null,
  default: undefined,
  items: null,
  values: null,
  variants: null,
  ...more,
});
const listOf = (items: string) => field('list', { items });
const model = (fields: Readonly<Record<string, FieldDefinition>>): ModelDefinition => ({
  type: 'model',
  description: null,
  fields: new Map(Object.entries(fields)),
});
const literal = (...values: readonly string[]): ModelDefinition => ({ type: 'literal', description: null, values });

/** A plan of work as an agent would write it; the same contract stands in `contestants.ts` for every other library. */
export const planModels: ReadonlyMap<string, ModelDefinition> = new Map([
  ['State', literal('open', 'active', 'blocked', 'done')],
  ['Role', literal('owner', 'editor', 'reader')],
  ['Geo', model({ latitude: field('float'), longitude: field('float') })],
  ['Address', model({ street: field('str'), city: field('str'), zip: field('str'), country: field('str'), geo: field('Geo') })],
  ['Person', model({ name: field('str'), email: field('str'), role: field('Role'), active: field('bool'), address: field('Address') })],
  ['Check', model({ name: field('str'), passed: field('bool'), detail: field('optional_str') })],
  ['Step', model({ order: field('int'), title: field('str'), state: field('State'), checks: listOf('Check') })],
  [
    'Task',
    model({
      id: field('int'),
      title: field('str'),
      state: field('State'),
      estimate: field('float'),
      tags: listOf('str'),
      note: field('optional_str'),
      priority: field('int', { default: 3 }),
      steps: listOf('Step'),
    }),
  ],
  ['Totals', model({ tasks: field('int'), done: field('int'), hours: field('float'), cost: field('float') })],
  [
    'Plan',
    model({
      id: field('str'),
      title: field('str'),
      summary: field('str'),
      state: field('State'),
      owner: field('Person'),
      reviewers: listOf('Person'),
      tasks: listOf('Task'),
      totals: field('Totals'),
      deadline: field('optional_str'),
    }),
  ],
]);

const person = (name: string, role: string) => ({
  name,
  email: `${name.toLowerCase()}@harbour.example`,
  role,
  active: true,
  address: { street: '12 Quay Road', city: 'Bristol', zip: 'BS1 4RW', country: 'GB', geo: { latitude: 51.449, longitude: -2.601 } },
});

const step = (order: number) => ({
  order,
  title: `Walk section ${order} of the pier and write down what is loose`,
  state: order % 2 === 0 ? 'done' : 'active',
  checks: [
    { name: 'rails are fixed', passed: true, detail: null },
    { name: 'planks are whole', passed: order % 2 === 0, detail: 'two planks near the ladder are cracked' },
  ],
});

const task = (id: number) => ({
  id,
  title: `Inspect pier ${id} before the season opens`,
  state: id % 3 === 0 ? 'open' : 'active',
  estimate: 4.5 + id,
  tags: ['pier', 'safety', `zone-${id}`],
  // A model that is sent a schema writes null for what it leaves out; one that is not leaves it out.
  ...(id % 2 === 0 ? { note: null, priority: 2 } : { note: 'Bring the long ladder.' }),
  steps: [step(1), step(2)],
});

/** The text that every contestant's candidate is parsed from; every field is valid. */
export const acceptedText = JSON.stringify({
  id: 'plan-2031-07',
  title: 'Inspection of the harbour',
  summary:
    'All piers are inspected before the season opens; what is loose is fixed, what is broken is closed off and reported to the council.',
  state: 'active',
  owner: person('Amara', 'owner'),
  reviewers: [person('Bela', 'editor'), person('Chidi', 'reader')],
  tasks: [1, 2, 3, 4, 5].map(task),
  totals: { tasks: 5, done: 1, hours: 28.5, cost: 1420.75 },
  deadline: '2031-08-01',
});

/** The same with one undeclared key in `/tasks/2/steps/1`, the fourth level of objects and lists below the root. */
export const rejectedText = withUndeclaredKey(acceptedText);

function withUndeclaredKey(text: string): string {
  const plan: { tasks: { steps: Record<string, unknown>[] }[] } = JSON.parse(text);
  const target = plan.tasks[2]?.steps[1];
  if (target === undefined) throw new Error('The plan has no such step.');
  target['approved_by'] = 'nobody';
  return JSON.stringify(plan);
}
