import { randomBytes } from 'node:crypto';
import {
  brokenExpectation,
  type CommitResult,
  isAtOrBeneath,
  type LeaseResult,
  type PreparedConditions,
  type PreparedOperation,
} from '@intarsia/core';
import type { Changes, Chunk, FileHead, LeaseState } from './documents.ts';

const chunkBytes = 64 * 1024; // so that a range of a large write needs only a part of it

/** What a call wants to do to a namespace; paths and names are normalised. */
export type Wish =
  | { readonly kind: 'commit'; readonly operations: readonly PreparedOperation[]; readonly conditions: PreparedConditions }
  | { readonly kind: 'acquire'; readonly lease: string; readonly owner: string; readonly ttlMs: number }
  | { readonly kind: 'renew'; readonly lease: string; readonly epoch: number; readonly ttlMs: number }
  | { readonly kind: 'release'; readonly lease: string; readonly epoch: number };

/** What became of a wish. `offset` is where its first append starts, if it has one. */
export interface WishResult {
  /** Whether it is in the changes; one that is not changes nothing. */
  readonly granted: boolean;
  readonly commit: CommitResult;
  readonly lease: LeaseResult | null;
  readonly offset: number;
}

/** What wishes are decided on: the state at one entry of the sequence, for all that the wishes name. */
export interface Basis {
  /** The number that the entry will have. */
  readonly number: number;
  /** The server's time, which leases run on. */
  readonly nowMs: number;
  readonly heads: ReadonlyMap<string, FileHead | null>;
  readonly leases: ReadonlyMap<string, LeaseState | null>;
}

/** The files and leases that deciding on a wish needs. */
export const namesOf = (wish: Wish): { readonly paths: readonly string[]; readonly leases: readonly string[] } =>
  wish.kind === 'commit'
    ? {
        paths: [
          ...wish.operations.flatMap(({ kind, path }) => (kind === 'delete' ? [] : [path])),
          ...wish.conditions.expect.map(({ path }) => path),
        ],
        leases: wish.conditions.fence === null ? [] : [wish.conditions.fence.lease],
      }
    : { paths: [], leases: [wish.lease] };

const done: WishResult = { granted: true, commit: { kind: 'committed' }, lease: null, offset: 0 };

/** Decides on wishes one after the other, and collects what the granted ones change. Pure but for the names of new generations. */
export class Draft {
  readonly #basis: Basis;
  readonly #heads: Map<string, FileHead | null>;
  readonly #leases: Map<string, LeaseState | null>;
  readonly #chunks = new Map<string, Chunk[]>();
  readonly #files = new Map<string, FileHead>();
  readonly #deletes: string[] = [];
  readonly #drops = new Set<string>();
  readonly #changedLeases = new Set<string>();
  readonly #begun = new Set<string>();
  #versions = 0;

  constructor(basis: Basis) {
    this.#basis = basis;
    this.#heads = new Map(basis.heads);
    this.#leases = new Map(basis.leases);
  }

  decide(wish: Wish): WishResult {
    switch (wish.kind) {
      case 'commit':
        return this.#commit(wish.operations, wish.conditions);
      case 'acquire': {
        const lease = this.#acquire(wish.lease, wish.owner, wish.ttlMs);
        return { ...done, granted: lease.kind === 'acquired', lease };
      }
      case 'renew': {
        const current = this.#current(wish.lease, wish.epoch);
        if (current === null) return { ...done, granted: false };
        this.#setLease(wish.lease, { ...current, untilMs: this.#basis.nowMs + Math.round(wish.ttlMs) });
        return done;
      }
      case 'release': {
        const current = this.#current(wish.lease, wish.epoch);
        if (current === null) return { ...done, granted: false };
        this.#setLease(wish.lease, { ...current, owner: null });
        return done;
      }
    }
  }

  changes(): Changes {
    return {
      chunks: [...this.#chunks.values()].flat(),
      files: Array.from(this.#files, ([path, head]) => ({ path, ...head })),
      deletes: this.#deletes,
      drops: [...this.#drops],
      leases: Array.from(this.#changedLeases, (name) => ({ name, ...(this.#leases.get(name) ?? { owner: null, epoch: 0, untilMs: 0 }) })),
    };
  }

  #commit(operations: readonly PreparedOperation[], { fence, expect }: PreparedConditions): WishResult {
    if (fence !== null && this.#current(fence.lease, fence.epoch) === null) {
      const currentEpoch = this.#leases.get(fence.lease)?.epoch ?? 0;
      return { ...done, granted: false, commit: { kind: 'stale_epoch', currentEpoch } };
    }
    const path = brokenExpectation(expect, (wanted) => this.#heads.get(wanted) ?? null);
    if (path !== null) return { ...done, granted: false, commit: { kind: 'conflict', path } };
    const offsets = operations.map((operation) => this.#apply(operation));
    return { ...done, offset: offsets[0] ?? 0 };
  }

  #apply(operation: PreparedOperation): number {
    if (operation.kind === 'delete') {
      this.#delete(operation.path);
      return 0;
    }
    const { kind, path, bytes } = operation;
    const found = this.#heads.get(path) ?? null;
    if (kind === 'write' && found !== null) this.#drop(found.generation);
    const grown = kind === 'append' ? found : null;
    const generation = grown?.generation ?? this.#newGeneration();
    const start = grown?.size ?? 0;
    this.#versions += 1;
    const head = { generation, size: start + bytes.length, version: `${this.#basis.number}.${this.#versions}` };
    this.#heads.set(path, head);
    this.#files.set(path, head);
    const chunks = this.#chunks.get(generation) ?? [];
    for (let from = 0; from < bytes.length; from += chunkBytes) {
      chunks.push({ generation, start: start + from, bytes: bytes.subarray(from, from + chunkBytes) });
    }
    this.#chunks.set(generation, chunks);
    return start;
  }

  #delete(folder: string): void {
    this.#deletes.push(folder);
    for (const path of this.#heads.keys()) {
      if (!isAtOrBeneath(path, folder)) continue;
      this.#heads.set(path, null);
      const written = this.#files.get(path);
      if (written !== undefined) this.#drop(written.generation);
      this.#files.delete(path);
    }
  }

  /** Bytes that this draft brought are left out again; those of earlier entries are deleted when it is applied. */
  #drop(generation: string): void {
    this.#chunks.delete(generation);
    if (!this.#begun.has(generation)) this.#drops.add(generation);
  }

  #newGeneration(): string {
    const generation = randomBytes(12).toString('base64url');
    this.#begun.add(generation);
    return generation;
  }

  #acquire(name: string, owner: string, ttlMs: number): LeaseResult {
    const found = this.#leases.get(name) ?? null;
    const remainingMs = (found?.untilMs ?? 0) - this.#basis.nowMs;
    if (found !== null && found.owner !== null && found.owner !== owner && remainingMs > 0) {
      return { kind: 'held', owner: found.owner, remainingMs };
    }
    const epoch = (found?.epoch ?? 0) + 1;
    this.#setLease(name, { owner, epoch, untilMs: this.#basis.nowMs + Math.round(ttlMs) });
    return { kind: 'acquired', epoch, ttlMs };
  }

  #current(name: string, epoch: number): LeaseState | null {
    const found = this.#leases.get(name) ?? null;
    return found !== null && found.owner !== null && found.epoch === epoch ? found : null;
  }

  #setLease(name: string, state: LeaseState): void {
    this.#leases.set(name, state);
    this.#changedLeases.add(name);
  }
}
