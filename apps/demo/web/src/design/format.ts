/** `1 file`, `8 files`, `1,204 lines`. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? one : many}`;
}

/** A duration in ms as a person says it: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(durationMs: number): string {
  const seconds = Math.max(0, durationMs) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1).replace(/\.0$/, '')} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A running duration in ms, in whole seconds so that it does not flicker: `0 s`, `12 s`, `3 min 5 s`. */
export function runningDuration(durationMs: number): string {
  const whole = Math.floor(Math.max(0, durationMs) / 1000) * 1000;
  return whole < 10_000 ? `${whole / 1000} s` : duration(whole);
}

/** How long ago (or until) in one unit: `just now`, `3 min ago`, `in 12 min`. Times in ms since 1970. */
export function relativeTime(atMs: number, nowMs: number): string {
  const minutes = Math.round((atMs - nowMs) / 60_000);
  if (minutes === 0) return 'just now';
  const amount = Math.abs(minutes);
  const text = amount < 60 ? `${amount} min` : amount < 48 * 60 ? `${Math.round(amount / 60)} h` : `${Math.round(amount / 1440)} days`;
  return minutes < 0 ? `${text} ago` : `in ${text}`;
}

/** `1.2 KB`; bytes counted in thousands. */
export function bytes(amount: number): string {
  if (amount < 1000) return `${amount} B`;
  return amount < 1_000_000 ? `${(amount / 1000).toFixed(1)} KB` : `${(amount / 1_000_000).toFixed(1)} MB`;
}

/** Date and time in full, for a hover. */
export function exactTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
}

/** `14:32:07`. */
export function clockTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? '' : at.toLocaleTimeString('en-GB');
}
