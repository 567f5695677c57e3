export type { ToolModule } from './tool-modules.ts';
export { toolModule } from './tool-modules.ts';
