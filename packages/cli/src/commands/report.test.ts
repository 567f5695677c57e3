import { callKey, type RunResult, runId } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import type { Streams } from '../terminal/streams.ts';
import { type RunPlace, report } from './report.ts';

const run = runId('r1');
const kept = { folder: "my flows/it's", store: { words: "--store 'a b.sqlite'" }, tenant: 'local', chat: 'c1' };
const goOn = "intarsia run 'my flows/it'\\''s' --resume --store 'a b.sqlite' --conversation c1";

function reported(result: RunResult, place: RunPlace): readonly [string, unknown] {
  let said = '';
  const streams = { stderr: { write: (text: string) => (said += text) }, exitCode: undefined } as unknown as Streams;
  report(result, place, streams);
  return [said, streams.exitCode];
}

describe('the end of a run', () => {
  it.each<[string, RunResult, RunPlace, string, number]>([
    ['completed', { status: 'completed', run }, kept, 'Completed. Conversation c1.\n', 0],
    [
      'failed with words that would steer the terminal',
      { status: 'failed', run, code: 'tool_failed', message: '\u001b[2Jgone', resumable: false },
      kept,
      'Failed: tool_failed: \ufffd[2Jgone This conversation has ended; start a new one.\n',
      1,
    ],
    [
      'waiting',
      { status: 'paused', run, reason: 'input_required', calls: [] },
      kept,
      `Waiting for an answer. Go on with: ${goOn} --answer TEXT\n`,
      3,
    ],
    [
      'waiting for the answer to a tool',
      { status: 'paused', run, reason: 'ui_required', calls: [callKey('k:1')] },
      kept,
      `Waiting for an answer. Go on with: ${goOn} --call k:1 --answer 'ACTION {…}'\n`,
      3,
    ],
    [
      'waiting for a decision',
      { status: 'paused', run, reason: 'approval_required', calls: [callKey('k:1')] },
      kept,
      `Waiting for approval. Go on with: ${goOn} --call k:1 --answer 'allow|deny'\n`,
      3,
    ],
    [
      'waiting without a store',
      { status: 'paused', run, reason: 'input_required', calls: [] },
      { ...kept, store: undefined },
      'Waiting for an answer. Nothing was kept: run with --store STORE to be able to resume.\n',
      3,
    ],
    [
      'failed, to be gone on with',
      { status: 'failed', run, code: 'model_timeout', message: 'Too slow.', resumable: true },
      kept,
      `Failed: model_timeout: Too slow. Go on with: ${goOn}\n`,
      1,
    ],
    [
      'failed for good',
      { status: 'failed', run, code: 'max_turns', message: 'Used up.', resumable: false },
      kept,
      'Failed: max_turns: Used up. This conversation has ended; start a new one.\n',
      1,
    ],
    ['cancelled', { status: 'cancelled', run }, kept, `Cancelled. Go on with: ${goOn}\n`, 1],
    [
      'interrupted',
      { status: 'interrupted', run, code: 'stale_epoch', message: 'Taken over.' },
      kept,
      `Interrupted: stale_epoch: Taken over. Go on with: ${goOn}\n`,
      130,
    ],
  ])('%s', (_, result, place, text, exitCode) => {
    expect(reported(result, place)).toEqual([text, exitCode]);
  });

  it('names the tenant when it is not the usual one', () => {
    const [said] = reported({ status: 'cancelled', run }, { ...kept, tenant: 'acme & co' });
    expect(said).toContain("--conversation c1 --tenant 'acme & co'");
  });

  it('lists what a person must resolve', () => {
    const result: RunResult = { status: 'paused', run, reason: 'effect_uncertain', calls: [callKey('k:1'), callKey("k'2")] };
    const [said, exitCode] = reported(result, kept);
    expect(exitCode).toBe(3);
    expect(said).toContain('--call k:1 --happened | --failed | --run-again');
    expect(said).toContain("--call 'k'\\''2' ");
  });
});
