import { closedObject, noEffectNote, optional, required, withoutEffect } from '../reading/closed-object.ts';
import {
  boolean,
  integer,
  listOf,
  noItems,
  oneOf,
  openObject,
  orNull,
  text,
  textList,
  textOrNull,
  unbounded,
  type ValueOf,
} from '../reading/reading.ts';

const promptSection = closedObject({
  id: optional(textOrNull, null, `A name for tools that edit the prompt. ${noEffectNote}`),
  heading: required(text, 'The line above the content.', '[ROLE]'),
  content: required(text, 'The text of the section.', 'You read invoices.'),
});

const imageGeneration = closedObject({
  quality: optional(orNull(oneOf(['low', 'medium', 'high', 'auto'])), null, 'Quality of the pictures.'),
  size: optional(textOrNull, null, 'Size of the pictures.', '1024x1024'),
  background: optional(orNull(oneOf(['transparent', 'opaque', 'auto'])), null, 'Background of the pictures.'),
  output_format: optional(orNull(oneOf(['png', 'jpeg', 'webp'])), null, 'File format of the pictures.'),
  output_compression: optional(orNull(integer(0, 100)), null, 'Compression in percent.'),
  partial_images: optional(orNull(integer(1, 3)), null, 'Previews sent while a picture is made.'),
  promotion_targets: optional(textList, [], 'Where finished pictures are kept.'),
  image_config: optional(orNull(openObject), null, 'Settings passed to the provider as they are.'),
});

const agent = closedObject(
  {
    name: required(text, "The agent's name; unique.", 'Reader'),
    prompt_sections: optional(listOf(promptSection), noItems, 'The prompt, in sections joined by blank lines.'),
    prompt_sections_custom: optional(listOf(promptSection), noItems, 'The prompt when `prompt_sections` is empty.'),
    system_message: optional(textOrNull, null, 'The prompt, or what stands before its sections.', 'Read the invoice.'),
    description: optional(textOrNull, null, 'What the agent is for, for people.'),
    human_input_mode: withoutEffect(textOrNull, null, 'When a person is asked in place of the agent.', 'NEVER'),
    max_consecutive_auto_reply: withoutEffect(integer(0, unbounded), 2, 'Replies in a row.'),
    structured_outputs_required: required(
      boolean,
      'Whether what it says must be the model that the registry gives it. No default, on purpose.',
    ),
    pending_turn_replay: optional(
      oneOf(['allow', 'block']),
      'allow',
      '`block`: a run does not resume while this agent has an unfinished turn.',
    ),
    multimodal_inputs_enabled: withoutEffect(boolean, false, 'Whether it is shown pictures.'),
    image_generation_enabled: withoutEffect(boolean, false, 'Whether it may make pictures.'),
    image_generation: withoutEffect(orNull(imageGeneration), null, 'How it makes pictures; given, it may.'),
    sandbox_shell: withoutEffect(boolean, false, 'Whether it may use a shell in a sandbox.'),
    web_search: withoutEffect(boolean, false, 'Whether it may search the web.'),
    web_fetch: withoutEffect(boolean, false, 'Whether it may read web pages.'),
    duck_search: withoutEffect(boolean, false, 'Whether it may search with DuckDuckGo.'),
  },
  { auto_tool_mode: 'set `auto_tool_call: true` on the tool, in tools.yaml' },
);

/** agents.yaml (workflow-documents 1.4). */
export const agentsDocument = closedObject({ agents: optional(listOf(agent), noItems, 'The agents.') });

export type AgentDefinition = ValueOf<typeof agent>;
export type AgentsDocument = ValueOf<typeof agentsDocument>;
