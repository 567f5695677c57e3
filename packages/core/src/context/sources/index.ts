export type { InitialContext } from './initial-context.ts';
export { initialContext, variablesWithoutReader } from './initial-context.ts';
export type { ContextReading } from './source-reader.ts';
