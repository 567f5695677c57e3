import type { Agent, ContextVariable, TextTrigger, Workflow } from '../../documents/workflow.ts';

/** A plain state variable, with what a test wants to be different. */
export function variable(name: string, changes: Partial<ContextVariable> = {}): ContextVariable {
  return {
    name,
    type: null,
    description: null,
    authorityClass: 'mutable_workflow_state',
    writers: [],
    modelVisible: true,
    toolVisible: true,
    persisted: true,
    routing: false,
    authorization: false,
    source: { kind: 'state', initial: null },
    triggers: [],
    ...changes,
  };
}

/** An agent_text trigger of the agent Interviewer, with what a test wants to be different. */
export function trigger(changes: Partial<TextTrigger>): TextTrigger {
  return { kind: 'agent_text', agent: 'Interviewer', equals: null, contains: null, regex: null, hidden: false, ...changes };
}

/** A workflow of these variables with one agent whose view shows `view`. */
export function workflowOf(variables: readonly ContextVariable[], view: readonly string[] = []): Workflow {
  const agent: Agent = {
    name: 'Interviewer',
    description: null,
    prompt: 'Ask.',
    structuredOutputsRequired: false,
    pendingTurnReplay: 'allow',
    output: null,
    view,
    autoTools: [],
    callableTools: [],
  };
  return {
    name: 'Sample',
    digest: '0'.repeat(64),
    startupMode: 'UserDriven',
    maxTurns: 10,
    humanInTheLoop: true,
    initialMessage: null,
    initialAgent: agent.name,
    agents: new Map([[agent.name, agent]]),
    outputModels: new Map(),
    transitions: [],
    contextVariables: new Map(variables.map((each) => [each.name, each])),
    failureMessageKey: null,
    unsupported: [],
    folder: null,
  };
}
