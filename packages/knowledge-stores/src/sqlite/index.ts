export type { OpenSqlite, SqliteDriver, SqliteRow, SqliteStatement, SqliteValue } from './driver.ts';
export type { SqliteStoreOptions } from './sqlite-store.ts';
export { sqliteStore } from './sqlite-store.ts';
