import { expect, it } from 'vitest';
import type { JournalRow } from '../connection/wire.ts';
import { distinct, envelopeKind, filterRows, joinRows, laneOf, shortType } from './journal-rows.ts';

const row = (number: number, sender: string, type: string): JournalRow => ({ number, at: '', sender, type, summary: '', data: null });
const rows = [row(1, 'hub', 'ag2.channel.opened'), row(2, 'user', 'ag2.msg.text'), row(3, 'Builder', 'intarsia.tool.claimed')];

it.each([
  ['intarsia.tool.claimed', 'fact', 'tool.claimed'],
  ['ag2.context.set', 'context', 'context.set'],
  ['ag2.msg.text', 'message', 'msg.text'],
  ['ag2.packet', 'message', 'packet'],
  ['ag2.channel.opened', 'channel', 'channel.opened'],
])('%s is a %s', (type, kind, short) => {
  expect([envelopeKind(type), shortType(type)]).toEqual([kind, short]);
});

it('rows are narrowed by type and sender', () => {
  expect(filterRows(rows, { type: null, sender: null })).toHaveLength(3);
  expect(filterRows(rows, { type: 'ag2.msg.text', sender: null }).map(({ number }) => number)).toEqual([2]);
  expect(filterRows(rows, { type: 'ag2.msg.text', sender: 'hub' })).toEqual([]);
});

it('rows that were read before are not taken twice', () => {
  expect(joinRows(rows, [row(3, 'Builder', 'x'), row(4, 'Builder', 'y')]).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(joinRows(rows, rows)).toBe(rows);
});

it('a sender keeps its lane', () => {
  const senders = distinct(rows, 'sender');
  expect(senders.map((sender) => laneOf(senders, sender))).toEqual([0, 1, 2]);
});
