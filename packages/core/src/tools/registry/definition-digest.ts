import { digestOf } from '../../outputs/canonical.ts';
import type { ClosedSchema } from '../../outputs/schema-models/closed-schema.ts';
import type { ToolDefinition } from '../tool.ts';
import { closedInput, closedOutput } from '../tool-input.ts';

/**
 * Lower-case hex SHA-256 of what people and models decide on: name, description, closed schemas with the descriptions in them, effect and risk (case T24).
 * Throws `tool_invalid` for a schema that cannot be closed.
 */
export function definitionDigest(tool: ToolDefinition): string {
  const { name, description, openInput, effect, risk } = tool;
  return digestOf({
    name,
    description,
    openInput,
    effect,
    risk,
    input: schemaFacts(closedInput(tool)),
    output: schemaFacts(closedOutput(tool)),
  });
}

/** The digest of a model says nothing of descriptions, and its schema nothing of what only its own validation knows. */
const schemaFacts = (closed: ClosedSchema | null) =>
  closed && { contract: closed.model.digest, schema: closed.model.providerSchema('json_schema').schema };
