import { IntarsiaError, type JournalStore } from '@intarsia/core';
import { memoryStore } from '../memory/index.ts';
import { storePathOf } from './store-url.ts';

/** The forms that `openStore` takes, for a help text. */
export const storeUrlForms = ['memory:', 'file:FOLDER', 'sqlite:FILE', 'redis://HOST:PORT/DB', 'mongodb://HOST:PORT/DATABASE'] as const;

/**
 * Opens the store that a URL names; a client package is loaded only when its URL is used. `file:` and `sqlite:` take a path, relative to the
 * working folder or absolute. Rejects with `wiring_invalid` for any other text, and with what the store itself says.
 */
export async function openStore(url: string): Promise<JournalStore> {
  const scheme = url.slice(0, url.indexOf(':') + 1);
  switch (scheme) {
    case 'memory:':
      return memoryStore();
    case 'file:':
      return (await import('../disk/index.ts')).diskStore({ root: storePathOf(url) ?? '' });
    case 'sqlite:':
      return (await import('../sqlite/index.ts')).sqliteStore({ file: storePathOf(url) ?? '' });
    case 'redis:':
    case 'rediss:':
      return (await import('../redis/index.ts')).redisStore({ url });
    case 'mongodb:':
    case 'mongodb+srv:':
      return (await import('../mongo/index.ts')).mongoStore({ url });
    default: {
      const message = `${JSON.stringify(scheme === '' ? url : scheme)} names no store: use one of ${storeUrlForms.join(', ')}.`;
      throw new IntarsiaError('wiring_invalid', message); // without the rest of the text, which may hold a password
    }
  }
}
