import { isIntarsiaError } from '../ports/errors.ts';
import type { ToolLoader, ToolLoadResult } from '../ports/tools.ts';
import { toolFromExport } from '../tools/define-tool.ts';
import { toolModule } from './tool-modules/index.ts';

/**
 * Loads tool files (JavaScript, or TypeScript with types that can be stripped) from `<folder>/<file>`, else `<folder>/tools/<file>`, fresh at every dispatch:
 * an edited tool file, an edited file that it imports from the workflow's folder or from the `_shared` folder beside it, is seen without a reload or a restart,
 * and nothing that did not change is read or imported again (workflow-documents 6). A file outside the workflow's folder is refused, and so is
 * one whose import does not end: a top-level `await` would hold the run for ever.
 */
export function toolLoader({ importLimitMs = 30_000 }: { readonly importLimitMs?: number } = {}): ToolLoader {
  return {
    async load(workflow, binding): Promise<ToolLoadResult> {
      const { file, function: name } = binding;
      if (workflow.folder === null)
        return { kind: 'missing', code: 'tool_not_found', message: `The workflow "${workflow.name}" has no folder to load ${file} from.` };
      try {
        const found = await toolModule(workflow.folder, file, importLimitMs);
        if (found.kind === 'missing') return found;
        const tool = toolFromExport(name, Reflect.get(Object(found.module), name));
        if (tool !== null) return { kind: 'loaded', tool };
        return { kind: 'missing', code: 'tool_invalid', message: `${file} does not export a tool or a function named "${name}".` };
      } catch (cause) {
        const message = isIntarsiaError(cause) ? cause.message : `The tool file ${file} cannot be read.`;
        return { kind: 'missing', code: 'tool_invalid', message, cause };
      }
    },
  };
}
