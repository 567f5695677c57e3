import { type Defect, onTheWay } from './defect.ts';

const listenTo = (signal: AbortSignal | undefined): void => signal?.addEventListener('abort', () => undefined);

/** Defects in closing and in signals. */
export const lifetimeDefects: readonly Defect[] = [
  {
    defect: 'answers reads after it was closed',
    caughtBy: 'close: every call after it is refused, and closing again is fine',
    make: (store) => ({
      exists: (path, options) =>
        store.exists(path, options).catch((error) => (String(error).includes('closed') ? false : Promise.reject(error))),
    }),
  },
  {
    defect: 'does not look at the signal',
    caughtBy: 'signal: a call whose signal was aborted rejects with its reason and changes nothing',
    make: (store) => ({ append: (path, content) => store.append(path, content) }),
  },
  {
    defect: 'leaves a call without an answer when it is closed under way',
    caughtBy: 'close: calls that are under way end, and so does it',
    make: (store) => {
      let closed = false;
      return {
        async append(path, content, options) {
          await onTheWay();
          if (closed) await new Promise(() => undefined);
          return store.append(path, content, options);
        },
        close() {
          closed = true;
          return store.close();
        },
      };
    },
  },
  {
    defect: 'makes a call again when it is aborted under way',
    caughtBy: 'signal: a call that is aborted under way was made or was not, and ends',
    make: (store) => ({
      async append(path, content, options) {
        const offset = await store.append(path, content, options);
        await onTheWay();
        if (options?.signal?.aborted !== true) return offset;
        await store.append(path, content);
        throw options.signal.reason;
      },
    }),
  },
  {
    defect: 'says that it committed after it was closed',
    caughtBy: 'close: commits, leases and stat after it are refused too',
    make: (store) => {
      let closed = false;
      return {
        commit: async (operations, conditions, options) => (closed ? { kind: 'committed' } : store.commit(operations, conditions, options)),
        close() {
          closed = true;
          return store.close();
        },
      };
    },
  },
  {
    defect: 'does not look at the signal of a commit',
    caughtBy: 'signal: an aborted commit, stat or lease call rejects with its reason and changes nothing',
    make: (store) => ({ commit: (operations, conditions) => store.commit(operations, conditions) }),
  },
  {
    defect: 'listens to the signal of a call for ever',
    caughtBy: 'signal: a call that ended leaves no listener on it',
    make: (store) => ({
      read(path, options) {
        listenTo(options?.signal);
        return store.read(path, options);
      },
    }),
  },
  {
    defect: 'listens to the signal of a commit for ever',
    caughtBy: 'signal: a commit, stat or lease call that ended leaves no listener on it',
    make: (store) => ({
      commit(operations, conditions, options) {
        listenTo(options?.signal);
        return store.commit(operations, conditions, options);
      },
    }),
  },
  {
    defect: 'stops in the middle of a commit that is aborted',
    caughtBy: 'signal: a commit that is aborted under way is made whole or not at all, and ends',
    make: (store) => ({
      async commit(operations, conditions, options) {
        const checked = await store.commit([], conditions, options);
        if (checked.kind !== 'committed' || options?.signal === undefined) return store.commit(operations, conditions, options);
        for (const operation of operations) {
          options.signal.throwIfAborted();
          await store.commit([operation]);
          await onTheWay();
        }
        return checked;
      },
    }),
  },
];
