export type { SqliteStoreOptions } from './sqlite-store.ts';
export { sqliteStore } from './sqlite-store.ts';
