import { join } from 'node:path';
import { claimGate, storeClaims } from '@intarsia/core';
import { sqliteStore } from '@intarsia/knowledge-stores/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { intarsia, temporaryFolder } from '../command.test-support.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const operationId = 'order 17\u001b[2J';
let key = '';

/** A store file with an operation in which one call ended and one was abandoned. */
beforeEach(async () => {
  folder = await temporaryFolder();
  const store = sqliteStore({ file: join(folder.path, 'store.sqlite') });
  const gate = claimGate({ claims: storeClaims(store), operationId });
  const request = { effect: 'unsafe', argumentsDigest: 'a', definitionDigest: 'd', timeoutMs: 30_000, budget: null } as const;
  const look = await gate.claim({ ...request, position: 'model:0:0', tool: 'look' });
  const pay = await gate.claim({ ...request, position: 'model:0:1', tool: 'pay' });
  if (look.kind !== 'run' || pay.kind !== 'run') throw new Error('The calls were not claimed.');
  await look.settle({ status: 'ok', result: { seen: 3 }, effects: [] });
  await pay.abandon(false);
  key = pay.key;
  await store.close();
});

afterEach(() => folder.remove());

const command = (...words: readonly string[]) => intarsia(folder.path, ...words, '--store', 'store.sqlite');

describe('an operation outside of a run', { timeout: 60_000 }, () => {
  it('is inspected, its uncertain call is resolved, and that is seen', async () => {
    const before = await command('inspect', '--operation', operationId);
    expect(before).toMatchObject({ code: 0, stderr: '' });
    expect(before.stdout).toContain(`pay uncertain (model:0:1, unsafe, 1 attempt) ${key}\n`);
    expect(before.stdout).toContain('{"seen":3}');
    expect(before.stdout).not.toContain('\u001b');

    const resolved = await command('resolve', '--operation', operationId, '--call', key, '--happened', '{"paid":true}');
    expect(resolved).toMatchObject({ code: 0, stdout: 'Resolved. It counts when the operation goes on.\n' });
    const { stdout } = await command('inspect', '--operation', operationId, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      operationId,
      calls: [
        { tool: 'look', status: 'ended' },
        { tool: 'pay', status: 'ended', end: { status: 'ok', result: { paid: true } } },
      ],
      approvals: [],
    });

    const again = await command('resolve', '--operation', operationId, '--call', key, '--failed');
    expect(again).toMatchObject({ stdout: '', stderr: expect.stringContaining('has an end already') });
    expect(again.code).not.toBe(0);
  });

  it.each<[string, readonly string[], string]>([
    ['that is not there', ['inspect', '--operation', 'other'], 'holds no operation "other"'],
    ['beside a conversation', ['inspect', '--operation', 'a', '--conversation', 'b'], 'cannot be used with'],
    ['or a conversation must be named to resolve', ['resolve', '--call', 'k', '--failed'], '--operation ID'],
  ])('%s is refused', async (_, words, message) => {
    const { code, stderr } = await command(...words);
    expect(code).not.toBe(0);
    expect(stderr).toContain(message);
  });
});
