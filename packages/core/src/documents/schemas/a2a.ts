import { closedObject, optional, required, withoutEffect } from '../reading/closed-object.ts';
import { boolean, integer, json, listOf, noItems, number, orNull, text, textList, unbounded, type ValueOf } from '../reading/reading.ts';

const client = closedObject({
  streaming: optional(boolean, true, 'Whether answers are streamed.'),
  polling: optional(boolean, false, 'Whether answers are asked for again and again.'),
  use_client_preference: optional(boolean, false, 'Whether the client chooses the transport.'),
  accepted_output_modes: optional(textList, [], 'Media types that are understood.', ['text/plain']),
  extensions: optional(textList, [], 'Extensions of the protocol that are used.'),
  supported_transports: optional(textList, [], 'Transports that are understood.'),
  push_notification_configs: optional(listOf(json), noItems, 'Where the agent may send notices.'),
});

const remoteAgent = closedObject({
  name: required(text, 'The name of the remote agent; unique.', 'Auditor'),
  url: required(text, 'Where it answers.', 'https://agents.example.com/auditor'),
  enabled: optional(boolean, true, 'Whether it takes part.'),
  max_reconnects: optional(integer(0, unbounded), 3, 'Connections tried again after one was lost.'),
  polling_interval: optional(number(0, unbounded), 0.5, 'Seconds between two questions.'),
  silent: optional(orNull(boolean), null, 'Whether its messages are kept from people.'),
  client: optional(orNull(client), null, 'How it is talked to.'),
});

/** a2a.yaml (workflow-documents 1.10). */
export const a2aDocument = closedObject({ agents: withoutEffect(listOf(remoteAgent), noItems, 'Agents that run elsewhere.') });

export type A2aDocument = ValueOf<typeof a2aDocument>;
