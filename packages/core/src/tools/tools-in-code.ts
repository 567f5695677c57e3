import { asIntarsiaError } from '../ports/errors.ts';
import type { ToolLoader } from '../ports/tools.ts';
import { toolFromExport } from './define-tool.ts';

/**
 * A loader of tools that live in the host's own code, by the names of their functions: for workflows without tool files. A value is a `defineTool` tool or
 * a plain function `fn(fields, ctx)`; anything else, and a name that is not there, is missing when it is dispatched.
 */
export function toolsInCode(tools: Readonly<Record<string, unknown>>): ToolLoader {
  return {
    async load(_workflow, { function: name }) {
      if (!Object.hasOwn(tools, name)) return { kind: 'missing', code: 'tool_not_found', message: `No tool named "${name}" was given.` };
      try {
        const tool = toolFromExport(name, tools[name]);
        if (tool !== null) return { kind: 'loaded', tool };
        return { kind: 'missing', code: 'tool_invalid', message: `"${name}" is neither a tool nor a function.` };
      } catch (cause) {
        const { message } = asIntarsiaError(cause, 'tool_invalid', `"${name}" cannot be read.`);
        return { kind: 'missing', code: 'tool_invalid', message, cause };
      }
    },
  };
}
