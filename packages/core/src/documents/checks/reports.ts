import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import type { Reading } from '../reading/reading.ts';

/** Reports a problem at what a JSON pointer names. */
export function refuseAt(reading: Reading, path: string, code: string, message: string, hint?: string): void {
  reading.problems.refuse(reading.document.placeOf(path), code, message, { hint });
}

/** True when what an object says under a key is told to be wrong, or to be misspelt: what follows from that is no second mistake. */
export const isKeyTold = (reading: Reading, path: string, key: string): boolean =>
  reading.problems.isTold(reading.document.file, pointerTo(path, key));

/** Warns at the key that a JSON pointer names. */
export function warnAt(reading: Reading, path: string, code: string, message: string, hint?: string): void {
  reading.problems.warn(reading.document.placeOf(path, 'key'), code, message, { hint });
}

/** Warns of something that does not work yet and would change what happens, so that no run starts while it is there. `what` is its name, in backquotes. */
export function withholdAt(reading: Reading, path: string, what: string): void {
  const message = `${what} in ${reading.document.file} is accepted and has no effect yet: no run of the workflow starts while it is there.`;
  const place = reading.document.placeOf(path, 'key');
  reading.problems.warn(place, 'no_effect_yet', message);
  reading.problems.withhold(place, 'no_effect_yet', message);
}
