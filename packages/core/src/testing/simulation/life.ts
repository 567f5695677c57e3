import type { Clock } from '../../ports/clock.ts';

/** Whether a process lives, and what reaches it. */
export interface Life {
  readonly condition: 'alive' | 'frozen' | 'dead';
  /** Resolves when it dies. */
  readonly died: Promise<void>;
  die(): void;
  /** Lets it stand still; what comes for it meanwhile is held. Does nothing to one that does already, or is dead. */
  freeze(ms: number): void;
  /** Hands something to it: now, once it goes on, or never. */
  deliver(arrive: () => void): void;
}

/** A process begins to live in the world's time. */
export function startLife(clock: Clock, note: (text: string) => void): Life {
  const death = Promise.withResolvers<void>();
  let condition: Life['condition'] = 'alive';
  let held: (() => void)[] = [];
  const is = (expected: Life['condition']): boolean => condition === expected;

  const deliver = (arrive: () => void): void => {
    if (is('alive')) arrive();
    else if (is('frozen')) held.push(arrive);
  };
  const thaw = (): void => {
    if (!is('frozen')) return;
    condition = 'alive';
    note('goes on');
    const due = held;
    held = [];
    // One after another, as an event loop takes them up: each lets the process work before the next one comes.
    for (const arrive of due) clock.timer(0, () => deliver(arrive));
  };
  return {
    get condition() {
      return condition;
    },
    died: death.promise,
    die() {
      if (is('dead')) return;
      condition = 'dead';
      held = [];
      note('dies');
      death.resolve();
    },
    freeze(ms) {
      if (!is('alive')) return;
      condition = 'frozen';
      note(`stands still for ${ms} ms`);
      clock.timer(ms, thaw);
    },
    deliver,
  };
}
