import { embeddedNetwork } from '@intarsia/adapters-ag2';
import { type ChannelFacts, compileWorkflow, createRuntime, type Envelope, type LiveEvent, type Workflow } from '@intarsia/core';
import { randomIds, systemClock } from '@intarsia/core/node';
import { scriptedAgents } from '@intarsia/core/testing';
import { memoryStore } from '@intarsia/knowledge-stores';
import { initialProjection, type NumberedEvent, project } from '@intarsia/transport';
import { describe, expect, it } from 'vitest';

const scope = { tenant: 'acme', chat: 'hidden' };

/** An interviewer whose NEXT is control text, two agents with a model, and a narrator who speaks to people. */
function talking(writer: string): Workflow {
  const texts = {
    'orchestrator.yaml': `schema_version: mozaiks.orchestrator.v1
workflow_name: Talk
workflow_startup_mode: UserDriven
initial_agent: Interviewer`,
    'agents.yaml': `agents:
  - { name: Interviewer, system_message: Ask., structured_outputs_required: false }
  - { name: Planner, system_message: Plan., structured_outputs_required: true }
  - { name: ${writer}, system_message: Report., structured_outputs_required: true }
  - { name: Narrator, system_message: Tell., structured_outputs_required: false }`,
    'structured_outputs.yaml': `schema_version: mozaiks.structured_outputs.v1
registry: { Planner: Plan, ${writer}: Report }
models:
  Plan: { type: model, fields: { title: { type: str } } }
  Report: { type: model, fields: { report_writer: { type: str }, ReportWriter: { type: str } } }`,
    'context_variables.yaml': `definitions:
  asked:
    type: boolean
    authority_class: derived_information
    writer_ids: [agent_text]
    source: { type: state, default: false, triggers: [{ type: agent_text, agent: Interviewer, match: { equals: NEXT }, ui_hidden: true }] }`,
    'transition_graph.yaml': `transition_rules:
  - { source_agent: Interviewer, target_agent: Planner, transition_type: after_turn }
  - { source_agent: Planner, target_agent: ${writer}, transition_type: after_turn }
  - { source_agent: ${writer}, target_agent: Narrator, transition_type: after_turn }
  - { source_agent: Narrator, target_agent: terminate, transition_type: after_turn }`,
  };
  const files = Object.entries(texts).map(([file, text]) => ({ file, text }));
  const result = compileWorkflow(files, { folderName: 'Talk', folder: null });
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.problems, null, 2));
  return result.workflow;
}

/** A projection that is fed one envelope after another. */
function projection(facts: ChannelFacts) {
  let state = initialProjection(facts);
  const events: NumberedEvent[] = [];
  return {
    events,
    feed(envelopes: readonly Envelope[]) {
      for (const envelope of envelopes) {
        const projected = project(facts, state, envelope);
        state = projected.state;
        events.push(...projected.events);
      }
    },
  };
}

/** Runs the workflow with these replies to its end; what a client saw while it ran, and what one sees who comes afterwards. */
async function talked(writer: string, replies: readonly string[]) {
  const workflow = talking(writer);
  const script = Object.fromEntries([...workflow.agents.keys()].map((agent, index) => [agent, replies.slice(index, index + 1)]));
  const [clock, ids] = [systemClock, randomIds];
  const network = embeddedNetwork({ store: memoryStore(), clock, ids });
  const tools = { load: async () => ({ kind: 'missing', code: 'tool_not_found', message: 'There are no tools.' }) as const };
  const runtime = createRuntime({ workflows: [workflow], network, agents: scriptedAgents(script), tools, clock, ids });
  const streamed: LiveEvent[] = [];
  const listening = runtime.live(scope, (event) => streamed.push(event));
  const started = await runtime.start({ workflow: 'Talk', scope, input: 'hello' });
  const facts = (await runtime.inspect(scope))?.facts;
  if (started.kind !== 'started' || facts === undefined) throw new Error(`Not started: ${started.kind}`);
  const live = projection(facts);
  let cursor = 0;
  let reading = Promise.resolve();
  const readOn = () => {
    reading = reading.then(async () => {
      const slice = await runtime.read(scope, cursor);
      live.feed(slice.envelopes);
      cursor = slice.next;
    });
    return reading;
  };
  const watching = runtime.watch(scope, readOn);
  const result = await started.handle.done;
  await readOn();
  watching.close();
  listening.close();
  const { envelopes } = await runtime.read(scope, 0);
  const replay = projection(facts);
  replay.feed(envelopes);
  await runtime.close();
  const reasons = envelopes
    .filter(({ event_type }) => event_type === 'intarsia.model.replied')
    .map(({ event_data: { visibility, hidden_because = null } }) => [visibility, hidden_because]);
  return { result, streamed, live: live.events, replay: replay.events, reasons };
}

const markdown = '# The plan\n\nNEXT, see `report_writer` and {"title":"Plants"}.';
const saidByAgents = (events: readonly NumberedEvent[]) =>
  events.flatMap(({ event }) => (event.kind === 'message' && event.role === 'agent' ? [event.text] : []));

describe('replies that are not for people', () => {
  it.each(['ReportWriter', 'report_writer'])(
    'CT1 NEXT, JSON, and fenced JSON under another spelling of the name of %s are hidden with their reasons, and only Markdown is shown, live and on replay',
    async (writer) => {
      const fenced = '```json\n{"report_writer":"secret one","ReportWriter":"secret two"}\n```';
      const { result, streamed, live, replay, reasons } = await talked(writer, ['NEXT', '{"title":"secret plan"}', fenced, markdown]);
      expect(result).toMatchObject({ status: 'completed' });
      expect(reasons).toEqual([
        ['hidden', 'ui_hidden_agent_text'],
        ['hidden', 'structured_output_artifact'],
        ['hidden', 'structured_output_artifact'],
        ['shown', null],
      ]);
      expect(replay).toEqual(live);
      expect(saidByAgents(live)).toEqual([markdown]);
      expect(streamed.map((event) => (event.kind === 'text' ? event.text : event.kind)).join('')).toBe(markdown);
      const toOthers = JSON.stringify([streamed, live, replay]).replaceAll(JSON.stringify(markdown), '');
      expect(toOthers).not.toMatch(/secret|NEXT|```|report_writer":/);
    },
  );

  it.each(['{"title":"secret', 'Here it is: {"title":"secret"}', '```json\n{"title":"secret"}\n``` as you asked', '# secret'])(
    'of an agent with a model are hidden, too, when they are malformed: %j',
    async (reply) => {
      const { result, streamed, live, replay, reasons } = await talked('ReportWriter', ['NEXT', reply]);
      expect(result).toMatchObject({ status: 'failed', code: 'output_rejected' });
      expect(reasons.at(-1)).toEqual(['hidden', 'malformed_structured_output']);
      expect(replay).toEqual(live);
      expect(JSON.stringify([streamed, live, replay])).not.toContain('secret');
    },
  );
});
