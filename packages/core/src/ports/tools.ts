import type { ToolBinding, Workflow } from '../documents/workflow.ts';
import type { ToolDefinition } from '../tools/tool.ts';
import type { ErrorCode } from './errors.ts';

/** A tool ready to run, or why it is not there now. */
export type ToolLoadResult =
  | { readonly kind: 'loaded'; readonly tool: ToolDefinition }
  | {
      readonly kind: 'missing';
      readonly code: Extract<ErrorCode, 'tool_not_found' | 'tool_invalid'>;
      readonly message: string;
      readonly cause?: unknown;
    };

/** Finds the code of a binding, fresh at every dispatch: an edited tool file is seen without a restart (workflow-documents 6). */
export interface ToolLoader {
  load(workflow: Workflow, binding: ToolBinding): Promise<ToolLoadResult>;
}
