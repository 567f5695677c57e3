import { closedObject, optional, required, withoutEffect } from '../reading/closed-object.ts';
import { boolean, integer, listOf, noItems, oneOf, text, textOrNull, type ValueOf } from '../reading/reading.ts';

const trigger = closedObject({
  type: optional(textOrNull, null, 'What starts the workflow, in one word.', 'webhook'),
  event: optional(textOrNull, null, 'The event that starts it.', 'invoice.received'),
  endpoint: optional(textOrNull, null, 'The path of an endpoint that starts it.', '/hooks/invoice'),
  method: optional(textOrNull, null, 'The HTTP method of the endpoint.', 'POST'),
  description: optional(textOrNull, null, 'For people.'),
  capability_id: optional(textOrNull, null, 'The capability that the trigger belongs to.'),
});

/** orchestrator.yaml (workflow-documents 1.3). */
export const orchestratorDocument = closedObject(
  {
    schema_version: required(oneOf(['mozaiks.orchestrator.v1']), 'The version of this document, exactly.'),
    workflow_name: required(text, "The workflow's name; the folder has the same, apart from case.", 'InvoiceCheck'),
    workflow_startup_mode: required(
      oneOf(['AgentDriven', 'UserDriven', 'BackendOnly']),
      'Who begins: an agent, the person, or a program without a person; `BackendOnly` starts like `AgentDriven`, and no rule may ask a person.',
    ),
    max_turns: optional(integer(1, 500), 50, 'Turns of all speakers together before the run fails with max_turns.'),
    human_in_the_loop: optional(
      boolean,
      false,
      'Whether a person takes part: for readers. A run pauses where a rule leads to `user`; the load warns when this says otherwise.',
    ),
    orchestration_pattern: withoutEffect(text, 'ag2_network', 'Name of the pattern; there is one.'),
    initial_message: optional(textOrNull, null, 'A first message that no person sees.', 'Check the invoice.'),
    initial_agent: optional(textOrNull, null, 'The agent that speaks first. Needed when there are several.', 'Reader'),
    triggers: withoutEffect(listOf(trigger), noItems, 'What outside the conversation starts the workflow.'),
    failure_message_key: optional(
      textOrNull,
      null,
      'A context variable of type string: its value is the message of a run that failed.',
      'failure_text',
    ),
  },
  { entry_point: 'name the first agent with `initial_agent`', startup_mode: 'did you mean `workflow_startup_mode`?' },
);

export type OrchestratorDocument = ValueOf<typeof orchestratorDocument>;
