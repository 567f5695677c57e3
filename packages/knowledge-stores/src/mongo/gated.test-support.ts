import type { Collections, Database } from './connection.ts';

/** A database of which one kind of question can be held up on its way to the server, as if the process that asks it slept. */
export interface GatedDatabase {
  readonly database: Database;
  /** Holds the next question of this kind; resolves when it is asked. */
  hold(collection: keyof Collections, method: string): Promise<void>;
  /** Lets what is held go on. */
  release(): void;
}

/** Puts a gate before a database. */
export function gatedDatabase(inner: Database): GatedDatabase {
  let held: { readonly collection: keyof Collections; readonly method: string; readonly asked: () => void } | null = null;
  let open = Promise.withResolvers<void>();

  const gate = <Collection extends object>(name: keyof Collections, collection: Collection): Collection =>
    new Proxy(collection, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property);
        if (typeof member !== 'function') return member;
        const call = (...parameters: unknown[]): unknown => Reflect.apply(member, target, parameters);
        if (held === null || held.collection !== name || held.method !== property) return call;
        const { asked } = held;
        held = null;
        return async (...parameters: unknown[]) => {
          asked();
          await open.promise;
          return call(...parameters);
        };
      },
    });

  return {
    database: {
      ...inner,
      ask: (question) =>
        inner.ask((connection) =>
          question({
            ...connection,
            collections: {
              entries: gate('entries', connection.collections.entries),
              parts: gate('parts', connection.collections.parts),
              files: gate('files', connection.collections.files),
              chunks: gate('chunks', connection.collections.chunks),
              leases: gate('leases', connection.collections.leases),
              namespaces: gate('namespaces', connection.collections.namespaces),
            },
          }),
        ),
    },
    hold(collection, method) {
      open = Promise.withResolvers();
      return new Promise((resolve) => {
        held = { collection, method, asked: resolve };
      });
    },
    release: () => open.resolve(),
  };
}
