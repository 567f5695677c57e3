import { type Random, seededRandom } from './random.ts';

/** Where an owner waits for something outside of it. */
export type Place =
  | `store.${'read' | 'write' | 'list' | 'delete' | 'exists' | 'append' | 'readRange' | 'stat' | 'commit'}`
  | `lease.${'acquire' | 'renew' | 'release' | 'holder'}`
  | 'model'
  | 'tool.load'
  /** From the entry of a tool to its effect. */
  | 'tool.effect'
  /** From the effect of a tool to its return. */
  | 'tool.return'
  | 'tool.reconcile'
  | 'timer';

/** One await of an owner. A slot is one place for a process; each process that is started in it is a life of its own. */
export interface Step {
  readonly slot: number;
  /** From 1. */
  readonly life: number;
  /** Counts the awaits of this life, from 0. */
  readonly number: number;
  readonly place: Place;
}

/** The name of the process of that life in that slot: `a1`, then `a2` once it died. */
export const ownerName = (slot: number, life: number): string => `${'ab'[slot] ?? slot}${life}`;

/** What becomes of one await. */
export type Fate =
  | { readonly kind: 'fine' }
  /** The process dies, before or after what it asked for was done; no answer reaches it. */
  | { readonly kind: 'crash'; readonly when: Moment }
  /** The process stands still for so long; what comes for it meanwhile is held. */
  | { readonly kind: 'freeze'; readonly when: Moment; readonly ms: number }
  /** It is told that the call failed. `applied` says whether it was done nevertheless: never, before the answer, or only later. */
  | { readonly kind: 'unanswered'; readonly applied: 'never' | 'before' }
  | { readonly kind: 'unanswered'; readonly applied: 'later'; readonly ms: number }
  /** The request or its answer takes so long. */
  | { readonly kind: 'late'; readonly what: 'request' | 'answer'; readonly ms: number }
  /** For so long the store does not hear this process, or its answers do not reach it. */
  | { readonly kind: 'cut_off'; readonly how: 'refused' | 'held'; readonly ms: number }
  /** Somebody cancels or interrupts the run of this process at this moment. */
  | { readonly kind: 'cancel' | 'interrupt' };

type Moment = 'before' | 'after';

/** What happens in a history. A pure function of its id: the same step always gets the same fate. */
export interface Plan {
  /** How many processes are up at the same time. */
  readonly slots: 1 | 2;
  fate(step: Step): Fate;
  /** How long the request and the answer of a step travel, in milliseconds. */
  latencyMs(step: Step): { readonly request: number; readonly answer: number };
  /** The slot of the process that people turn to next. `died`: the first one is down. */
  turnTo(died: boolean): number;
  /** Decides what else people do. */
  readonly people: Random;
}

/** How many faults a history has at most. After them everything goes well, and the conversation must reach its end. */
export const maxFaults = 16;
/** How long a conversation stays taken after its owner died. */
export const leaseTtlMs = 10_000;
const longestFreezeMs = 4 * leaseTtlMs;
const fine: Fate = { kind: 'fine' };

/** A plan without faults, in which everything takes no time. */
export const calmPlan = (slots: 1 | 2 = 1): Plan => ({
  slots,
  fate: () => fine,
  latencyMs: () => ({ request: 0, answer: 0 }),
  turnTo: () => 0,
  people: { between: (from) => from, chance: () => false, pick: ([first]) => first },
});

/** The calm plan in which the first process dies at one await; with a second slot, that one goes on from there. */
export const crashPlan = (slots: 1 | 2, number: number, when: Moment): Plan => ({
  ...calmPlan(slots),
  turnTo: (died) => (died && slots === 2 ? 1 : 0),
  fate: (step) => (step.slot === 0 && step.life === 1 && step.number === number ? { kind: 'crash', when } : fine),
});

/** A plan with faults of every kind, as often and as long as the seed says; every third one lets owners lose their lease in the middle of a commit. */
export function drawPlan(seed: number): Plan {
  const random = seededRandom(seed, 1);
  const rate = random.pick([0.01, 0.03, 0.08, 0.2]);
  const slowest = random.pick([0, 5, 200]);
  const usurped = random.chance(0.3);
  const slots = usurped ? 2 : random.pick([1, 2]);
  const people = seededRandom(seed, 4);
  const of = ({ slot, life, number }: Step, purpose: number) => seededRandom(seed, slot, life, number, purpose);
  return {
    slots,
    fate(step) {
      const drawn = of(step, 2);
      if (usurped) return step.place === 'store.commit' && drawn.chance(0.3) ? drawLoss(drawn) : fine;
      return drawn.chance(rate * weightOf(step.place)) ? drawFault(step.place, drawn) : fine;
    },
    latencyMs(step) {
      if (slowest === 0) return { request: 0, answer: 0 };
      const drawn = of(step, 3);
      return { request: drawn.between(0, slowest), answer: drawn.between(0, slowest) };
    },
    turnTo: () => (slots === 2 ? people.between(0, 1) : 0),
    people,
  };
}

/** What costs an owner its lease, between a commit and its answer. */
function drawLoss(random: Random): Fate {
  const ms = random.between(leaseTtlMs, longestFreezeMs);
  switch (random.pick(['freeze', 'freeze', 'cut_off', 'crash'])) {
    case 'freeze':
      return { kind: 'freeze', when: random.pick(['before', 'after']), ms };
    case 'cut_off':
      return { kind: 'cut_off', how: 'held', ms };
    case 'crash':
      return { kind: 'crash', when: 'after' };
  }
}

/** Reads are many and change nothing: few faults are spent on them. */
function weightOf(place: Place): number {
  if (place === 'store.commit' || place === 'tool.effect' || place === 'tool.return') return 2;
  return place.startsWith('store.') ? 0.3 : 1;
}

function drawFault(place: Place, random: Random): Fate {
  const when = random.pick(['before', 'after']);
  const ms = random.pick([random.between(10, 1_000), random.between(1_000, leaseTtlMs), random.between(leaseTtlMs, longestFreezeMs)]);
  switch (random.pick(faultsAt(place))) {
    case 'crash':
      return { kind: 'crash', when };
    case 'freeze':
      return { kind: 'freeze', when, ms };
    case 'late':
      return { kind: 'late', what: random.pick(['request', 'answer']), ms };
    case 'unanswered': {
      const applied = random.pick(['never', 'before', 'later']);
      return applied === 'later' ? { kind: 'unanswered', applied, ms } : { kind: 'unanswered', applied };
    }
    case 'cut_off':
      return { kind: 'cut_off', how: random.pick(['refused', 'held']), ms };
    case 'cancel':
      return { kind: 'cancel' };
    case 'interrupt':
      return { kind: 'interrupt' };
  }
}

type FaultKind = Exclude<Fate['kind'], 'fine'>;

function faultsAt(place: Place): readonly [FaultKind, ...FaultKind[]] {
  if (place === 'timer') return ['crash', 'freeze'];
  if (place.startsWith('tool.')) return ['crash', 'freeze', 'late', 'cancel', 'interrupt'];
  if (place === 'model') return ['crash', 'freeze', 'late', 'unanswered', 'cancel', 'interrupt'];
  return ['crash', 'crash', 'freeze', 'freeze', 'late', 'unanswered', 'unanswered', 'cut_off', 'cut_off', 'cancel', 'interrupt'];
}
