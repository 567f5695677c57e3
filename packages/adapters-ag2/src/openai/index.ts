export type { OpenAiAgentsOptions } from './openai-agents.ts';
export { openAiAgents } from './openai-agents.ts';
