import { describe, expect, it } from 'vitest';
import { historyBreaches } from './check-history.test-support.ts';
import {
  type Attempt,
  type Found,
  type History,
  type LineAttempt,
  lineOf,
  type Operation,
  places,
  type Result,
  readRecords,
} from './history.test-support.ts';

const ttlMs = 100;
const at = (begun: number, attempt: Attempt, result: Result | null, ended: number | null = begun + 5): Operation => ({
  attempt,
  begun,
  ended: result === null ? null : ended,
  result,
});

const first: LineAttempt = { id: 'a.1', kind: 'append', padding: 3 };
const second: LineAttempt = { id: 'b.1', kind: 'append', padding: 0 };
const third: LineAttempt = { id: 'a.2', kind: 'append', padding: 1 };
const v1: LineAttempt = { id: 'a.3', kind: 'versioned', padding: 2, number: 1, previous: '-' };
const v2: LineAttempt = { id: 'b.2', kind: 'versioned', padding: 2, number: 2, previous: 'a.3' };
const s1: LineAttempt = { id: 'a.4', kind: 'sized', padding: 0, at: 0 };
const s2: LineAttempt = { id: 'b.3', kind: 'sized', padding: 0, at: 4 };
const f1: LineAttempt = { id: 'a.6', kind: 'fenced', padding: 0, epoch: 1 };
const late: LineAttempt = { id: 'a.7', kind: 'fenced', padding: 0, epoch: 1 };
const f2: LineAttempt = { id: 'b.5', kind: 'fenced', padding: 0, epoch: 2 };
const file: LineAttempt = { id: 'a.8', kind: 'file', padding: 4 };

const log = [first, second, third, v1, v2, s1, s2, f1, f2];
const offsetOf = (attempt: LineAttempt): number => Buffer.byteLength(log.slice(0, log.indexOf(attempt)).map(lineOf).join(''));
const appended = (attempt: LineAttempt): Result => ({ kind: 'appended', offset: offsetOf(attempt) });
const committed: Result = { kind: 'committed' };
const grant = (epoch: number): Result => ({ kind: 'acquired', epoch });
const unknown: Result = { kind: 'failed', unknown: true, named: true, message: 'no answer' };

const operations: readonly Operation[] = [
  at(0, first, appended(first)),
  at(10, second, appended(second)),
  at(20, third, appended(third)),
  at(30, v1, committed),
  at(40, v2, committed),
  at(50, s1, committed),
  at(60, s2, committed),
  at(70, { id: 'a.5', kind: 'acquire', ttlMs }, grant(1)),
  at(80, f1, committed),
  at(200, { id: 'b.4', kind: 'acquire', ttlMs }, grant(2)),
  at(210, late, { kind: 'stale_epoch', currentEpoch: 2 }),
  at(220, f2, committed),
  at(230, file, { kind: 'done' }),
  at(240, { id: 'b.6', kind: 'look' }, { kind: 'seen', before: 2, logged: 2, after: 2, wrong: null }),
];
const files = {
  [`${places.results}/a.6`]: lineOf(f1),
  [`${places.results}/b.5`]: lineOf(f2),
  [`${places.files}/a.8`]: lineOf(file),
};
const found: Found = {
  log: log.map(lineOf).join(''),
  versioned: '2 b.2',
  sized: 'a.4\nb.3\n',
  fenced: 'b.5',
  marks: { versioned: ['b.2'], sized: ['b.3'] },
  files: new Map(Object.entries(files)),
  heard: new Set(Object.keys(files)),
};

/** The history with other operations of the same ids, or more of them. */
const told = (...changed: readonly Operation[]): History => ({
  found,
  operations: [
    ...operations.map((operation) => changed.find(({ attempt }) => attempt.id === operation.attempt.id) ?? operation),
    ...changed.filter(({ attempt }) => !operations.some((operation) => operation.attempt.id === attempt.id)),
  ],
});
const there = (changed: Partial<Found>): History => ({ operations, found: { ...found, ...changed } });
const logOf = (...lines: readonly LineAttempt[]): Partial<Found> => ({ log: lines.map(lineOf).join('') });
const withFiles = (changed: Readonly<Record<string, string>>): Partial<Found> => ({
  files: new Map(Object.entries({ ...files, ...changed })),
});
const without = (path: string): Partial<Found> => ({ files: new Map(Object.entries(files).filter(([name]) => name !== path)) });
const both = ({ operations }: History, { found }: History): History => ({ operations, found });

const extra: LineAttempt = { id: 'c.1', kind: 'append', padding: 1 };
const lateResult = { [`${places.results}/a.7`]: lineOf(late) };

describe('a history that may be', () => {
  it.each<[string, History]>([
    ['everything as it was acknowledged', { operations, found }],
    [
      'nothing at all',
      {
        operations: [],
        found: { ...found, ...logOf(), versioned: null, sized: '', fenced: null, marks: { versioned: [], sized: [] }, files: new Map() },
      },
    ],
    ['an append of unknown outcome that is not there', told(at(300, extra, unknown))],
    ['an append of unknown outcome that is there', both(told(at(300, extra, unknown)), there(logOf(...log, extra)))],
    ['an append that was applied after it had failed', both(told(at(0, extra, unknown)), there(logOf(...log, extra)))],
    ['an append of a process that was killed', both(told(at(300, extra, null)), there(logOf(...log, extra)))],
    ['a commit of a process that was killed before it was told', told(at(220, f2, null))],
    ['a write of unknown outcome that is not there', both(told(at(230, file, unknown)), there(without(`${places.files}/a.8`)))],
    [
      'appends that stand in another order than they ended, as they were under way together',
      told(at(0, first, appended(first), 50), at(5, second, appended(second), 20)),
    ],
    [
      'a commit seen while it was made',
      told(at(240, { id: 'b.6', kind: 'look' }, { kind: 'seen', before: 1, logged: 2, after: 2, wrong: null })),
    ],
    [
      'a lease that was released and taken at once',
      told(at(85, { id: 'a.9', kind: 'release', epoch: 1 }, { kind: 'done' }), at(95, { id: 'b.4', kind: 'acquire', ttlMs }, grant(2))),
    ],
    [
      'a lease that its owner took again at once',
      told(at(90, { id: 'a.9', kind: 'acquire', ttlMs }, grant(2)), at(200, { id: 'b.4', kind: 'acquire', ttlMs }, { kind: 'held' })),
    ],
  ])('%s', (_, history) => {
    expect(historyBreaches(history)).toEqual([]);
  });
});

describe('a history that must not be', () => {
  it.each<[string, History, string]>([
    ['a lost append', there(logOf(second, third, v1, v2, s1, s2, f1, f2)), 'lost: append a.1'],
    ['a lost commit', there(logOf(...log.slice(0, -1))), 'lost: fenced b.5'],
    ['a lost write', there(without(`${places.files}/a.8`)), 'lost: /files/a.8'],
    ['a doubled append', there(logOf(...log, third)), 'doubled: a.2 again at'],
    ['a doubled append of unknown outcome', both(told(at(300, extra, unknown)), there(logOf(...log, extra, extra))), 'doubled: c.1'],
    ['a torn append', there({ log: found.log.replace(' üüü\n', ' ü\n') }), 'torn: a.1 is "a.1 append - ü" at 0'],
    ['an append cut in a line break', there({ log: found.log.replace(' üüü\n', ' üüü') }), 'torn or never written'],
    ['a log that ends in half a line', there({ log: `${found.log}c.1 app` }), 'torn: the log ends in "c.1 app"'],
    ['an append that nobody made', there(logOf(...log, extra)), 'torn or never written: "c.1 append - ü"'],
    [
      'an append that was refused and is there',
      both(told(at(300, extra, { ...unknown, unknown: false })), there(logOf(...log, extra))),
      'refused and there: append c.1 (failed)',
    ],
    ['a commit that was refused and is there', told(at(40, v2, { kind: 'conflict' })), 'refused and there: versioned b.2 (conflict)'],
    ['a write that was refused and is there', told(at(230, file, { ...unknown, unknown: false })), 'refused and there: /files/a.8'],
    [
      'appends of one process in the wrong order',
      there(logOf(third, second, first, v1, v2, s1, s2, f1, f2)),
      'reordered: a.1 ended before a.2 began and stands behind it',
    ],
    [
      'appends of two processes in the wrong order',
      there(logOf(second, first, third, v1, v2, s1, s2, f1, f2)),
      'reordered: a.1 ended before b.1 began',
    ],
    ['an append at another offset than it was told', told(at(20, third, { kind: 'appended', offset: 1 })), 'misplaced: a.2'],
    [
      'two appends that were told the same bytes',
      told(at(10, second, appended(first))),
      'overlapping: a.1 and b.1 were both told bytes at 0',
    ],
    ['an epoch granted twice', told(at(200, { id: 'b.4', kind: 'acquire', ttlMs }, grant(1))), 'two holders of one epoch: a.5 and b.4'],
    [
      'an epoch that is granted after a greater one',
      told(at(70, { id: 'a.5', kind: 'acquire', ttlMs }, grant(3))),
      'epoch went back: b.4 was granted 2 after a.5 had 3',
    ],
    ['a lease taken while another owner held it', told(at(90, { id: 'b.4', kind: 'acquire', ttlMs }, grant(2))), 'taken early: b.4'],
    [
      'a lease taken while another owner had renewed it',
      told(at(160, { id: 'a.9', kind: 'renew', epoch: 1, ttlMs }, { kind: 'renewed', held: true })),
      'taken early: b.4',
    ],
    [
      'a stale commit behind one of a later epoch',
      both(told(at(230, late, committed)), there({ ...logOf(...log, late), ...withFiles(lateResult), fenced: 'a.7' })),
      'stale epoch committed: a.7 of epoch 1 stands behind one of 2',
    ],
    [
      'a stale commit after a later epoch was granted, ahead of its first commit',
      both(told(at(210, late, committed)), there({ ...logOf(...log.slice(0, -1), late, f2), ...withFiles(lateResult) })),
      'stale epoch committed: a.7 of epoch 1 began after 2 was granted',
    ],
    [
      'a commit refused as stale although its epoch is current',
      told(at(210, late, { kind: 'stale_epoch', currentEpoch: 1 })),
      'refused without reason: a.7',
    ],
    [
      'a commit on a version that was not the last',
      there(logOf(first, second, third, v2, v1, s1, s2, f1, f2)),
      'torn commit: b.2 stands on 1 a.3',
    ],
    ['two commits on one version', told(at(40, { ...v2, number: 1, previous: '-' }, committed)), 'torn: b.2'],
    [
      'a commit in the log only: its write is missing',
      there({ versioned: '1 a.3' }),
      'torn commit: /versioned holds 1 a.3, the log ends with 2 b.2',
    ],
    [
      'a commit in the log only: its append is missing',
      there({ sized: 'a.4\n' }),
      'torn commit: /sized holds undefined where the log holds b.3',
    ],
    [
      'a commit in the log only: its delete is missing',
      there({ marks: { versioned: ['a.3', 'b.2'], sized: ['b.3'] } }),
      'torn commit: /marks/versioned holds a.3,b.2, not b.2',
    ],
    [
      'a commit in the log only: its mark is missing',
      there({ marks: { versioned: ['b.2'], sized: [] } }),
      'torn commit: /marks/sized holds nothing, not b.3',
    ],
    ['a commit in the log only: its file is missing', there(without(`${places.results}/b.5`)), 'torn commit: /results/b.5 is not there'],
    ['a commit without its line in the log', there(logOf(...log.slice(0, 7), f2)), 'torn commit: /results/a.6 is there'],
    ['a commit whose last write is missing', there({ fenced: 'a.6' }), 'torn commit: /fenced holds a.6, the last in the log is b.5'],
    ['a commit at another size than it expected', told(at(60, { ...s2, at: 0 }, committed)), 'torn: b.3'],
    [
      'a commit at another size than it expected, as its line says',
      both(told(at(60, { ...s2, at: 0 }, committed)), there(logOf(first, second, third, v1, v2, s1, { ...s2, at: 0 }, f1, f2))),
      'torn commit: b.3 is at 4 of /sized, it expected 0',
    ],
    ['a torn file', there(withFiles({ [`${places.files}/a.8`]: 'a.8 file - ü' })), 'torn or never written: /files/a.8'],
    ['a file that nobody wrote', there(withFiles({ [`${places.files}/x.1`]: 'x' })), 'torn or never written: /files/x.1'],
    ['a file that nobody heard of', there({ heard: new Set([`${places.results}/a.6`, `${places.results}/b.5`]) }), 'unheard: /files/a.8'],
    [
      'a commit whose line was seen before its write',
      told(at(240, { id: 'b.6', kind: 'look' }, { kind: 'seen', before: 1, logged: 2, after: 1, wrong: null })),
      'partial commit visible: b.6',
    ],
    [
      'a commit whose write was seen before its line',
      told(at(240, { id: 'b.6', kind: 'look' }, { kind: 'seen', before: 2, logged: 1, after: 2, wrong: null })),
      'partial commit visible: b.6',
    ],
    [
      'half a line that was seen',
      told(at(240, { id: 'b.6', kind: 'look' }, { kind: 'seen', before: 2, logged: 2, after: 2, wrong: 'the log ended in "a"' })),
      'torn: b.6 saw that the log ended',
    ],
    [
      'a call that failed without a name',
      told(at(240, { id: 'b.6', kind: 'look' }, { ...unknown, named: false, message: 'TypeError: x' })),
      'failed: b.6: TypeError: x',
    ],
  ])('%s', (_, history, breach) => {
    expect(historyBreaches(history).join('\n')).toContain(breach);
  });
});

it('what workers wrote down is read, without a last line that was cut', () => {
  const text = [
    { at: 1, attempt: first },
    { at: 2, id: 'a.1', result: appended(first) },
    { at: 3, attempt: third },
  ].map((record) => `${JSON.stringify(record)}\n`);
  expect(readRecords([`${text.join('')}{"at":4,"id":"a.2","resu`, ''])).toEqual([
    { attempt: first, begun: 1, ended: 2, result: appended(first) },
    { attempt: third, begun: 3, ended: null, result: null },
  ]);
});
