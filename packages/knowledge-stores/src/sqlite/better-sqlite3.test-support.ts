import { createRequire } from 'node:module';
import type { SqliteDriver, SqliteRow, SqliteValue } from './index.ts';

/** What is used of better-sqlite3, which brings no types. */
interface BetterStatement {
  readonly reader: boolean;
  run(...parameters: unknown[]): unknown;
  get(...parameters: unknown[]): SqliteRow | undefined;
  all(...parameters: unknown[]): readonly SqliteRow[];
  iterate(...parameters: unknown[]): Iterable<SqliteRow>;
}
interface BetterDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): BetterStatement;
  close(): unknown;
}
type Better = new (file: string, options: { readonly timeout: number }) => BetterDatabase;

const Database = createRequire(import.meta.url)('better-sqlite3') as Better;

/** The store's driver over another library, as an operator would write it. */
export function openBetterSqlite(file: string, timeoutMs: number): SqliteDriver {
  const database = new Database(file, { timeout: timeoutMs });
  return {
    exec: (sql) => void database.exec(sql),
    close: () => void database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      // A numbered parameter (`?1`) is one with a name here.
      const bound = (parameters: readonly SqliteValue[]): readonly unknown[] =>
        /\?\d/.test(sql) ? [Object.fromEntries(parameters.map((value, index) => [index + 1, value]))] : parameters;
      return {
        run: (...parameters) => void (statement.reader ? statement.all(...bound(parameters)) : statement.run(...bound(parameters))),
        get: (...parameters) => statement.get(...bound(parameters)),
        all: (...parameters) => statement.all(...bound(parameters)),
        iterate: (...parameters) => statement.iterate(...bound(parameters)),
      };
    },
  };
}
