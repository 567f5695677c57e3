import type { ClaimStore, JsonObject } from '../../ports/index.ts';
import type { ClaimStoreHarness } from './cases.ts';

/** Handles with exactly one defect, and the case of the contract that must catch it. */
export interface FaultyClaimStore {
  readonly defect: string;
  readonly caughtBy: string;
  readonly open: () => Promise<ClaimStoreHarness>;
}

interface Defect {
  readonly defect: string;
  readonly caughtBy: string;
  /** Replaces methods of one handle; called for each of the two, with what they share. */
  readonly make: (claims: ClaimStore, shared: { readonly lists: Map<string, JsonObject[]> }) => Partial<ClaimStore>;
}

/** Records in lists that the handles share, as a store that has nothing better would keep them. */
const listed = (lists: Map<string, JsonObject[]>): ClaimStore => ({
  async read(operation, from) {
    const list = lists.get(operation) ?? [];
    return { records: structuredClone(list.slice(from)), next: list.length };
  },
  async append(operation, record) {
    lists.set(operation, [...(lists.get(operation) ?? []), structuredClone(record)]);
  },
});

const defects: readonly Defect[] = [
  {
    defect: 'begins every operation with a record of its own',
    caughtBy: 'read: an operation that nothing was appended to has no records',
    make: (claims) => ({
      read: async (operation, from, options) => {
        const { records, next } = await claims.read(operation, from, options);
        return { records: from === 0 ? [{ type: 'opened' }, ...records] : records, next };
      },
    }),
  },
  {
    defect: 'breaks records at a line separator',
    caughtBy: 'append: records come back as they were given, in their order',
    make: (claims) => ({
      append: (operation, record, options) =>
        claims.append(operation, JSON.parse(JSON.stringify(record).replaceAll('\u2028', '\\n')), options),
    }),
  },
  {
    defect: 'keeps the objects that it is given',
    caughtBy: 'append: nothing that is done to a record before or after changes what is stored',
    make: (_claims, { lists }) => ({
      ...listed(lists),
      append: async (operation, record) => void lists.set(operation, [...(lists.get(operation) ?? []), record]),
    }),
  },
  {
    defect: 'hands out the objects that it keeps',
    caughtBy: 'append: nothing that is done to a record before or after changes what is stored',
    make: (_claims, { lists }) => ({
      ...listed(lists),
      read: async (operation, from) => ({ records: lists.get(operation)?.slice(from) ?? [], next: lists.get(operation)?.length ?? 0 }),
    }),
  },
  {
    defect: 'gives the record before the place once more',
    caughtBy: 'read: from a place on has what was appended since, and nothing twice',
    make: (_claims, { lists }) => ({
      ...listed(lists),
      read: (operation, from) => listed(lists).read(operation, Math.max(0, from - 1)),
    }),
  },
  {
    defect: 'appends by reading and writing back',
    caughtBy: 'append: concurrent ones of both handles overlap nowhere and lose nothing',
    make: (_claims, { lists }) => ({
      ...listed(lists),
      async append(operation, record) {
        const { records } = await listed(lists).read(operation, 0);
        lists.set(operation, [...records, record]);
      },
    }),
  },
  {
    defect: 'sorts records by their id',
    caughtBy: 'read: what stands first stays first, for both handles',
    make: (_claims, { lists }) => ({
      ...listed(lists),
      async read(operation, from) {
        const { records, next } = await listed(lists).read(operation, 0);
        return { records: records.toSorted((left, right) => (String(left['id']) < String(right['id']) ? -1 : 1)).slice(from), next };
      },
    }),
  },
  {
    defect: 'reads what it knew before it looks',
    caughtBy: 'read: has every record whose append resolved, whoever appended it',
    make: (claims) => {
      let known: Awaited<ReturnType<ClaimStore['read']>> = { records: [], next: 0 };
      return {
        async read(operation, from, options) {
          const stale = known;
          known = await claims.read(operation, from, options);
          return stale;
        },
      };
    },
  },
  {
    defect: 'takes names in any letter case for one',
    caughtBy: 'operations: are named by free text, and no two names share a record',
    make: (claims) => ({
      read: (operation, from, options) => claims.read(operation.toLowerCase(), from, options),
      append: (operation, record, options) => claims.append(operation.toLowerCase(), record, options),
    }),
  },
  {
    defect: 'cuts names that are too long',
    caughtBy: 'operations: a name that is empty, too long or malformed is refused',
    make: (claims) => ({
      read: (operation, from, options) => claims.read(operation.slice(0, 128), from, options),
      append: (operation, record, options) => claims.append(operation.slice(0, 128), record, options),
    }),
  },
  {
    defect: 'does not listen to a signal',
    caughtBy: 'signal: a call that is aborted rejects, and appends nothing',
    make: (claims) => ({
      read: (operation, from) => claims.read(operation, from),
      append: (operation, record) => claims.append(operation, record),
    }),
  },
];

/** Stores with one defect each, made from a correct one. A contract suite that lets one of them pass is worth nothing. */
export const faultyClaimStores = (open: () => Promise<ClaimStoreHarness>): readonly FaultyClaimStore[] =>
  defects.map(({ defect, caughtBy, make }) => ({
    defect,
    caughtBy,
    async open() {
      const { claims, other, close } = await open();
      const shared = { lists: new Map<string, JsonObject[]>() };
      const faulty = (handle: ClaimStore): ClaimStore => ({ read: handle.read, append: handle.append, ...make(handle, shared) });
      return { claims: faulty(claims), other: faulty(other), close };
    },
  }));
