export type { StoreLock } from './locked-store.ts';
export { lockedStore } from './locked-store.ts';
