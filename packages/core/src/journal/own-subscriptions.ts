import type { Subscription } from '../ports/store.ts';

/** The subscriptions that were made through one view of a store: its close ends them, and no others. */
export interface OwnSubscriptions {
  /** The same subscription, known here until it is closed. */
  add(inner: Subscription): Subscription;
  /** Closes all that are open. */
  close(): void;
}

/** For whoever writes a view of a store; there are none yet. */
export function ownSubscriptions(): OwnSubscriptions {
  const open = new Set<Subscription>();
  return {
    add(inner) {
      const subscription: Subscription = {
        close() {
          open.delete(subscription);
          inner.close();
        },
      };
      open.add(subscription);
      return subscription;
    },
    close() {
      for (const subscription of [...open]) subscription.close();
    },
  };
}
