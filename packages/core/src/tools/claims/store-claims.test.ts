import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../journal/index.ts';
import type { ClaimStore } from '../../ports/claims.ts';
import { virtualClock } from '../../testing/index.ts';
import { booked, entered, openClaims, request } from './claims.test-support.ts';
import { storeClaims } from './index.ts';

const path = '/intarsia/operations/order%2017.jsonl';
const idsIn = async (claims: ClaimStore, from = 0) => (await claims.read('order 17', from)).records.map(({ id }) => id);
const record = (id: string) => ({ id, note: 'ü\u2028\ud83d\ude00' });

describe('claims in a store', () => {
  it.each<[string, string, readonly string[]]>([
    ['at the end of the file', '\n{"id":"torn', ['a']],
    ['at its end, torn before its line break', '\n{"id":"torn"}', ['a', 'torn']],
    ['before the record of somebody else', '\n{"id":"to\n{"id":"b"}\n', ['a', 'b']],
    ['before two records of others', '\n{"id":"to\n{"id":"b"}\n\n{"id":"c"}\n', ['a', 'b', 'c']],
    ['and nothing but its first line break', '\n', ['a']],
  ])('leave aside a line that was torn %s', async (_, rest, expected) => {
    const store = memoryStore(virtualClock());
    const claims = storeClaims(store);
    await claims.append('order 17', record('a'));
    await store.append(path, rest);
    expect(await idsIn(claims)).toEqual(expected);
    const { next } = await claims.read('order 17', 0);
    await claims.append('order 17', record('last'));
    expect(await idsIn(claims)).toEqual([...expected, 'last']);
    expect(await idsIn(claims, next)).toEqual(['last']);
  });

  it.each(['{"id":"a"', 'null', '[]', 'word'])('refuse a whole line that holds %s', async (line) => {
    const store = memoryStore(virtualClock());
    await store.append(path, `\n${line}\n`);
    await storeClaims(store).append('order 17', record('b'));
    await expect(storeClaims(store).read('order 17', 0)).rejects.toMatchObject({
      code: 'store_corrupt',
      message: expect.stringContaining('before byte'),
    });
  });

  it('write lines that are ASCII and cannot be torn inside a character', async () => {
    const store = memoryStore(virtualClock());
    await storeClaims(store).append('order 17', record('a'));
    expect(await store.read(path)).toBe('\n{"id": "a", "note": "\\u00fc\\u2028\\ud83d\\ude00"}\n');
  });

  it('ask of a store nothing but reading and appending', async () => {
    const store = memoryStore(virtualClock());
    const { readRange, append } = store;
    const { gate } = openClaims(storeClaims({ readRange, append } as typeof store));
    await entered(await gate().claim(request())).settle(booked('table 1'));
    expect(await gate().claim(request())).toEqual({ kind: 'ended', end: booked('table 1') });
  });
});
