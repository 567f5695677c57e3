import { IntarsiaError } from '@intarsia/core';

/** The keys of one namespace: all of one hash tag, so that they are on one node of a cluster. */
export interface NamespaceKeys {
  readonly head: string;
  readonly files: string;
  readonly index: string;
  /** The stream of changes, and the channel on which each is announced. */
  readonly changes: string;
  /** All of them, in the order in which every script takes them. */
  readonly all: readonly string[];
}

/** The keys of a store, which all begin with one prefix. */
export interface StoreKeys {
  /** The keys of a namespace by its path; the store itself is `/`. */
  of(path: string): NamespaceKeys;
  /** Where the namespaces with files are listed. */
  readonly registry: readonly [paths: string, registered: string];
}

/**
 * Keys that begin with a prefix. A namespace's path has no brace, as `pathSegment` escapes them, so the tag is always the whole path.
 * Throws `wiring_invalid` for a prefix with a brace, which would take the place of the tag, and for one that is no text.
 */
export function storeKeys(prefix: string): StoreKeys {
  if (/[{}]/.test(prefix)) {
    throw new IntarsiaError(
      'wiring_invalid',
      `The key prefix ${JSON.stringify(prefix)} has a brace, which Redis reads as a hash tag: leave it out.`,
    );
  }
  if (!prefix.isWellFormed()) {
    throw new IntarsiaError('wiring_invalid', `The key prefix ${JSON.stringify(prefix)} has half a surrogate pair, which no key can hold.`);
  }
  return {
    of(path) {
      const base = `${prefix}:{${path}}:`;
      const [head, files, index, changes] = [`${base}h`, `${base}f`, `${base}i`, `${base}s`];
      return { head, files, index, changes, all: [head, files, index, changes] };
    },
    registry: [`${prefix}:{namespaces}:i`, `${prefix}:{namespaces}:t`],
  };
}

/** The path of the store's own namespace. */
export const rootPath = '/';
