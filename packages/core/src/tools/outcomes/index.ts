export type { OutcomeBegin, OutcomeEnd, OutcomeError, OutcomeResult } from './outcome-attempt.ts';
export { beginOutcome, endOutcome } from './outcome-attempt.ts';
export { outcomeKeysOfOthers } from './outcome-keys.ts';
