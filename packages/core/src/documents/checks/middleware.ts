import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Reading } from '../reading/reading.ts';
import type { MiddlewareDocument } from '../schemas/middleware.ts';
import { checkFunction } from './names.ts';
import { checkAgent } from './participants.ts';
import { isKeyTold, refuseAt } from './reports.ts';
import type { ToolFiles } from './tool-files.ts';

const qualified = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(:|\.)[A-Za-z_]\w*$/;

/** Checks middleware.yaml: agents, files, and how a function without a file says its module (workflow-documents 1.8). */
export function checkMiddleware(document: MiddlewareDocument, agents: ReadonlySet<string>, files: ToolFiles, reading: Reading): void {
  for (const { path, value } of document.prompt_middleware) {
    if (value.agent !== 'all') checkAgent(reading, pointerTo(path, 'agent'), value.agent, agents);
    const functionPath = pointerTo(path, 'function');
    if (value.filename !== null) {
      checkFunction(reading, functionPath, value.function);
      files.check(reading, pointerTo(path, 'filename'), value.filename);
    } else if (!qualified.test(value.function) && !['filename', 'file'].some((key) => isKeyTold(reading, path, key))) {
      const message = `Without \`filename\`, \`${value.function}\` does not say which module it is in.`;
      refuseAt(reading, functionPath, 'invalid_name', message, 'write `module:function`, or name the file with `filename`');
    }
  }
}
