import type { Deadline } from '../deadline/index.ts';
import { isPassing } from './failures.ts';
import { pause } from './pause.ts';

/** Tries again what does no harm when it is done twice, until the deadline passes. Rejects with what went wrong last. */
export async function repeated<Answer>(deadline: () => Deadline, work: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || deadline().passed()) throw error;
    }
    await pause(attempt);
  }
}
