import type { CallOptions, FileBytes, FileStat } from '@intarsia/core';
import type { NamespaceKeys } from './keys.ts';
import { existsScript, listScript, pathsScript, readScript } from './scripts/files.ts';
import { type RedisScript, schemaVersion } from './scripts/script.ts';
import type { RedisServer } from './server.ts';

/** How much one script reads, so that others are not kept waiting. */
const pageBytes = 8 * 1024 * 1024;
const pageNames = 20_000;

/** What is read of one namespace. Paths are normalised. */
export interface RedisFiles {
  stat(path: string, options?: CallOptions): Promise<FileStat | null>;
  /** A consistent state of the file, however large it is; null for a missing one. */
  read(path: string, start: number, end: number | undefined, options?: CallOptions): Promise<FileBytes | null>;
  exists(path: string, options?: CallOptions): Promise<boolean>;
  /** The names in a folder, at one moment if they are not more than 20,000. */
  list(path: string, options?: CallOptions): Promise<readonly string[]>;
  /** The paths of the files at or beneath a path. */
  paths(path: string, options?: CallOptions): Promise<readonly string[]>;
}

interface Page {
  readonly size: number;
  readonly id: string;
  readonly version: string;
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
}

/** The files of a namespace. */
export function redisFiles(server: RedisServer, keys: NamespaceKeys): RedisFiles {
  const run = (
    script: RedisScript,
    args: readonly string[],
    options: CallOptions | undefined,
    since = performance.now(),
  ): Promise<readonly Buffer[]> => server.run({ script, keys: keys.all, args: [schemaVersion, ...args], changes: false, since }, options);
  const page = async (
    path: string,
    start: number,
    end: number | undefined,
    options: CallOptions | undefined,
    since?: number,
  ): Promise<Page | null> => {
    const args = [path, String(start), end === undefined ? '' : String(end), String(pageBytes)];
    const [kind, size, id, version, from, to, ...chunks] = await run(readScript, args, options, since);
    if (String(kind) === 'missing') return null;
    return {
      size: Number(size),
      id: String(id),
      version: String(version),
      from: Number(from),
      to: Number(to),
      bytes: Buffer.concat(chunks),
    };
  };
  const pages = (script: RedisScript, path: string, options: CallOptions | undefined): Promise<readonly string[]> =>
    server.whole(async () => {
      const found: string[] = [];
      for (let cursor = ''; ; ) {
        const [next, ...names] = await run(script, [path, cursor, String(pageNames)], options);
        for (const name of names) found.push(String(name));
        cursor = String(next);
        if (cursor === '') return found;
      }
    });
  const wholeRange = async (
    path: string,
    start: number,
    end: number | undefined,
    options: CallOptions | undefined,
  ): Promise<FileBytes | null> => {
    const since = performance.now();
    for (;;) {
      const first = await page(path, start, end, options, since); // each page has the time of a call, all beginnings together have it once
      if (first === null) return null;
      const rest = await restOf(first, (from) => page(path, from, first.to, options));
      if (rest !== null) return { start: first.from, bytes: rest.length === 0 ? first.bytes : Buffer.concat([first.bytes, ...rest]) };
    }
  };

  return {
    async stat(path, options) {
      const found = await page(path, 0, 0, options);
      return found === null ? null : { size: found.size, version: found.version };
    },
    read: (path, start, end, options) => server.whole(() => wholeRange(path, start, end, options)),
    exists: async (path, options) => String((await run(existsScript, [path], options))[0]) === 'yes',
    list: async (path, options) => [...(await pages(listScript, path, options))].sort(),
    paths: (path, options) => pages(pathsScript, path, options),
  };
}

/** The bytes behind the first page, or null when the file was replaced meanwhile: the bytes that one id had never change. */
async function restOf(first: Page, next: (from: number) => Promise<Page | null>): Promise<readonly Buffer[] | null> {
  const rest: Buffer[] = [];
  for (let at = first.from + first.bytes.length; at < first.to; ) {
    const found = await next(at);
    if (found === null || found.id !== first.id) return null;
    rest.push(found.bytes);
    at += found.bytes.length;
  }
  return rest;
}
