import { openAiAgents } from '@intarsia/adapters-ag2';
import { type AgentRunner, IntarsiaError } from '@intarsia/core';

/** The model that the environment names; rejects with what to set when it names none. */
export function agentsFrom(env: NodeJS.ProcessEnv): AgentRunner {
  const apiKey = textFrom(env, 'OPENAI_API_KEY');
  const model = textFrom(env, 'INTARSIA_MODEL');
  const baseUrl = textFrom(env, 'OPENAI_BASE_URL');
  if (apiKey === undefined || model === undefined) {
    const missing = [apiKey === undefined ? 'OPENAI_API_KEY' : '', model === undefined ? 'INTARSIA_MODEL' : ''].filter(
      (name) => name !== '',
    );
    throw new IntarsiaError(
      'model_refused',
      `No model is configured: set ${missing.join(' and ')} (and OPENAI_BASE_URL for any other endpoint that speaks the OpenAI API).`,
    );
  }
  const timeoutMs = numberFrom(env, 'INTARSIA_MODEL_TIMEOUT_MS');
  return openAiAgents({
    apiKey,
    model,
    // Whether another endpoint keeps a strict schema is not known.
    ...(baseUrl === undefined ? {} : { baseUrl, schemaDialect: 'json_schema' }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** An empty value is none: that is how an environment file leaves one out. */
function textFrom(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name];
}

function numberFrom(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = textFrom(env, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new IntarsiaError('bad_request', `${name} must be a positive number of milliseconds.`);
}
