import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { IntarsiaError, type JournalStore } from '@intarsia/core';
import { openStore, shownStoreUrl, storePathOf, storeUrlOf } from '@intarsia/knowledge-stores/url';
import { quoted } from '../terminal/quoted.ts';
import { storeForms, storeVariable } from './store-forms.ts';

/** A store by its name, before it is opened. */
export interface StorePlace {
  readonly url: string;
  /** The variable that holds the URL, or null: nobody else is told its value. */
  readonly variable: string | null;
  /** How a later command names it, as words for a shell, without a password: nothing where its environment does. */
  readonly words: string;
}

/** The store that a command is given, or its environment names; undefined when neither does. */
export function storePlace(given: string | undefined, env: NodeJS.ProcessEnv): StorePlace | undefined {
  if (given !== undefined) return placeOf(given, env);
  return (env[storeVariable] ?? '') === '' ? undefined : { ...placeOf(`env:${storeVariable}`, env), words: '' };
}

/** The same for a command that cannot do without: throws `bad_request` with what to give. */
export function neededPlace(given: string | undefined, env: NodeJS.ProcessEnv): StorePlace {
  const place = storePlace(given, env);
  if (place !== undefined) return place;
  const message = `Name the store: --store STORE, or ${storeVariable} in the environment. STORE is one of ${storeForms}.`;
  throw new IntarsiaError('bad_request', message);
}

/** The store of that name. Throws `bad_request` for an empty name and for a variable that is not set. */
export function placeOf(given: string, env: NodeJS.ProcessEnv): StorePlace {
  const [, variable = null] = /^env:(\w+)$/.exec(given) ?? [];
  const name = variable === null ? given : (env[variable] ?? '');
  if (name === '' && variable !== null)
    throw new IntarsiaError('bad_request', `${variable} is not set: it is to hold the URL of the store.`);
  if (name === '') throw new IntarsiaError('bad_request', `A store has a name: write one of ${storeForms}.`);
  const url = storeUrlOf(name);
  // A later command finds the secret where it is no part of it.
  const again = variable === null && shownStoreUrl(url) !== url ? `env:${storeVariable}` : given;
  return { url, variable, words: `--store ${quoted(again)}` };
}

/** Opens a store, or makes it where it is a file or a folder. */
export const openPlace = ({ url }: StorePlace): Promise<JournalStore> => openStore(url);

/** Opens a store that was kept earlier; rejects with `store_unavailable` instead of making an empty one. */
export async function openKept(place: StorePlace): Promise<JournalStore> {
  const path = storePathOf(place.url);
  if (place.url.startsWith('memory:'))
    throw new IntarsiaError('store_unavailable', 'memory: keeps nothing: name a store that outlives the command.');
  if (path !== null && statSync(path, { throwIfNoEntry: false }) === undefined) {
    const what = place.url.startsWith('file:') ? 'folder' : 'file';
    throw new IntarsiaError('store_unavailable', `There is no store ${what} ${path}.`);
  }
  return openPlace(place);
}

/**
 * The folder of the sandboxes of a store's conversations, on this machine: beside a file or folder, else one that only this store has. Equal names in two stores are
 * two conversations, so each store has sandboxes of its own. Undefined where nothing is kept.
 */
export function sandboxRoot({ url }: StorePlace): string | undefined {
  if (url.startsWith('memory:')) return undefined;
  const path = storePathOf(url);
  if (path !== null) return `${resolve(path)}.sandboxes`;
  const name = createHash('sha256').update(shownStoreUrl(url)).digest('hex').slice(0, 16); // a new password makes no other store
  return join(tmpdir(), `intarsia-sandboxes-${process.getuid?.() ?? 'user'}-${name}`);
}
