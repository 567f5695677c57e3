import type { ContextAccess } from '../../context/index.ts';
import type { Workflow } from '../../documents/workflow.ts';
import type { AgentReply, AgentRequest } from '../../ports/agents.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import type { ToolEffect } from '../../tools/tool.ts';

/**
 * What a conversation is about: a workflow, and who answers in it. Everything in it must be a function of what it is given, so that a conversation with
 * crashes can be held against one without: the same messages get the same reply, the same input the same result, whatever the attempt.
 */
export interface Scenario {
  readonly workflow: Workflow;
  /** By the name of their function. */
  readonly tools: Readonly<Record<string, ScenarioTool>>;
  /** The model. */
  reply(request: AgentRequest): Pick<AgentReply, 'text' | 'toolCalls'>;
  /** The person's first words. */
  readonly opening: string;
  /** The person's answer, when so many messages were said. */
  answer(turnCount: number): string;
}

/** A tool of a scenario; the simulator does its effect, and decides when it dies. */
export interface ScenarioTool {
  readonly effect: ToolEffect;
  /** True for an `unsafe` tool that can find out itself whether a call happened. */
  readonly reconciles?: boolean;
  /** What the effect gives; throws for a tool that fails, after its effect. */
  result(input: JsonObject): Json;
  /** Writes to the context, after the effect. What parallel calls write must not depend on what the others wrote. */
  write?(input: JsonObject, context: ContextAccess): void;
}
