import { JournalStore } from "@intarsia/core";
/** What AG2 asks of a knowledge store (ag2-network 9.1), from any library. Paths come normalised. */
interface BareStore {
  /** Null for a missing file or a folder. */
  read(path: string): Promise<string | null>;
  write(path: string, content: string): Promise<void>;
  /** The names of the direct children, folders with a trailing `/`. */
  list(path: string): Promise<readonly string[]>;
  /** The file and everything beneath; `/` is all there is. */
  delete(path: string): Promise<void>;
  exists(path: string): Promise<boolean>;
  /** Returns the byte offset at which the content starts. */
  append(path: string, content: string): Promise<number>;
  readRange(path: string, start: number, end?: number): Promise<string>;
  close?(): Promise<void> | void;
}
/**
 * A bare store, such as one written for AG2, as a JournalStore: correct as long as this is the only object through which the only process
 * writes to it, hence `fenced: false`; refused where several processes are configured.
 *
 * Calls run one after the other, so none sees half a commit. A commit of several steps is first written down as a whole in
 * `/intarsia.redo`; after a crash or a failure in the middle, the next call finishes it before it does anything else, and after a failure also
 * an `append` that was begun. What it cannot promise: a single `write` or `append` of the store behind may itself be torn by a crash, or not be
 * on the disk when it returns; sizes are remembered, so a change that was made past this object shows only in what is read; versions and leases
 * live in this process, and epochs are taken from the clock, so that they do not come back as long as no process starts with a clock that was
 * set back; changes are told of this object's own writes only.
 * The first `stat` or `append` of a file may read all of it, a delete lists what is beneath. Closing it closes the store behind, if that can be.
 */
export declare function singleProcess(store: BareStore): JournalStore;
export type { BareStore };
