export type { BareStore } from './bare-store.ts';
export { singleProcess } from './single-process.ts';
