import { type CallOptions, namespaceOfPath, pathSegment, type StoreNamespace } from '@intarsia/core';
import { corruptFailure } from './failures.ts';
import { redisFiles } from './files.ts';
import type { StoreKeys } from './keys.ts';
import { registeredScript, unregisterScript } from './scripts/registry.ts';
import type { RedisServer } from './server.ts';

const page = 500;
/** Older than any commit that was announced and may still come. */
const settledMs = 10 * 60 * 1_000;

/** The bounds of the listed paths beneath a folder: '0' follows '/'. */
const beneath = (folder: string): readonly [string, string] => [`[${folder}/`, `(${folder}0`];

/** The namespaces of a tenant, or of all of them, that hold a file. What is listed without a file is left out, and taken off the list in time. */
export async function registeredNamespaces(
  server: RedisServer,
  keys: StoreKeys,
  tenant: string | undefined,
  options: CallOptions | undefined,
): Promise<readonly StoreNamespace[]> {
  const folders =
    tenant === undefined ? ['/apps', '/conversations'] : [`/apps/${pathSegment(tenant)}`, `/conversations/${pathSegment(tenant)}`];
  const found: StoreNamespace[] = [];
  for (const folder of folders) {
    const [first, to] = beneath(folder);
    for (let from: string | null = first; from !== null; ) {
      const call = { script: registeredScript, keys: keys.registry, args: [from, to, String(page)], changes: false };
      const entries = pairs((await server.run(call, options)).map(String));
      const held = await Promise.all(entries.map(([path]) => redisFiles(server, keys.of(path)).exists('/', options)));
      const empty = entries.filter((_, index) => held[index] === false);
      if (empty.length > 0) await unregister(server, keys, empty, options);
      for (const [index, [path]] of entries.entries()) if (held[index] === true) found.push(readPath(server.where, keys, path));
      from = entries.length === page ? `(${entries.at(-1)?.[0]}` : null;
    }
  }
  return found;
}

type Entry = readonly [path: string, registered: string];

const pairs = (texts: readonly string[]): readonly Entry[] =>
  texts.flatMap((path, index) => (index % 2 === 0 ? [[path, texts[index + 1] ?? ''] as const] : []));

async function unregister(
  server: RedisServer,
  { registry }: StoreKeys,
  entries: readonly Entry[],
  options: CallOptions | undefined,
): Promise<void> {
  const call = { script: unregisterScript, keys: registry, args: [String(settledMs), ...entries.flat()], changes: false };
  await server.run(call, options).catch((error: unknown) => {
    if (options?.signal?.aborted) throw error;
  });
}

function readPath(where: string, { registry }: StoreKeys, path: string): StoreNamespace {
  try {
    return namespaceOfPath(path);
  } catch {
    throw corruptFailure(where, registry[0], `lists ${JSON.stringify(path)}, which names no namespace`);
  }
}
