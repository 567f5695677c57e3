import { setTimeout as delay } from 'node:timers/promises';

const longestPauseMs = 20;

/** Waits a little, longer with each attempt and never equally long, so that writers in each other's way get out of step. */
export const pause = (attempt: number): Promise<void> => delay(1 + Math.random() * Math.min(longestPauseMs, 2 ** attempt));
