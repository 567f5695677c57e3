import { settle, type VirtualClock, virtualClock } from '../virtual-clock.ts';

/** The time of one history. It stands still while anything outside of it works, so that stores with files or sockets give the same history, too. */
export interface SimulatedTime {
  readonly clock: VirtualClock;
  /** Lets time stand still until the work is over. */
  during<Value>(work: Promise<Value>): Promise<Value>;
  /** Goes on from one timer to the next until the work is done; `stuck` when no timer is left that could go on with it. */
  runUntil<Value>(work: Promise<Value>): Promise<{ readonly kind: 'done'; readonly value: Value } | { readonly kind: 'stuck' }>;
}

/** Time that begins to run when somebody runs it. */
export function simulatedTime(): SimulatedTime {
  const clock = virtualClock();
  let busy = 0;
  return {
    clock,
    async during(work) {
      busy += 1;
      try {
        return await work;
      } finally {
        busy -= 1;
      }
    },
    async runUntil(work) {
      let over = false;
      const end = () => {
        over = true;
      };
      work.then(end, end);
      await settle();
      while (!over) {
        if (busy > 0) await settle();
        else if (!(await clock.next())) return { kind: 'stuck' };
      }
      return { kind: 'done', value: await work };
    },
  };
}
