import type { Clock } from '../../ports/clock.ts';
import { type Fate, ownerName, type Step } from './plan.ts';

/** What a line says of an await; made only when somebody reads it. */
export type Detail = string | (() => string);

/** What happened, in order. Lines are made only when somebody reads them. */
export interface Trace {
  step(step: Step, fate: Fate, detail: Detail): void;
  note(who: string, text: string): void;
  lines(): readonly string[];
}

/** An empty trace. */
export function openTrace(clock: Clock): Trace {
  const entries: (() => string)[] = [];
  const add = (who: string, text: () => string): void => {
    const at = clock.monotonic();
    entries.push(() => `${String(at).padStart(8)} ms  ${who.padEnd(8)} ${text()}`);
  };
  return {
    step: ({ slot, life, number, place }, fate, detail) =>
      add(
        ownerName(slot, life),
        () =>
          `#${number} ${place} ${typeof detail === 'string' ? detail : detail()}${fate.kind === 'fine' ? '' : `  <<< ${wordsFor(fate)}`}`,
      ),
    note: (who, text) => add(who, () => text),
    lines: () => entries.map((line) => line()),
  };
}

function wordsFor(fate: Fate): string {
  switch (fate.kind) {
    case 'fine':
      return '';
    case 'crash':
      return `crash ${fate.when} it`;
    case 'freeze':
      return `freeze ${fate.when} it, ${fate.ms} ms`;
    case 'unanswered':
      return `no answer; done: ${fate.applied}`;
    case 'late':
      return `${fate.what} takes ${fate.ms} ms more`;
    case 'cut_off':
      return `cut off for ${fate.ms} ms`;
    case 'cancel':
    case 'interrupt':
      return `${fate.kind} by somebody`;
  }
}
