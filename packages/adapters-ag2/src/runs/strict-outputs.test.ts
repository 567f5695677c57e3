import { type AgentRunner, compileWorkflow, type Workflow } from '@intarsia/core';
import { type ScriptedAgents, scriptedAgents } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { converse, scope } from './conversation.test-support.ts';

/** Ann, whose model holds an open object two levels down, and Ben, whose model is closed everywhere. */
function envelopes(isRequired: boolean): Workflow {
  const texts = {
    'orchestrator.yaml': `schema_version: mozaiks.orchestrator.v1
workflow_name: Tracker
workflow_startup_mode: UserDriven
initial_agent: Ben
max_turns: 8`,
    'agents.yaml': `agents:
  - { name: Ann, system_message: Collect., structured_outputs_required: ${isRequired} }
  - { name: Ben, system_message: Read., structured_outputs_required: true }`,
    'structured_outputs.yaml': `schema_version: mozaiks.structured_outputs.v1
registry: { Ann: Envelope, Ben: Reading }
models:
  Row: { type: model, fields: { meta: { type: dict } } }
  Envelope: { type: model, fields: { rows: { type: list, items: Row } } }
  Reading: { type: model, fields: { total: { type: float, min: 0 } } }`,
    'transition_graph.yaml': `transition_rules:
  - { source_agent: Ben, target_agent: Ann, transition_type: after_turn }
  - { source_agent: Ann, target_agent: terminate, transition_type: after_turn }`,
  };
  const files = Object.entries(texts).map(([file, text]) => ({ file, text }));
  const result = compileWorkflow(files, { folderName: 'Tracker', folder: null });
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.problems));
  return result.workflow;
}

const script = { Ben: ['{"total":1}'], Ann: ['{"rows":[{"meta":{"any":[1]}}]}'] };
const ofDialect = (agents: ScriptedAgents, schemaDialect: AgentRunner['schemaDialect']): AgentRunner =>
  schemaDialect === undefined ? agents : { ...agents, schemaDialect };

describe('an agent that must answer with a model that holds an open object', () => {
  it('SO11 does not start with a provider of strict schemas: nothing is stored and nobody takes part', async () => {
    const scripted = scriptedAgents({});
    const talk = converse({ workflow: envelopes(true), agents: ofDialect(scripted, 'openai') });
    const result = await talk.runtime.start({ workflow: 'Tracker', scope, input: 'go' });
    expect(result).toMatchObject({ kind: 'refused', code: 'output_not_strict' });
    expect(JSON.stringify(result)).toContain('Envelope.rows[].meta');
    expect(JSON.stringify(result)).toContain('Ann');
    expect(await talk.store.list('/')).toEqual([]);
    expect(talk.store.commits).toEqual([]);
    expect(await talk.runtime.inspect(scope)).toBeNull();
    expect(scripted.requests).toEqual([]);
  });

  it('SO11 runs when the model is not required; its request is not strict, and the reply is validated all the same', async () => {
    const scripted = scriptedAgents(script);
    const talk = converse({ workflow: envelopes(false), agents: ofDialect(scripted, 'openai') });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(scripted.requests.map(({ agent, output }) => [agent, output?.name, output?.strict])).toEqual([
      ['Ben', 'Reading', true],
      ['Ann', 'Envelope', false],
    ]);
    const rejecting = converse({
      workflow: envelopes(false),
      agents: ofDialect(scriptedAgents({ ...script, Ann: ['{"rows":[{"meta":{},"evil":1}]}'] }), 'openai'),
    });
    expect(await rejecting.start()).toMatchObject({ status: 'failed', code: 'output_rejected' });
  });

  it.each(['json_schema', 'gemini', undefined] as const)('runs with the dialect %s, which refuses nothing', async (dialect) => {
    const scripted = scriptedAgents(script);
    const talk = converse({ workflow: envelopes(true), agents: ofDialect(scripted, dialect) });
    expect(await talk.start()).toMatchObject({ status: 'completed' });
    expect(scripted.requests.map(({ output }) => output?.strict)).toEqual(dialect === 'gemini' ? [true, true] : [false, false]);
  });
});
