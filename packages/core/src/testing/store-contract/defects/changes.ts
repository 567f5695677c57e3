import { normalisePath } from '../../../journal/index.ts';
import { type Defect, onTheWay } from './defect.ts';
import { oneByOne, tellsItself, tellsTheLast } from './ways.ts';

/** Defects in what subscriptions hear. */
export const changeDefects: readonly Defect[] = [
  {
    defect: 'does not report appends',
    caughtBy: 'onChange: hears of a write, an append and a delete of the path',
    make: (store) => {
      const silent = new Set<string>();
      return {
        append: async (path, content, options) => {
          silent.add(normalisePath(path));
          return store.append(path, content, options);
        },
        onChange: (path, listener) => store.onChange(path, (changed) => silent.delete(changed) || listener(changed)),
      };
    },
  },
  {
    defect: 'reports changes beside the path',
    caughtBy: 'onChange: hears of what is beneath the path, not of what is beside it',
    make: (store) => ({
      onChange(path, listener) {
        const beginning = normalisePath(path);
        return store.onChange('/', (changed) => {
          if (changed.startsWith(beginning)) listener(changed);
        });
      },
    }),
  },
  {
    defect: 'reports the delete of a folder as one change of the folder',
    caughtBy: 'onChange: hears of each file that the delete of a folder takes',
    make: (store) => {
      let deleted: string | null = null;
      return {
        delete: async (path, options) => {
          deleted = path === '/' ? null : path;
          await store.delete(path, options);
        },
        onChange: (path, listener) =>
          store.onChange(path, (changed) => listener(deleted !== null && changed.startsWith(`${deleted}/`) ? deleted : changed)),
      };
    },
  },
  {
    defect: 'goes on reporting to a closed subscription',
    caughtBy: 'onChange: a closed subscription hears nothing more',
    make: (store) => ({
      onChange: (path, listener) => {
        store.onChange(path, listener);
        return { close: () => undefined };
      },
    }),
  },
  {
    defect: 'reports what a refused commit wanted to change',
    caughtBy: 'onChange: a refused commit is no change',
    make: (store) => {
      const listeners = new Set<(path: string) => void>();
      return {
        commit: async (operations, conditions, options) => {
          const result = await store.commit(operations, conditions, options);
          if (result.kind === 'conflict') for (const { path } of operations) for (const listener of listeners) listener(path);
          return result;
        },
        onChange: (path, listener) => {
          listeners.add(listener);
          const subscription = store.onChange(path, listener);
          return {
            close() {
              listeners.delete(listener);
              subscription.close();
            },
          };
        },
      };
    },
  },
  {
    defect: 'takes a subscription for a pattern',
    caughtBy: 'onChange: a path that looks like a pattern hears of itself only',
    make: (store) => ({
      onChange(path, listener) {
        if (!/[*?]/.test(path)) return store.onChange(path, listener);
        const pattern = new RegExp(`^${path.replaceAll('*', '.*').replaceAll('?', '.')}`);
        return store.onChange('/', (changed) => {
          if (pattern.test(changed)) listener(changed);
        });
      },
    }),
  },
  {
    defect: 'tells the last of several changes only',
    caughtBy: 'onChange: hears of each file of many that change at once',
    make: tellsTheLast,
  },
  {
    defect: 'tells of a change before it is made',
    caughtBy: 'onChange: who looks when told finds what was written last',
    make: (store) =>
      tellsItself((tell) => ({
        async append(path, content, options) {
          tell(path);
          await onTheWay();
          return store.append(path, content, options);
        },
      })),
  },
  {
    defect: 'has room for 16 subscriptions',
    caughtBy: 'onChange: every one of many subscriptions hears of a change',
    make: (store) => {
      let subscriptions = 0;
      return {
        onChange(path, listener) {
          subscriptions += 1;
          return subscriptions > 16 ? { close: () => undefined } : store.onChange(path, listener);
        },
      };
    },
  },
  {
    defect: 'knows a listener only once',
    caughtBy: 'onChange: two subscriptions with one listener are two',
    make: (store) => {
      const known = new Map<unknown, ReturnType<typeof store.onChange>>();
      return {
        onChange(path, listener) {
          const subscription = known.get(listener) ?? store.onChange(path, listener);
          known.set(listener, subscription);
          return subscription;
        },
      };
    },
  },
  {
    defect: 'lets a listener fail the writer',
    caughtBy: 'onChange: a listener that throws neither fails the writer nor stops the others',
    make: (store) =>
      tellsItself((tell) => ({
        async write(path, content, options) {
          await store.write(path, content, options);
          tell(path);
        },
      })),
  },
  {
    defect: 'does not end a subscription while its listener runs',
    caughtBy: 'onChange: a listener may end its own subscription, and others',
    make: (store) => {
      let telling = false;
      return {
        onChange(path, listener) {
          const subscription = store.onChange(path, (changed) => {
            telling = true;
            listener(changed);
            telling = false;
          });
          return { close: () => (telling ? undefined : subscription.close()) };
        },
      };
    },
  },
  {
    defect: 'forgets who subscribes while it tells others',
    caughtBy: 'onChange: a listener may use the store, and subscribe',
    make: (store) => {
      let telling = false;
      return {
        onChange(path, listener) {
          if (telling) return { close: () => undefined };
          return store.onChange(path, (changed) => {
            telling = true;
            listener(changed);
            telling = false;
          });
        },
      };
    },
  },
  {
    defect: 'waits for its listeners',
    caughtBy: 'onChange: a writer does not wait for a listener',
    make: (store) =>
      tellsItself((tell) => ({
        async write(path, content, options) {
          await store.write(path, content, options);
          await Promise.all(tell(path));
        },
      })),
  },
  {
    defect: 'tells of what it then refuses',
    caughtBy: 'onChange: an aborted call and a refused one are no change',
    make: (store) =>
      tellsItself((tell) => ({
        async write(path, content, options) {
          tell(path);
          await store.write(path, content, options);
        },
      })),
  },
  {
    defect: 'tells of a write before its call returns',
    caughtBy: 'onChange: a writer does not wait for a listener',
    make: (store) =>
      tellsItself((tell) => ({
        write(path, content, options) {
          const writing = store.write(path, content, options);
          tell(path);
          return writing;
        },
      })),
  },
  {
    defect: 'tells of the first file of a commit only',
    caughtBy: 'onChange: hears of each file of a commit',
    make: (store) => {
      let first: string | undefined;
      return {
        async commit(operations, conditions, options) {
          first = operations[0]?.path;
          return store.commit(operations, conditions, options);
        },
        onChange: (path, listener) =>
          store.onChange(path, (changed) => {
            if (changed === first) listener(changed);
          }),
      };
    },
  },
  {
    defect: 'tells of a commit while it makes it',
    caughtBy: 'onChange: who hears of one file of a commit sees all of it',
    make: oneByOne,
  },
  {
    defect: 'is deaf to what comes after the delete of what it watches',
    caughtBy: 'onChange: hears on after what it watches was deleted',
    make: (store) => {
      const deleted = new Set<string>();
      return {
        async delete(path, options) {
          await store.delete(path, options);
          deleted.add(normalisePath(path));
        },
        onChange: (path, listener) =>
          store.onChange(path, (changed) => {
            const deaf = deleted.has(normalisePath(path));
            store.exists(changed).then(
              (there) => {
                if (!deaf || !there) listener(changed);
              },
              () => undefined, // closed meanwhile
            );
          }),
      };
    },
  },
];
