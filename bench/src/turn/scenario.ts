import { setImmediate } from 'node:timers/promises';
import { type AgentReply, type AgentRunner, defineTool, defineWorkflow, toolsInCode, type Workflow } from '@intarsia/core';
import { z } from 'zod';

/** What becomes of the conversation after a turn: the other agent speaks, the person is asked, or it is over. */
export type Next = 'go_on' | 'ask' | 'stop';

const line = (position: number) => ({
  position,
  description: `Part ${position} of the delivery, as agreed`,
  quantity: position * 2,
  price: 12.5 * position,
  tax: 'full',
});
const invoice = {
  number: 'R-2026-00421',
  customer: { name: 'Tischlerei Kohl', city: 'Bern', country: 'CH' },
  currency: 'EUR',
  total: 1312.5,
  due: '2026-12-31',
  lines: [1, 2, 3, 4, 5].map(line),
  remarks: ['The second part comes later.', 'Pay by transfer.'],
};

/** The JSON that the model of a turn answers with. */
export const replies: Readonly<Record<Next, string>> = {
  go_on: JSON.stringify({ ...invoice, next: 'go_on' }),
  ask: JSON.stringify({ ...invoice, next: 'ask' }),
  stop: JSON.stringify({ ...invoice, next: 'stop' }),
};

/** The model of a reply, in zod: what the peer checks it with. */
export const invoiceSchema = z.strictObject({
  number: z.string(),
  customer: z.strictObject({ name: z.string(), city: z.string(), country: z.enum(['CH', 'DE', 'AT']) }),
  currency: z.enum(['EUR', 'CHF', 'USD']),
  total: z.number(),
  due: z.string(),
  lines: z.array(
    z.strictObject({
      position: z.int(),
      description: z.string(),
      quantity: z.int(),
      price: z.number(),
      tax: z.enum(['full', 'reduced', 'none']),
    }),
  ),
  remarks: z.array(z.string()),
  next: z.enum(['go_on', 'ask', 'stop']),
});

/** What the tool of a turn takes of the reply. */
export const bookingSchema = z.strictObject({ number: z.string(), total: z.number(), next: z.enum(['go_on', 'ask', 'stop']) });

/** The same model, in documents: two agents alternate until the tool writes that one of them ends it. */
const documents = defineWorkflow({
  orchestrator: {
    schema_version: 'mozaiks.orchestrator.v1',
    workflow_name: 'InvoiceCheck',
    workflow_startup_mode: 'UserDriven',
    initial_agent: 'Reader',
    max_turns: 500,
  },
  agents: {
    agents: ['Reader', 'Checker'].map((name) => ({ name, system_message: `You are the ${name}.`, structured_outputs_required: true })),
  },
  structured_outputs: {
    schema_version: 'mozaiks.structured_outputs.v1',
    registry: { Reader: 'Invoice', Checker: 'Invoice' },
    models: {
      Customer: {
        type: 'model',
        fields: { name: { type: 'str' }, city: { type: 'str' }, country: { type: 'literal', values: ['CH', 'DE', 'AT'] } },
      },
      Line: {
        type: 'model',
        fields: {
          position: { type: 'int' },
          description: { type: 'str' },
          quantity: { type: 'int' },
          price: { type: 'float' },
          tax: { type: 'literal', values: ['full', 'reduced', 'none'] },
        },
      },
      Invoice: {
        type: 'model',
        fields: {
          number: { type: 'str' },
          customer: { type: 'Customer' },
          currency: { type: 'literal', values: ['EUR', 'CHF', 'USD'] },
          total: { type: 'float' },
          due: { type: 'str' },
          lines: { type: 'list', items: 'Line' },
          remarks: { type: 'list', items: 'str' },
          next: { type: 'literal', values: ['go_on', 'ask', 'stop'] },
        },
      },
    },
  },
  tools: {
    tools: [
      {
        agent: ['Reader', 'Checker'],
        file: 'book.ts',
        function: 'book',
        tool_type: 'Agent_Tool',
        auto_tool_call: true,
        bind_to_agent: false,
      },
    ],
  },
  context_variables: {
    definitions: {
      next: {
        type: 'string',
        authority_class: 'closed_writer_routing_state',
        writer_ids: ['deterministic_tool'],
        persisted: true,
        source: { type: 'state', default: 'go_on' },
      },
      booked: {
        type: 'integer',
        authority_class: 'mutable_workflow_state',
        persisted: true,
        source: { type: 'state', default: 0 },
      },
    },
  },
  transition_graph: {
    transition_rules: [
      { source_agent: 'user', target_agent: 'Reader', transition_type: 'after_turn' as const },
      ...(['Reader', 'Checker'] as const).flatMap((source_agent) => [
        {
          source_agent,
          target_agent: 'terminate',
          transition_type: 'condition' as const,
          condition_type: 'context_equals',
          condition_key: 'next',
          condition_value: 'stop',
        },
        {
          source_agent,
          target_agent: 'user',
          transition_type: 'condition' as const,
          condition_type: 'context_equals',
          condition_key: 'next',
          condition_value: 'ask',
        },
        { source_agent, target_agent: source_agent === 'Reader' ? 'Checker' : 'Reader', transition_type: 'after_turn' as const },
      ]),
    ],
  },
});

/** The workflow, for conversations that are longer than documents allow. */
export const workflow: Workflow = { ...documents, maxTurns: 1_000_000 };

const book = defineTool({
  name: 'book',
  effect: 'keyed',
  input: bookingSchema,
  run({ number, total, next }, { contextVariables }) {
    contextVariables.set('next', next);
    contextVariables.set('booked', Number(contextVariables.get('booked')) + 1);
    return { status: 'success', number, total };
  },
});

/** A loader that has the tool in memory. */
export const tools = toolsInCode({ book });

/** Notes when each turn asked its model, and says how it goes on; `turn` counts from 1. */
export class Script {
  /** When the model of each turn was asked, in milliseconds. */
  readonly stamps: number[] = [];
  readonly #next: (turn: number) => Next;

  constructor(next: (turn: number) => Next) {
    this.#next = next;
  }

  /** The reply of the next turn. */
  reply(): string {
    this.stamps.push(performance.now());
    return replies[this.#next(this.stamps.length)];
  }

  /** Microseconds a turn, from the call of the model in turn `first` to that in turn `last`. */
  perTurn(first: number, last: number): number {
    const [from, to] = [this.stamps[first - 1], this.stamps[last - 1]];
    if (from === undefined || to === undefined) throw new Error(`The conversation ended after turn ${this.stamps.length}.`);
    return ((to - from) * 1000) / (last - first);
  }
}

/** How many turns may follow each other before the timers of the process get their turn, as they do whenever a real model is waited for. */
const turnsInARow = 64;

/** A model that answers at once, with what the script of its conversation says. */
export function instantModel(script: () => Script): AgentRunner {
  const reply = (text: string): AgentReply => ({
    kind: 'replied',
    text,
    toolCalls: [],
    model: 'instant',
    finishReason: 'stop',
    usage: { inputTokens: 900, outputTokens: 300 },
  });
  return {
    async run() {
      const text = script().reply();
      if (script().stamps.length % turnsInARow === 0) await setImmediate();
      return reply(text);
    },
  };
}
