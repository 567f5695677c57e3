export type { EmbeddedNetworkOptions } from './embedded/embedded-network.ts';
export { embeddedNetwork } from './embedded/embedded-network.ts';
export { verifyConversation } from './embedded/verify-conversation.ts';
export type { OpenAiAgentsOptions } from './openai/index.ts';
export { openAiAgents } from './openai/index.ts';
