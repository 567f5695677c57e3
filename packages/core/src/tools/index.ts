export type { ToolAuthoring } from './define-tool.ts';
export { defineTool, toolFromExport } from './define-tool.ts';
export type { ReconcileAnswer, RunFacts, ToolContext, ToolDefinition, ToolEffect, ToolServices } from './tool.ts';
export type { ToolInput } from './tool-input.ts';
export { bindOutput, checkInput, describeTool, unfedFields } from './tool-input.ts';
export type { ToolResult } from './tool-result.ts';
export { saysFailed, toolResult } from './tool-result.ts';
export { toolsInCode } from './tools-in-code.ts';
