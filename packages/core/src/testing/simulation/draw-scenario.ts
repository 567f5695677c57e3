import { defineWorkflow, type WorkflowDocuments } from '../../documents/index.ts';
import type { ToolEffect } from '../../tools/tool.ts';
import type { Random } from './random.ts';
import type { Scenario, ScenarioTool } from './scenario.ts';
import { type DrawnAgent, type DrawnTool, scriptedReply } from './scenario-agents.ts';

const effects = ['none', 'keyed', 'unsafe', 'unsafe'] as const;

/** A workflow of two to four agents, each of which speaks, calls tools or has auto tools; with self-edges, forks and up to one pause for a person. */
export function drawScenario(random: Random): Scenario {
  const count = random.between(2, 4);
  const pauses = random.between(-1, count - 2);
  const agents = Array.from({ length: count }, (_, place) =>
    drawAgent(random, place, { last: place === count - 1, pauses: place === pauses }),
  );
  return scenarioOf(agents);
}

/** The one scenario that is crashed at every await: each kind of agent, each effect, parallel calls, a self-edge, a fork and a pause. */
export function everyKindScenario(): Scenario {
  const tool = (name: string, effect: ToolEffect, extra: Partial<DrawnTool> = {}): DrawnTool => ({
    name,
    effect,
    reconciles: false,
    fails: false,
    asks: false,
    ...extra,
  });
  return scenarioOf([
    {
      name: 'Agent0',
      kind: 'calls',
      tools: [tool('look', 'none'), tool('book', 'keyed', { asks: true }), tool('pay', 'unsafe')],
      rounds: [['look', 'book', 'pay'], ['pay']],
      repeats: 0,
      then: 'person',
    },
    {
      name: 'Agent1',
      kind: 'outputs',
      tools: [tool('plan', 'keyed'), tool('send', 'unsafe'), tool('ship', 'unsafe', { reconciles: true })],
      rounds: [],
      repeats: 1,
      then: 'fork',
    },
    { name: 'Agent2', kind: 'outputs', tools: [tool('check', 'none', { fails: true })], rounds: [], repeats: 0, then: 'next' },
    { name: 'Agent3', kind: 'speaks', tools: [], rounds: [], repeats: 0, then: 'next' },
  ]);
}

function drawAgent(random: Random, place: number, { last, pauses }: { readonly last: boolean; readonly pauses: boolean }): DrawnAgent {
  const kind = random.pick(['outputs', 'outputs', 'calls', 'calls', 'speaks']);
  const tools =
    kind === 'speaks' ? [] : Array.from({ length: random.between(1, 3) }, (_, index) => drawTool(random, `tool${place}${index}`));
  const names = tools.map(({ name }) => name);
  const drawRound = (): readonly string[] => names.filter((_, index) => index === 0 || random.chance(0.6));
  const then = last ? 'next' : pauses ? 'person' : random.pick(['next', 'next', 'fork', 'by_call']);
  return {
    name: `Agent${place}`,
    kind,
    tools,
    rounds: kind === 'calls' ? Array.from({ length: random.between(1, 2) }, drawRound) : [],
    repeats: tools.length > 0 ? random.pick([0, 0, 1, 2]) : 0,
    then: then === 'by_call' && kind !== 'calls' ? 'next' : then,
  };
}

function drawTool(random: Random, name: string): DrawnTool {
  const effect = random.pick(effects);
  return {
    name,
    effect,
    reconciles: effect === 'unsafe' && random.chance(0.3),
    fails: effect !== 'unsafe' && random.chance(0.15),
    asks: random.chance(0.1),
  };
}

function scenarioOf(agents: readonly DrawnAgent[]): Scenario {
  return {
    workflow: defineWorkflow(documentsOf(agents)),
    tools: Object.fromEntries(agents.flatMap((agent) => agent.tools.map((tool) => [tool.name, scenarioTool(agent, tool)]))),
    reply: scriptedReply(new Map(agents.map((agent) => [agent.name, agent]))),
    opening: 'Begin.',
    answer: (turnCount) => `Go on after ${turnCount}.`,
  };
}

/** Every tool counts its uses and says last who it was; the first one of an agent also decides whether that agent speaks again, and where a fork leads. */
function scenarioTool(agent: DrawnAgent, tool: DrawnTool): ScenarioTool {
  const decides = agent.tools[0] === tool;
  return {
    effect: tool.effect,
    reconciles: tool.reconciles,
    result(input) {
      if (tool.fails) throw new Error(`${tool.name} always fails.`);
      return { tool: tool.name, of: input };
    },
    write(input, context) {
      const uses = Number(context.get(`uses_${tool.name}`)) + 1;
      context.set(`uses_${tool.name}`, uses);
      context.set('last_tool', `${tool.name} ${JSON.stringify(input)}`);
      if (!decides) return;
      context.set(`again_${agent.name}`, uses <= agent.repeats * Math.max(1, timesCalled(agent, tool)));
      context.set(`fork_${agent.name}`, uses % 2 === 0 ? 'right' : 'left');
    },
  };
}

/** How often one turn of the agent calls a tool. */
const timesCalled = (agent: DrawnAgent, tool: DrawnTool): number => agent.rounds.filter((round) => round.includes(tool.name)).length;

const askingPerson = {
  tool_type: 'UI_Tool',
  ui: { component: 'ApprovalCard', mode: 'inline', workflow_primitive: 'approval_card', realization: 'shipped_component' },
} as const;

function documentsOf(agents: readonly DrawnAgent[]): WorkflowDocuments {
  const tools = agents.flatMap((agent) => agent.tools.map((tool) => ({ agent, tool })));
  const variable = (type: 'integer' | 'boolean' | 'string', initial: number | boolean | string) =>
    ({ type, authority_class: 'mutable_workflow_state', source: { type: 'state', default: initial } }) as const;
  return {
    orchestrator: {
      schema_version: 'mozaiks.orchestrator.v1',
      workflow_name: 'Simulated',
      workflow_startup_mode: 'UserDriven',
      initial_agent: agents[0]?.name,
      human_in_the_loop: true,
      max_turns: 60,
    },
    agents: {
      agents: agents.map(({ name, kind }) => ({
        name,
        system_message: `You are ${name}.`,
        structured_outputs_required: kind === 'outputs',
      })),
    },
    context_variables: {
      definitions: {
        last_tool: variable('string', ''),
        ...Object.fromEntries(tools.map(({ tool }) => [`uses_${tool.name}`, variable('integer', 0)])),
        ...Object.fromEntries(agents.map(({ name }) => [`again_${name}`, variable('boolean', false)])),
        ...Object.fromEntries(agents.map(({ name }) => [`fork_${name}`, variable('string', '')])),
      },
    },
    structured_outputs: {
      schema_version: 'mozaiks.structured_outputs.v1',
      registry: Object.fromEntries(agents.map(({ name, kind }) => [name, kind === 'outputs' ? 'Step' : null])),
      models: { Step: { type: 'model', fields: { turn: { type: 'int' }, words: { type: 'str' } } } },
    },
    tools: {
      tools: tools.map(({ agent, tool }) => ({
        agent: agent.name,
        file: `${tool.name}.ts`,
        function: tool.name,
        ...(tool.asks ? askingPerson : { tool_type: 'Agent_Tool' as const }),
        auto_tool_call: agent.kind === 'outputs',
        bind_to_agent: agent.kind === 'calls',
      })),
    },
    transition_graph: { transition_rules: agents.flatMap((agent, place) => rulesOf(agents, agent, place)) },
  };
}

function rulesOf(agents: readonly DrawnAgent[], agent: DrawnAgent, place: number) {
  const target = (at: number) => ({ source_agent: agent.name, target_agent: agents[at]?.name ?? 'terminate' });
  const next = { ...target(place + 1), transition_type: 'after_turn' } as const;
  const equals = (key: string, value: string | boolean) =>
    ({ transition_type: 'condition', condition_type: 'context_equals', condition_key: key, condition_value: value }) as const;
  const [called] = agent.tools;
  const self = { ...target(place), ...equals(`again_${agent.name}`, true) };
  const again = agent.repeats > 0 ? [self] : [];
  switch (agent.then) {
    case 'next':
      return [...again, next];
    case 'fork':
      return [...again, { ...target(place + 2), ...equals(`fork_${agent.name}`, 'left') }, next];
    case 'by_call':
      return [
        ...again,
        { ...target(place + 2), transition_type: 'condition', condition_type: 'tool_called', tool_name: called?.name } as const,
        next,
      ];
    case 'person':
      return [
        { ...next, target_agent: 'user' },
        ...again.map((rule) => ({ ...rule, source_agent: 'user' })),
        { ...next, source_agent: 'user' },
      ];
  }
}
