import { describe, expect, it } from 'vitest';
import { belonging, sandboxQuarry } from './ending.ts';
import { type ProcessEntry, processTable, startTimeOf } from './process-table.ts';

const entry = (pid: number, more: Partial<ProcessEntry> = {}): ProcessEntry => ({
  pid,
  parent: 1,
  group: pid,
  session: pid,
  started: `t${pid}`,
  marks: [],
  ...more,
});
const marks = ['INTARSIA_SANDBOX=s1'];
const pidsOf = (table: readonly ProcessEntry[], leaders: { pid: number; started: string }[] = [], before = new Map<number, string>()) =>
  belonging(table, sandboxQuarry('s1', leaders), before, new Set([1, 2]))
    .map(({ pid }) => pid)
    .sort((one, other) => one - other);

describe('what belongs to a sandbox', () => {
  it('is what carries its mark, not another one', () => {
    expect(pidsOf([entry(10, { marks }), entry(11, { marks: ['INTARSIA_SANDBOX=s11'] }), entry(12)])).toEqual([10]);
  });
  it('is the group and the session of a recorded leader that lives', () => {
    const table = [entry(10), entry(11, { group: 10 }), entry(12, { session: 10 }), entry(13)];
    expect(pidsOf(table, [{ pid: 10, started: 't10' }])).toEqual([10, 11, 12]);
  });
  it('is not a process that was given the pid of a recorded leader later', () => {
    const table = [entry(10, { started: 'later' }), entry(11, { group: 10 }), entry(12, { parent: 10 })];
    expect(pidsOf(table, [{ pid: 10, started: 't10' }])).toEqual([]);
  });
  it('is the group of a leader that died while a marked process is in it', () => {
    const table = [entry(11, { group: 10, marks }), entry(12, { group: 10 }), entry(20, { group: 19 })];
    expect(
      pidsOf(table, [
        { pid: 10, started: 't10' },
        { pid: 19, started: 't19' },
      ]),
    ).toEqual([11, 12]);
  });
  it('is every descendant, in whatever order the table has them', () => {
    const table = [entry(13, { parent: 12 }), entry(12, { parent: 11 }), entry(11, { parent: 10 }), entry(10, { marks })];
    expect(pidsOf(table)).toEqual([10, 11, 12, 13]);
  });
  it('is what an earlier look found, also when its parent is gone, and no other process that got its pid', () => {
    const table = [entry(11), entry(12, { parent: 11 }), entry(13, { started: 'later' })];
    expect(pidsOf(table, [], new Map([11, 13].map((pid) => [pid, `t${pid}`])))).toEqual([11, 12]);
  });
  it('is never what asks', () => {
    expect(pidsOf([entry(2, { parent: 10, marks }), entry(10, { marks })])).toEqual([10]);
  });
});

describe('the process table', () => {
  it.each(['linux', 'darwin'] as const)('as read on %s shows this process and its parent', async (platform) => {
    const own = (await processTable(platform)).find(({ pid }) => pid === process.pid);
    expect(own).toMatchObject({ pid: process.pid, parent: process.ppid });
    expect(own?.started).toBe(await startTimeOf(process.pid, platform));
    expect(await startTimeOf(2 ** 22 + 1, platform)).toBeNull();
  });
  it('gives the same groups both ways', async () => {
    const [one, other] = await Promise.all([processTable('linux'), processTable('darwin')]);
    const groups = new Map(one.map(({ pid, group }) => [pid, group]));
    const compared = other.filter(({ pid }) => groups.has(pid));
    expect(compared.length).toBeGreaterThan(0);
    for (const { pid, group } of compared) expect(group).toBe(groups.get(pid));
  });
});
