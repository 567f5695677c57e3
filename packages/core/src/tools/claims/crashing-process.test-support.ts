import type { ClaimStore } from '../../ports/claims.ts';

/** What becomes of one step of a process: nothing special; it is applied, or answered, after a long time; its answer is lost after or before it was applied; or the process dies there. */
export type Fate = 'works' | 'applied_late' | 'answered_late' | 'applied_unanswered' | 'lost' | 'dies_before' | 'dies_after';

/** A step: how many turns others go first, and its fate. */
export interface Step {
  readonly turns: number;
  readonly fate: Fate;
}

/** One process, as far as what it does can be seen from outside. */
export interface CrashingProcess {
  readonly claims: ClaimStore;
  /** A place in code at which it may die; a store's troubles do not show there. */
  place(): Promise<void>;
  /** Resolves when it dies. */
  readonly death: Promise<void>;
}

/** Nothing that waits for this goes on, as nothing does in a process that is gone. */
const never = (): Promise<never> => new Promise(() => {});

/**
 * A process that shares a store and takes these steps, one for each call of the store and each place, and goes on without trouble when they are used up.
 * `longTime` lets a long time go by.
 */
export function crashingProcess(
  store: ClaimStore,
  steps: readonly Step[],
  longTime: () => Promise<void>,
  onStep: (count: number) => void,
): CrashingProcess {
  const died = Promise.withResolvers<void>();
  let isDead = false;
  let count = 0;
  const die = () => {
    isDead = true;
    died.resolve();
  };
  const waits = async (turns: number) => {
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
  };

  async function step<Value>(work: () => Promise<Value>, isStore = true): Promise<Value> {
    if (isDead) return never();
    const { turns, fate } = steps[count] ?? { turns: 0, fate: 'works' };
    count += 1;
    onStep(count);
    await waits(turns);
    if (fate === 'dies_before' || (fate === 'dies_after' && !isStore)) die();
    if (isDead) return never();
    if (!isStore) return work();
    if (fate === 'lost') throw new Error('The store did not answer.');
    if (fate === 'applied_late') await longTime();
    const value = await work();
    if (fate === 'answered_late') await longTime();
    if (fate === 'dies_after') die();
    await waits(turns);
    if (isDead) return never();
    if (fate === 'applied_unanswered') throw new Error('The answer of the store was lost.');
    return value;
  }

  return {
    claims: {
      read: (operation, from) => step(() => store.read(operation, from)),
      append: (operation, record) => step(() => store.append(operation, record)),
    },
    place: () => step(async () => {}, false),
    death: died.promise,
  };
}
