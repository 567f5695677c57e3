import { IntarsiaError, type JournalStore, type StoreNamespace } from '@intarsia/core';
import { holdsFile, type StorePart, storeParts } from '@intarsia/knowledge-stores';
import { defaultTenant } from '../../terminal/default-tenant.ts';
import { partText } from '../../terminal/part-text.ts';

/** Options that choose what of a store is meant; without any of them all of it. */
export interface PartOptions {
  readonly tenant?: string;
  readonly conversation?: string;
  readonly app?: string;
}

/** The parts of a store that are meant. Rejects with `bad_request` for a part that is named and holds nothing. */
export async function chosenParts(store: JournalStore, options: PartOptions): Promise<readonly StorePart[]> {
  const named = namedPart(options);
  if (named === null) return storeParts(store, options.tenant);
  if (await holdsFile(store, named)) return [named];
  throw new IntarsiaError('bad_request', `The store holds no ${partText(named)}.`);
}

function namedPart({ tenant = defaultTenant, conversation, app }: PartOptions): StoreNamespace | null {
  if (conversation !== undefined) return { tenant, chat: conversation };
  return app === undefined ? null : { tenant, app };
}
