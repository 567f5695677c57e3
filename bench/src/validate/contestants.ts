import { compileModels, strictJson } from '@intarsia/core';
import { generatedModel } from '@intarsia/core/generated';
import { Ajv } from 'ajv';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { z } from 'zod';
import { planModels } from './candidate.ts';

/** One way from a text to a verdict. */
export interface Contestant {
  readonly name: string;
  readonly parse: (text: string) => unknown;
  /** True when the candidate is taken. */
  readonly accepts: (candidate: unknown) => boolean;
}

const states = ['open', 'active', 'blocked', 'done'] as const;
const roles = ['owner', 'editor', 'reader'] as const;

export function contestants(): readonly Contestant[] {
  const ajv = new Ajv({ strict: true, allErrors: false, allowUnionTypes: true }).compile(jsonSchema());
  const zod = zodSchema();
  const typebox = Compile(typeboxSchema());
  const parse = JSON.parse;
  return [
    ...ours(),
    { name: 'ajv 8, compiled', parse, accepts: (candidate) => ajv(candidate) },
    { name: 'zod 4, strictObject().safeParse', parse, accepts: (candidate) => zod.safeParse(candidate).success },
    { name: 'the same, jitless', parse, accepts: (candidate) => zod.safeParse(candidate, { jitless: true }).success },
    { name: 'TypeBox 1, compiled Check', parse, accepts: (candidate) => typebox.Check(candidate) },
  ];
}

function ours(): readonly Contestant[] {
  const compiled = compileModels(planModels);
  const plan = compiled.kind === 'compiled' ? compiled.models.get('Plan') : undefined;
  if (plan === undefined) throw new Error(`The models have problems: ${JSON.stringify(compiled)}`);
  const [asked, ofDoor, ofAnyOrigin] = [generatedModel(plan), generatedModel(plan), generatedModel(plan)]; // a process rarely mixes what they see
  const door = (text: string) => {
    const read = strictJson(text);
    return read.kind === 'parsed' ? read.value : undefined;
  };
  return [
    { name: 'matches', parse: JSON.parse, accepts: (candidate) => plan.matches(candidate) },
    { name: 'matches, generated', parse: JSON.parse, accepts: (candidate) => asked.matches(candidate) },
    { name: 'validate, of the strict JSON door', parse: door, accepts: (candidate) => plan.validate(candidate).kind === 'accepted' },
    { name: 'the same, generated', parse: door, accepts: (candidate) => ofDoor.validate(candidate).kind === 'accepted' },
    { name: 'validate, of any origin', parse: JSON.parse, accepts: (candidate) => plan.validate(candidate).kind === 'accepted' },
    { name: 'the same, generated', parse: JSON.parse, accepts: (candidate) => ofAnyOrigin.validate(candidate).kind === 'accepted' },
  ];
}

function jsonSchema(): object {
  const object = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  });
  const list = (items: object) => ({ type: 'array', items });
  const text = { type: 'string' };
  const truth = { type: 'boolean' };
  const integer = { type: 'integer' };
  const number = { type: 'number' };
  const textOrNull = { type: ['string', 'null'] };
  const state = { type: 'string', enum: states };
  const geo = object({ latitude: number, longitude: number });
  const address = object({ street: text, city: text, zip: text, country: text, geo });
  const person = object({ name: text, email: text, role: { type: 'string', enum: roles }, active: truth, address });
  const check = object({ name: text, passed: truth, detail: textOrNull }, ['detail']);
  const step = object({ order: integer, title: text, state, checks: list(check) });
  const priority = { type: ['integer', 'null'] };
  const task = object(
    { id: integer, title: text, state, estimate: number, tags: list(text), note: textOrNull, priority, steps: list(step) },
    ['note', 'priority'],
  );
  const totals = object({ tasks: integer, done: integer, hours: number, cost: number });
  return object(
    {
      id: text,
      title: text,
      summary: text,
      state,
      owner: person,
      reviewers: list(person),
      tasks: list(task),
      totals,
      deadline: textOrNull,
    },
    ['deadline'],
  );
}

function zodSchema() {
  const geo = z.strictObject({ latitude: z.number(), longitude: z.number() });
  const address = z.strictObject({ street: z.string(), city: z.string(), zip: z.string(), country: z.string(), geo });
  const person = z.strictObject({ name: z.string(), email: z.string(), role: z.enum(roles), active: z.boolean(), address });
  const check = z.strictObject({ name: z.string(), passed: z.boolean(), detail: z.string().nullish() });
  const step = z.strictObject({ order: z.int(), title: z.string(), state: z.enum(states), checks: z.array(check) });
  const task = z.strictObject({
    id: z.int(),
    title: z.string(),
    state: z.enum(states),
    estimate: z.number(),
    tags: z.array(z.string()),
    note: z.string().nullish(),
    priority: z.int().nullish(),
    steps: z.array(step),
  });
  const totals = z.strictObject({ tasks: z.int(), done: z.int(), hours: z.number(), cost: z.number() });
  return z.strictObject({
    id: z.string(),
    title: z.string(),
    summary: z.string(),
    state: z.enum(states),
    owner: person,
    reviewers: z.array(person),
    tasks: z.array(task),
    totals,
    deadline: z.string().nullish(),
  });
}

function typeboxSchema() {
  const closed = { additionalProperties: false };
  const oneOf = (values: readonly string[]) => Type.Union(values.map((value) => Type.Literal(value)));
  const textOrNull = Type.Optional(Type.Union([Type.String(), Type.Null()]));
  const geo = Type.Object({ latitude: Type.Number(), longitude: Type.Number() }, closed);
  const address = Type.Object({ street: Type.String(), city: Type.String(), zip: Type.String(), country: Type.String(), geo }, closed);
  const person = Type.Object({ name: Type.String(), email: Type.String(), role: oneOf(roles), active: Type.Boolean(), address }, closed);
  const check = Type.Object({ name: Type.String(), passed: Type.Boolean(), detail: textOrNull }, closed);
  const step = Type.Object({ order: Type.Integer(), title: Type.String(), state: oneOf(states), checks: Type.Array(check) }, closed);
  const task = Type.Object(
    {
      id: Type.Integer(),
      title: Type.String(),
      state: oneOf(states),
      estimate: Type.Number(),
      tags: Type.Array(Type.String()),
      note: textOrNull,
      priority: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      steps: Type.Array(step),
    },
    closed,
  );
  const totals = Type.Object({ tasks: Type.Integer(), done: Type.Integer(), hours: Type.Number(), cost: Type.Number() }, closed);
  return Type.Object(
    {
      id: Type.String(),
      title: Type.String(),
      summary: Type.String(),
      state: oneOf(states),
      owner: person,
      reviewers: Type.Array(person),
      tasks: Type.Array(task),
      totals,
      deadline: textOrNull,
    },
    closed,
  );
}
