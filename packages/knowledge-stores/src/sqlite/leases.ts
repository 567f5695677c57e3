import type { LeaseResult } from '@intarsia/core';
import type { SqliteDriver } from './driver.ts';
import type { ColumnReader } from './failures.ts';

// Time is SQLite's own, so that all processes of a machine agree on when a lease ends.
const now = `CAST(round(unixepoch('subsec') * 1000) AS INTEGER)`;

const statements = (driver: SqliteDriver) => ({
  find: driver.prepare(`SELECT owner, epoch, until_ms - ${now} AS remaining_ms FROM leases WHERE name = ?`),
  take: driver.prepare(`
    INSERT INTO leases (name, owner, epoch, until_ms) VALUES (?1, ?2, 1, ${now} + ?3)
    ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, epoch = epoch + 1, until_ms = excluded.until_ms RETURNING epoch`),
  renew: driver.prepare(`
    UPDATE leases SET until_ms = ${now} + ?3 WHERE name = ?1 AND epoch = ?2 AND owner IS NOT NULL RETURNING epoch`),
  release: driver.prepare('UPDATE leases SET owner = NULL WHERE name = ? AND epoch = ?'),
});

/** Who holds a lease now. */
export interface LeaseHolder {
  readonly owner: string;
  readonly epoch: number;
  readonly remainingMs: number;
}

/** The leases in an open database. Names are normalised; what reads and then writes belongs inside a transaction. */
export interface SqliteLeases {
  acquire(name: string, owner: string, ttlMs: number): LeaseResult;
  renew(name: string, epoch: number, ttlMs: number): boolean;
  release(name: string, epoch: number): void;
  holder(name: string): LeaseHolder | null;
  /** The epoch granted last when this one is not the current one or was released, else null. */
  staleAgainst(name: string, epoch: number): number | null;
}

/** Prepares the statements of an open database. */
export function sqliteLeases(driver: SqliteDriver, columns: ColumnReader): SqliteLeases {
  const prepared = statements(driver);
  const holder = (name: string): LeaseHolder | null => {
    const row = prepared.find.get(name);
    if (row === undefined || row['owner'] === null) return null;
    const remainingMs = columns.integer(row, 'remaining_ms');
    return remainingMs <= 0 ? null : { owner: columns.text(row, 'owner'), epoch: columns.integer(row, 'epoch'), remainingMs };
  };

  return {
    holder,
    acquire(name, owner, ttlMs) {
      const held = holder(name);
      if (held !== null && held.owner !== owner) return { kind: 'held', owner: held.owner, remainingMs: held.remainingMs };
      const epoch = columns.integer(prepared.take.get(name, owner, Math.round(ttlMs)) ?? {}, 'epoch');
      return { kind: 'acquired', epoch, ttlMs };
    },
    renew: (name, epoch, ttlMs) => prepared.renew.get(name, epoch, Math.round(ttlMs)) !== undefined,
    release: (name, epoch) => prepared.release.run(name, epoch),
    staleAgainst(name, epoch) {
      const row = prepared.find.get(name);
      if (row === undefined) return 0;
      const current = columns.integer(row, 'epoch');
      return row['owner'] !== null && current === epoch ? null : current;
    },
  };
}
