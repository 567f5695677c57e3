import { DatabaseSync } from 'node:sqlite';
import { type JournalStore, memoryStore, type StoreOperation } from '@intarsia/core';
import { systemClock } from '@intarsia/core/node';
import { intarsia } from './intarsia.ts';

/** What a conversation of `turns` turns commits: a list of commits, without the one that opens it and the one that ends it. */
export async function commitsOf(turns: number): Promise<readonly (readonly StoreOperation[])[]> {
  const store = memoryStore(systemClock);
  const commits: (readonly StoreOperation[])[] = [];
  const recording: JournalStore = {
    ...store,
    commit: (operations, ...more) => {
      commits.push(operations);
      return store.commit(operations, ...more);
    },
  };
  const runtime = intarsia(recording);
  await runtime.conversation(turns);
  await runtime.close();
  return commits.slice(1, -1);
}

/** Something that writes the commits of a conversation again, and nothing else. */
export interface Bare {
  /** Microseconds for each two of the commits: a turn has two. */
  conversation(): Promise<number>;
}

/** The same bytes through `commit` of a store, to a conversation of their own, without a fence or an expectation. */
export function bareCommits(store: JournalStore, commits: readonly (readonly StoreOperation[])[]): Bare {
  let chats = 0;
  return {
    async conversation() {
      chats += 1;
      const moved = commits.map((operations) =>
        operations.map((operation) => ({ ...operation, path: operation.path.replace('/chat-1/', `/bare-${chats}/`) })),
      );
      const start = performance.now();
      for (const operations of moved) await store.commit(operations);
      return perTurn(start, moved.length);
    },
  };
}

/** The same bytes as rows of one table of the driver's, one insert a commit: the least that a durable log can cost. */
export function bareInserts(file: string, commits: readonly (readonly StoreOperation[])[]): Bare & { close(): void } {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT',
  );
  const insert = database.prepare('INSERT INTO log (text) VALUES (?)');
  const texts = commits.map((operations) => operations.map((operation) => (operation.kind === 'delete' ? '' : operation.content)).join(''));
  return {
    async conversation() {
      const start = performance.now();
      for (const text of texts) insert.run(text);
      return perTurn(start, texts.length);
    },
    close: () => database.close(),
  };
}

const perTurn = (start: number, commits: number): number => ((performance.now() - start) * 2000) / commits;
