import type { Preview } from '../connection/index.ts';
import { relativeTime } from '../design/index.ts';

/** What the frame shows. A deadline that passed counts, whatever the server said last. */
export function previewStateAt(preview: Preview | null, nowMs: number): Preview['state'] {
  if (preview === null) return 'none';
  const over = preview.deadline !== null && Date.parse(preview.deadline) <= nowMs;
  return preview.state === 'ready' && over ? 'expired' : preview.state;
}

/** The state in words; a running app says how long it still has. */
export function previewWords(preview: Preview, nowMs: number): string {
  switch (previewStateAt(preview, nowMs)) {
    case 'ready':
      return preview.deadline === null
        ? 'Running'
        : `Running, stops ${relativeTime(Date.parse(preview.deadline), nowMs).replace('just now', 'now')}`;
    case 'starting':
      return 'Starting';
    case 'stopped':
      return 'Stopped';
    case 'expired':
      return 'Expired';
    case 'none':
      return 'Not started';
  }
}

/** Safari does not resolve names under `localhost`. */
export function resolvesLocalNames(userAgent: string): boolean {
  return !/Version\/[\d.]+.* Safari\//.test(userAgent) || /Chrome|Chromium|Android/.test(userAgent);
}
