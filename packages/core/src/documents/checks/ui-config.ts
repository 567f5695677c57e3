import type { Reading } from '../reading/reading.ts';
import type { UiConfigDocument } from '../schemas/ui-config.ts';
import { checkAgent } from './participants.ts';

/** Checks that the agents whose messages are shown exist (workflow-documents 1.9). */
export function checkVisualAgents({ visual_agents: shown }: UiConfigDocument, agents: ReadonlySet<string>, reading: Reading): void {
  for (const { path, value } of typeof shown === 'string' ? [] : shown) checkAgent(reading, path, value, agents);
}
