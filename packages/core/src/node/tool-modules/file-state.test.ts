import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentState, type FileState, readState } from './file-state.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-state-'));
  path = join(folder, 'file');
  writeFileSync(path, 'text');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** The state as it is read so long after the file was written. */
function readAfter(milliseconds: number): FileState {
  const written = readState(path)?.stats.ctimeMs ?? 0n;
  vi.useFakeTimers({ now: Number(written) + milliseconds, toFake: ['Date'] });
  const state = readState(path);
  if (state === null) throw new Error('The file is there.');
  return state;
}

describe('the state of a file', () => {
  it('that was just written is read again every time, as another write could leave the same times', () => {
    const state = readAfter(50);
    expect(currentState(path, state)).not.toBe(state);
    expect(currentState(path, state)).toEqual(state);
  });

  it('that was written in the future, by another clock, is read again every time', () => {
    const state = readAfter(-60_000);
    expect(currentState(path, state)).not.toBe(state);
  });

  it('that was written a while ago is not read again', () => {
    const state = readAfter(5_000);
    expect(currentState(path, state)).toBe(state);
  });

  it.each(['ino', 'dev', 'size', 'mtimeNs', 'ctimeNs'] as const)('is read again when its %s is another', (key) => {
    const state = readAfter(5_000);
    const known = { ...state, stats: { ...state.stats, [key]: state.stats[key] + 1n } } as FileState;
    expect(currentState(path, known)).toEqual(state);
  });

  it('that is gone, or no file, is none', () => {
    const state = readAfter(5_000);
    rmSync(path);
    expect(currentState(path, state)).toBeNull();
    expect(readState(folder)).toBeNull();
  });
});
