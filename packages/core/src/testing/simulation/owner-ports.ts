import type { AgentFailure, AgentReply, AgentRunner } from '../../ports/agents.ts';
import type { ToolLoader } from '../../ports/tools.ts';
import { defineTool } from '../../tools/define-tool.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Owner } from './owner.ts';
import type { Scenario, ScenarioTool } from './scenario.ts';
import type { World } from './world.ts';

/** The scripted model as one owner reaches it. */
export function ownerAgents(owner: Owner, scenario: Scenario): AgentRunner {
  return {
    run: (request) =>
      owner.go({
        place: 'model',
        detail: request.agent,
        apply(): AgentReply | AgentFailure {
          const { text, toolCalls } = scenario.reply(request);
          const finishReason = toolCalls.length === 0 ? 'stop' : 'tool_calls';
          return { kind: 'replied', text, toolCalls, model: 'scripted', finishReason, usage: null };
        },
        unanswered: () => ({
          kind: 'done',
          value: { kind: 'failed', code: 'model_unreachable', message: 'The model did not answer.', retryable: true },
        }),
      }),
  };
}

/** The tools of a scenario as one owner runs them. `unwritten` says which calls write nothing to the context. */
export function ownerTools(owner: Owner, scenario: Scenario, world: World, unwritten: (key: string) => boolean): ToolLoader {
  return {
    load: (_workflow, { function: name }) =>
      owner.go({
        place: 'tool.load',
        by: 'owner',
        detail: name,
        apply() {
          const tool = scenario.tools[name];
          if (tool === undefined)
            return { kind: 'missing', code: 'tool_not_found', message: `The scenario has no tool "${name}".` } as const;
          return { kind: 'loaded', tool: ownerTool(owner, name, tool, world, unwritten) } as const;
        },
      }),
  };
}

function ownerTool(owner: Owner, name: string, tool: ScenarioTool, world: World, unwritten: (key: string) => boolean): ToolDefinition {
  const { effect } = tool;
  const reconcile = async (key: string) => {
    const done = await owner.go({ place: 'tool.reconcile', by: 'owner', detail: name, apply: () => world.effects.get(key) });
    return done === undefined ? ({ kind: 'not_happened' } as const) : ({ kind: 'happened', result: done.result } as const);
  };
  return defineTool({
    name,
    effect,
    ...(tool.reconciles === true ? { reconcile } : {}),
    async run(input, { idempotencyKey: key, contextVariables }) {
      if (owner.condition === 'dead') return new Promise<never>(() => {});
      const call = { key, tool: name, effect };
      world.enter({ ...call, owner: owner.name, atMs: owner.clock.monotonic() });
      const detail = `${name} ${key}`;
      // The effect of an unsafe tool begins as it is entered: the gap between the check of the lease and the effect is the one that no runtime can close.
      const by = effect === 'unsafe' ? 'owner_at_once' : 'owner';
      const result = await owner.go({ place: 'tool.effect', by, detail, apply: () => world.perform(call, tool.result(input)) });
      await owner.go({ place: 'tool.return', by: 'owner', detail, apply: () => undefined });
      if (!unwritten(key)) tool.write?.(input, contextVariables);
      return result;
    },
  });
}
