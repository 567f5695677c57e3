import type { OutputModel } from '../../outputs/output-model.ts';
import type { AgentRequest, AgentRunner } from '../../ports/agents.ts';

const firstRetryMs = 500;

/** How long to wait before a model is asked again, after the failed try `attempt`, from 0, in milliseconds; inside a run and outside. */
export const modelRetryMs = (attempt: number): number => firstRetryMs * 2 ** attempt;

/** The contract of a reply as its runner is asked for it: in the words of its provider. */
export function requestedOutput(model: OutputModel, { schemaDialect = 'json_schema' }: AgentRunner): NonNullable<AgentRequest['output']> {
  const { schema, strict } = model.providerSchema(schemaDialect);
  return { name: model.name, schema, strict };
}
