import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Reading } from '../reading/reading.ts';
import type { ToolsDocument } from '../schemas/tools.ts';
import { checkFunction } from './names.ts';
import { checkAgent } from './participants.ts';
import { refuseAt } from './reports.ts';
import { checkSurface } from './surfaces.ts';
import type { ToolFiles } from './tool-files.ts';

/** Checks the functions that run around the conversation: their agents, their files, what they show (workflow-documents 1.7). */
export function checkLifecycle(document: ToolsDocument, agents: ReadonlySet<string>, files: ToolFiles, reading: Reading): void {
  for (const { path, value } of document.lifecycle_tools) {
    const agentPath = pointerTo(path, 'agent');
    if (value.agent !== null && value.trigger.startsWith('on_')) {
      const message = `\`${value.trigger}\` is of the whole run, so it has no \`agent\`.`;
      refuseAt(reading, agentPath, 'field_not_allowed', message, 'leave it out, or use `before_agent` or `after_agent`');
    } else if (value.agent !== null) checkAgent(reading, agentPath, value.agent, agents);
    files.check(reading, pointerTo(path, 'file'), value.file);
    checkFunction(reading, pointerTo(path, 'function'), value.function);
    checkSurface(reading, path, value);
  }
}
