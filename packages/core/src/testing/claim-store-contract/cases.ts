import { strict as assert } from 'node:assert';
import type { ClaimStore, JsonObject } from '../../ports/index.ts';
import type { StoreCase } from '../store-contract/case.ts';
import { rejectsWith } from '../store-contract/looking.ts';

/** Two handles on the same, empty data, and how to end them; the same handle twice where a store has only one. */
export interface ClaimStoreHarness {
  readonly claims: ClaimStore;
  readonly other: ClaimStore;
  /** Closes what is open and removes what it left behind. */
  close(): Promise<void>;
}

const all = async (claims: ClaimStore, operation = 'order'): Promise<readonly JsonObject[]> => (await claims.read(operation, 0)).records;
const numbered = (number: number, owner = ''): JsonObject => ({ id: `${owner}${number}`, note: 'ü'.repeat(number % 7) });
const idsOf = (records: readonly JsonObject[]) => records.map(({ id }) => id);

/** What every ClaimStore must do. */
export const claimStoreCases: readonly StoreCase<ClaimStoreHarness>[] = [
  {
    name: 'read: an operation that nothing was appended to has no records',
    async body({ claims }) {
      assert.deepEqual(await claims.read('order', 0), { records: [], next: 0 });
      await claims.append('order', numbered(1));
      assert.deepEqual(await claims.read('other', 0), { records: [], next: 0 });
    },
  },
  {
    name: 'append: records come back as they were given, in their order',
    async body({ claims }) {
      const given: readonly JsonObject[] = [
        {},
        { text: 'a\nb\r\n\u0085\u2028\u2029\u0000"\\\u007f ü 漢字 \u{1f600}', empty: '', '': 1 },
        JSON.parse('{"__proto__": {"a": 1}, "constructor": "x"}'),
        { deep: { list: [1, -0.5, 1e300, true, false, null, [], {}, [[{ a: ['b'] }]]] } },
        { b: 1, a: 2 },
        { large: 'ü'.repeat(200_000) },
        { b: 1, a: 2 },
      ];
      for (const record of given) await claims.append('order', record);
      assert.deepEqual(await all(claims), given);
    },
  },
  {
    name: 'append: nothing that is done to a record before or after changes what is stored',
    async body({ claims }) {
      const record = { list: ['a'] };
      await claims.append('order', record);
      record.list.push('b');
      assert.deepEqual(await all(claims), [{ list: ['a'] }]);
      const [read] = await all(claims);
      const list: unknown = read?.['list'];
      if (Array.isArray(list) && !Object.isFrozen(list)) list.push('c');
      assert.deepEqual(await all(claims), [{ list: ['a'] }]);
    },
  },
  {
    name: 'read: from a place on has what was appended since, and nothing twice',
    async body({ claims, other }) {
      const seen: JsonObject[] = [];
      let from = 0;
      for (let number = 0; number < 21; number += 1) {
        await (number % 2 === 0 ? claims : other).append('order', numbered(number));
        if (number % 3 === 1) continue;
        const { records, next } = await claims.read('order', from);
        seen.push(...records);
        assert.deepEqual(await claims.read('order', next), { records: [], next });
        from = next;
      }
      assert.deepEqual(idsOf(seen), idsOf(await all(claims)));
      assert.equal(seen.length, 21);
    },
  },
  {
    name: 'append: concurrent ones of both handles overlap nowhere and lose nothing',
    async body({ claims, other }) {
      const records = Array.from({ length: 60 }, (_, index) => numbered(index));
      await Promise.all(records.map((record, index) => (index % 2 === 0 ? claims : other).append('order', record)));
      assert.deepEqual(idsOf(await all(claims)).sort(), idsOf(records).sort());
    },
  },
  {
    name: 'read: what stands first stays first, for both handles',
    async body({ claims, other }) {
      const reads: unknown[][] = [];
      const look = async (from: ClaimStore) => reads.push(idsOf(await all(from)));
      for (let number = 60; number > 0; number -= 3) {
        await Promise.all([claims, other, claims].map((own, index) => own.append('order', numbered(number - index)).then(() => look(own))));
      }
      await look(claims);
      const last = reads.at(-1) ?? [];
      assert.equal(last.length, 60);
      for (const read of reads) assert.deepEqual(read, last.slice(0, read.length));
      assert.deepEqual(idsOf(await all(other)), last);
    },
  },
  {
    name: 'read: has every record whose append resolved, whoever appended it',
    async body({ claims, other }) {
      for (let number = 0; number < 20; number += 1) {
        const [writer, reader] = number % 2 === 0 ? [claims, other] : [other, claims];
        await writer.append('order', numbered(number));
        assert.equal((await all(reader)).length, number + 1);
      }
    },
  },
  {
    name: 'operations: are named by free text, and no two names share a record',
    async body({ claims }) {
      const names = [
        'a',
        'A',
        'a/b',
        'a%2Fb',
        'a%2fb',
        '..',
        '.',
        '/',
        ' ',
        'a b',
        'a\nb',
        'ü',
        'u\u0308',
        '\u{1f600}',
        '__proto__',
        'x'.repeat(128),
      ];
      for (const name of names) await claims.append(name, { name });
      for (const name of names) assert.deepEqual(await all(claims, name), [{ name }], JSON.stringify(name));
    },
  },
  {
    name: 'operations: a name that is empty, too long or malformed is refused',
    async body({ claims }) {
      for (const name of ['', 'x'.repeat(129), '\u{1f600}'.repeat(129), '\ud800']) {
        await rejectsWith('path_invalid', `read of ${JSON.stringify(name)}`, () => claims.read(name, 0));
        await rejectsWith('path_invalid', `append to ${JSON.stringify(name)}`, () => claims.append(name, numbered(1)));
      }
    },
  },
  {
    name: 'signal: a call that is aborted rejects, and appends nothing',
    async body({ claims }) {
      const reason = new Error('stopped');
      const options = { signal: AbortSignal.abort(reason) };
      await assert.rejects(async () => claims.append('order', numbered(1), options), reason);
      await assert.rejects(async () => claims.read('order', 0, options), reason);
      assert.deepEqual(await all(claims), []);
    },
  },
];
