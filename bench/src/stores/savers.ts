import { type JournalStore, namespaceStore } from '@intarsia/core';
import type { State } from './state.ts';

/** Something that saves the states of a thread one after the other and finds the latest again. */
export interface Thread {
  save(state: State): Promise<void>;
  /** The turn of the latest state. */
  latestTurn(): Promise<number>;
}

/** Something that saves threads. */
export interface Saver {
  readonly name: string;
  /** A new thread. */
  thread(name: string): Promise<Thread>;
}

/**
 * A state as the runtime saves it: its bytes appended to the journal and written as the checkpoint, in one commit with a fence and an
 * expected size.
 */
export function intarsiaSaver(name: string, store: JournalStore): Saver {
  return {
    name,
    async thread(chat) {
      const conversation = namespaceStore(store, { tenant: 'bench', chat });
      const lease = '/owner';
      const acquired = await conversation.lease.acquire(lease, { owner: 'bench', ttlMs: 3_600_000 });
      if (acquired.kind !== 'acquired') throw new Error('The lease of a new conversation is held.');
      const fence = { lease, epoch: acquired.epoch };
      let size = -1;
      return {
        async save(state) {
          const content = JSON.stringify(state);
          const result = await conversation.commit(
            [
              { kind: 'append', path: '/journal', content },
              { kind: 'write', path: '/checkpoint', content },
            ],
            { fence, expect: [{ path: '/journal', size }] },
          );
          if (result.kind !== 'committed') throw new Error(`Refused: ${JSON.stringify(result)}`);
          size = Math.max(size, 0) + content.length;
        },
        async latestTurn() {
          const text = await conversation.read('/checkpoint');
          const { turn } = JSON.parse(text ?? '{}');
          return Number(turn);
        },
      };
    },
  };
}
