export { createContainer, runtimeModule, valueModule } from './container.ts';
export type { RuntimeSettingsBinding } from './tokens.ts';
export { tokens } from './tokens.ts';
