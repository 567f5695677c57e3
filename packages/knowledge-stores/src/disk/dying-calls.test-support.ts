import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiskCalls } from './calls.ts';

/** What a death takes along of what was not flushed. */
export type Loss = 'nothing' | 'everything' | 'part';

interface Undo {
  readonly folders: readonly string[];
  readonly undo: () => void;
}

/**
 * The calls of a process that dies at its `step`th one: that one and all later ones fail, a write at that moment is half done. With a loss, the
 * machine goes down as well: names and bytes that were not flushed may be gone.
 */
export function dyingCalls(inner: DiskCalls, root: string, step: number, loss: Loss) {
  const attic = join(dirname(root), 'attic');
  mkdirSync(attic, { recursive: true });
  let count = 0;
  let kept = 0;
  const names: Undo[] = []; // names that came or went since their folder was flushed
  const open = new Map<number, string>();
  const flushedBytes = new Map<string, Uint8Array>(); // what the disk has of files that were written since they were flushed

  const live = (): boolean => {
    count += 1;
    return count < step;
  };
  const orDie = (): void => {
    if (!live()) throw new Error(`the process died at step ${step}`);
  };
  const flushed = (folder: string): void => {
    for (let index = names.length - 1; index >= 0; index -= 1) if (names[index]?.folders.includes(folder)) names.splice(index, 1);
  };
  const note = (paths: readonly string[], undo: () => void): void => void names.push({ folders: paths.map(dirname), undo });

  const calls: DiskCalls = {
    look(path) {
      orDie();
      return inner.look(path);
    },
    names(folder) {
      orDie();
      return inner.names(folder);
    },
    makeFolder(path) {
      orDie();
      const made = inner.makeFolder(path);
      if (made) note([path], () => rmSync(path, { recursive: true }));
      return made;
    },
    open(path, how) {
      orDie();
      const descriptor = inner.open(path, how);
      if (how === 'read') return descriptor;
      open.set(descriptor, path);
      flushedBytes.set(path, how === 'create' ? new Uint8Array() : readFileSync(path));
      if (how === 'create') note([path], () => unlinkSync(path));
      return descriptor;
    },
    read(descriptor, into, position) {
      orDie();
      return inner.read(descriptor, into, position);
    },
    write(descriptor, bytes, position) {
      if (live()) return inner.write(descriptor, bytes, position);
      if (count === step) inner.write(descriptor, bytes.subarray(0, bytes.length / 2), position);
      throw new Error(`the process died at step ${step}`);
    },
    close: (descriptor) => inner.close(descriptor), // the system does it for the dead, too
    async flush(descriptor) {
      orDie();
      await inner.flush(descriptor);
      orDie();
      flushedBytes.delete(open.get(descriptor) ?? '');
    },
    flushNow(descriptor) {
      orDie();
      inner.flushNow(descriptor);
      flushedBytes.delete(open.get(descriptor) ?? '');
    },
    async flushFolder(path) {
      orDie();
      const before = [...names];
      await inner.flushFolder(path);
      orDie();
      for (const { folders } of before) if (folders.includes(path)) flushed(path);
    },
    link(file, name) {
      orDie();
      const made = inner.link(file, name);
      if (made) note([name], () => unlinkSync(name));
      return made;
    },
    move(from, to) {
      orDie();
      kept += 1;
      const replaced = join(attic, String(kept));
      const replaces = lstatSync(to, { throwIfNoEntry: false })?.isFile() === true;
      if (replaces) linkSync(to, replaced);
      const moved = inner.move(from, to);
      const undo = () => {
        renameSync(to, from);
        if (replaces) linkSync(replaced, to);
      };
      if (moved) note([from, to], undo);
      return moved;
    },
    remove(file) {
      orDie();
      kept += 1;
      const copy = join(attic, String(kept));
      if (existsSync(file)) linkSync(file, copy);
      inner.remove(file);
      note([file], () => linkSync(copy, file));
    },
    removeFolder(path) {
      orDie();
      inner.removeFolder(path); // only what is in new/ already
    },
  };

  return {
    calls,
    died: () => count >= step,
    loseWhatWasNotFlushed() {
      if (loss === 'nothing' || count < step) return;
      for (const [path, bytes] of flushedBytes) {
        if (loss === 'part' || !existsSync(path)) continue; // the bytes of an unflushed file may well be there
        truncateSync(path, 0);
        writeFileSync(path, bytes);
      }
      // A file system keeps the order in which names came and went, so a part is always the last of them.
      const lost = loss === 'everything' ? names : names.slice(step % (names.length + 1));
      for (const { undo } of lost.toReversed()) {
        try {
          undo();
        } catch {
          // What it would undo is itself gone with something else.
        }
      }
    },
  };
}
