import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';

/** A database of its own on the server of the tests, made by the first store that uses it. */
export interface TestDatabase {
  readonly name: string;
  /** For stores with a client of their own. */
  options(): { readonly url: string; readonly database: string };
  /** One that tests and stores share. */
  client(): MongoClient;
  /** Drops it and closes the client. */
  drop(): Promise<void>;
}

/** A database on the server at `url`. */
export function testDatabase(url: string): TestDatabase {
  const name = `intarsia_test_${randomUUID()}`;
  let client: MongoClient | undefined;
  const opened = (): MongoClient => {
    client ??= new MongoClient(url);
    return client;
  };
  return {
    name,
    options: () => ({ url, database: name }),
    client: opened,
    async drop() {
      if (url === '') return;
      await opened().db(name).dropDatabase();
      await opened().close();
    },
  };
}
