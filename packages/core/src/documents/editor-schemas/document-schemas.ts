import type { JsonObject } from '../../ports/json.ts';
import { type DocumentFile, documentFiles, documentReaders } from '../schemas/index.ts';

const purposes: Readonly<Record<DocumentFile, string>> = {
  'orchestrator.yaml': 'The name of the workflow, how it starts, and how long it may run.',
  'agents.yaml': 'The agents, their prompts, and whether they must answer with a model.',
  'transition_graph.yaml': 'Who speaks after whom, and how a run ends.',
  'context_variables.yaml': 'The variables of a conversation, who may write them, and what each agent is shown.',
  'structured_outputs.yaml': 'The closed models of what agents say, and which agent answers with which.',
  'tools.yaml': 'The tools of the agents, and functions that run around the conversation.',
  'ui_config.yaml': 'Which agents people see.',
  'middleware.yaml': 'Functions that may change prompts.',
  'a2a.yaml': 'Agents that run elsewhere.',
  'extended_orchestration/task_batches.yaml': 'Batches of tasks that several agents work on at once.',
};

/**
 * The JSON Schema (draft 2020-12) of every document by its path in the folder, made from what reads the document: for editors, which complete keys and
 * underline mistakes while a document is written. It says what one document may hold; what documents say about each other only a load checks.
 */
export function documentSchemas(): Readonly<Record<DocumentFile, JsonObject>> {
  const schemas = documentFiles.map((file): [DocumentFile, JsonObject] => [
    file,
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: file,
      description: purposes[file],
      ...orNothing(documentReaders[file].schema),
    },
  ]);
  return Object.fromEntries(schemas) as Record<DocumentFile, JsonObject>; // one for every file
}

/** A document of comments alone says null, which is as good as one without keys where none is required. */
const orNothing = (schema: JsonObject): JsonObject => (schema['required'] === undefined ? { ...schema, type: ['object', 'null'] } : schema);
