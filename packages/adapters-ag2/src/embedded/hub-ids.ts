import type { Clock, EnvelopeId, Ids } from '@intarsia/core';
import { envelopeId } from '@intarsia/core';

const nanosecondsPerMs = 1_000_000n;

/** AG2's `make_id`: eight bytes of epoch nanoseconds, eight random ones, as 32 hex digits (ag2-network 2). */
export function makeId(clock: Clock, ids: Ids): string {
  return hex(BigInt(clock.now()) * nanosecondsPerMs) + ids.randomHex(8);
}

/** Mints envelope ids of one channel in increasing order, also across owners whose clocks differ: never at or below `last`. */
export function envelopeMinter(clock: Clock, ids: Ids, last: EnvelopeId | null): () => EnvelopeId {
  let previous = last === null ? 0n : BigInt(`0x${last.slice(0, 16)}`);
  return () => {
    const now = BigInt(clock.now()) * nanosecondsPerMs;
    previous = now > previous ? now : previous + 1n;
    return envelopeId(hex(previous) + ids.randomHex(8));
  };
}

/** AG2's time: ISO with microseconds (left out when zero) and `+00:00`, never `Z`. */
export function hubTime(nowMs: number): string {
  const iso = new Date(nowMs).toISOString();
  const milliseconds = iso.slice(20, 23);
  return `${iso.slice(0, 19)}${milliseconds === '000' ? '' : `.${milliseconds}000`}+00:00`;
}

const hex = (nanoseconds: bigint): string => nanoseconds.toString(16).padStart(16, '0');
