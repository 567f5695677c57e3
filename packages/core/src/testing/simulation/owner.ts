import type { Clock } from '../../ports/clock.ts';
import { type Life, startLife } from './life.ts';
import { type Fate, ownerName, type Place, type Step } from './plan.ts';
import type { Detail } from './trace.ts';

/** What an owner lives in: the world's time, and what is decided about each of its awaits. */
export interface Surroundings {
  readonly clock: Clock;
  /** Decides the next await of an owner. */
  decide(step: Step): Fate;
  /** How long the request and the answer of it travel. */
  latencyMs(step: Step): { readonly request: number; readonly answer: number };
  /** Notes it. `detail` says what it waits for. */
  met(step: Step, fate: Fate, detail: Detail): void;
  /** Work of the outside that takes real time: time stands still until it is over. */
  during<Value>(work: Promise<Value>): Promise<Value>;
  note(owner: string, text: string): void;
}

/** How one await is carried out. */
export interface Errand<Value> {
  readonly place: Place;
  readonly detail?: Detail;
  /** What is done. */
  readonly apply: () => Value | Promise<Value>;
  /** What the owner learns when the answer is lost. Without it no answer is. */
  readonly unanswered?: () => Outcome<Value>;
  /** Who does it: the world, also while the owner stands still, or the owner itself. Default `world`. `owner_at_once`: with no gap before it. */
  readonly by?: 'world' | 'owner' | 'owner_at_once';
}

/** How work of the outside ended. */
export type Outcome<Value> = { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'failed'; readonly cause: unknown };

/** One process: everything that it waits for goes through `go`, so that it can die, stand still and come back at each of its awaits. */
export interface Owner {
  readonly name: string;
  /** The world's time; timers fire only while the owner lives and does not stand still. */
  readonly clock: Clock;
  readonly condition: Life['condition'];
  /** How many of its timers wait; of a dead one nobody counts. */
  readonly timers: number;
  /** Resolves when it dies. */
  readonly died: Promise<void>;
  go<Value>(errand: Errand<Value>): Promise<Value>;
  note(text: string): void;
  /** Called when somebody cancels or interrupts the owner's run. */
  onIntervention(listener: (kind: 'cancel' | 'interrupt') => void): void;
}

/** Starts a process in a slot. What a dead one still tries never happens, except for what is on its way already. */
export function startOwner(world: Surroundings, slot: number, lifeNumber: number): Owner {
  const { clock } = world;
  const name = ownerName(slot, lifeNumber);
  const note = (text: string): void => world.note(name, text);
  const life = startLife(clock, note);
  const timers = new Set<() => void>();
  let count = 0;
  let cutOff: { readonly untilMs: number; readonly how: 'refused' | 'held' } = { untilMs: 0, how: 'refused' };
  let intervene: (kind: 'cancel' | 'interrupt') => void = () => {};

  const next = (place: Place, detail: Detail) => {
    const step = { slot, life: lifeNumber, number: count++, place };
    const fate = reached(place, world.decide(step));
    world.met(step, fate, detail);
    return { step, fate };
  };
  /** While it is cut off, the store's calls fail or wait, as far as nothing else becomes of them. */
  const reached = (place: Place, fate: Fate): Fate => {
    if (fate.kind === 'cut_off') {
      note(`cannot reach the store for ${fate.ms} ms: calls are ${fate.how}`);
      cutOff = { untilMs: clock.monotonic() + fate.ms, how: fate.how };
    }
    const leftMs = cutOff.untilMs - clock.monotonic();
    if ((fate.kind !== 'cut_off' && fate.kind !== 'fine') || leftMs <= 0 || !isAtStore(place)) return fate;
    return cutOff.how === 'refused' ? unapplied : { kind: 'late', what: 'answer', ms: leftMs };
  };

  const go = <Value>({ place, detail = '', apply, unanswered, by = 'world' }: Errand<Value>): Promise<Value> => {
    if (life.condition === 'dead') return new Promise(() => {});
    const { step, fate } = next(place, detail);
    const travel = world.latencyMs(step);
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const answer = (outcome: Outcome<Value>): void => {
      const tell = (): void => (outcome.kind === 'done' ? resolve(outcome.value) : reject(outcome.cause));
      clock.timer(travel.answer + lateness(fate, 'answer'), () => life.deliver(tell));
    };
    const perform = async (): Promise<void> => {
      const outcome = await world.during(outcomeOf(apply));
      if (fate.kind === 'crash') life.die();
      if (fate.kind === 'freeze' && (fate.when === 'after' || by === 'owner_at_once')) life.freeze(fate.ms);
      answer(fate.kind === 'unanswered' && unanswered !== undefined ? unanswered() : outcome);
    };
    const arrive = (): void => {
      if (fate.kind === 'crash' && fate.when === 'before') life.die();
      // Where nothing may come between, the process stands still directly afterwards.
      if (fate.kind === 'freeze' && fate.when === 'before' && by !== 'owner_at_once') life.freeze(fate.ms);
      if (fate.kind === 'cancel' || fate.kind === 'interrupt') life.deliver(() => intervene(fate.kind));
      if (fate.kind === 'crash' && fate.when === 'before') return;
      if (fate.kind === 'unanswered' && fate.applied !== 'before' && unanswered !== undefined) {
        if (fate.applied === 'later') clock.timer(fate.ms, () => void world.during(outcomeOf(apply)));
        answer(unanswered());
      } else if (by === 'owner') life.deliver(() => void perform());
      else void perform();
    };
    if (by === 'owner_at_once') arrive();
    else clock.timer(travel.request + lateness(fate, 'request'), arrive);
    return promise;
  };

  return {
    name,
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      timer: ownerTimer(clock, life, timers, () => next('timer', '').fate),
    },
    get condition() {
      return life.condition;
    },
    get timers() {
      return timers.size;
    },
    died: life.died,
    go,
    note,
    onIntervention(listener) {
      intervene = listener;
    },
  };
}

/** Timers of one process: they fire late or never, and the process can die or stand still at each. */
function ownerTimer(clock: Clock, life: Life, waiting: Set<() => void>, next: () => Fate): Clock['timer'] {
  return (delayMs, callback) => {
    let cancelled = false;
    const fire = (): void => {
      waiting.delete(fire);
      if (cancelled) return;
      const fate = next();
      if (fate.kind === 'crash' && fate.when === 'before') life.die();
      if (fate.kind === 'freeze') life.freeze(fate.ms);
      life.deliver(() => {
        if (!cancelled) callback();
        if (fate.kind === 'crash') life.die();
      });
    };
    const cancel = clock.timer(delayMs, () => life.deliver(fire));
    waiting.add(fire);
    return () => {
      cancelled = true;
      waiting.delete(fire);
      cancel();
    };
  };
}

const unapplied: Fate = { kind: 'unanswered', applied: 'never' };
const isAtStore = (place: Place): boolean => place.startsWith('store.') || place.startsWith('lease.');
const lateness = (fate: Fate, what: 'request' | 'answer'): number => (fate.kind === 'late' && fate.what === what ? fate.ms : 0);

async function outcomeOf<Value>(apply: () => Value | Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { kind: 'done', value: await apply() };
  } catch (cause) {
    return { kind: 'failed', cause };
  }
}
