import { hasApp, isAsked, type StudioState, takesWords } from '../state/index.ts';

/** What the composer says in each state. `blocked` is why it cannot send. */
export function composerWords(studio: StudioState): {
  readonly label: string;
  readonly placeholder: string;
  readonly blocked: string | null;
} {
  if (takesWords(studio)) {
    return isAsked(studio)
      ? { label: 'Your answer', placeholder: 'Your answer', blocked: null }
      : { label: 'What to change', placeholder: 'Say what to change', blocked: null };
  }
  if (startsAnew(studio)) {
    const placeholder = hasApp(studio) ? 'Say what to change' : 'Say what should be different';
    return { label: 'What to change', placeholder, blocked: null };
  }
  if (studio.status === 'paused' && (studio.pause?.reason === 'ui_required' || studio.pause?.reason === 'approval_required')) {
    return { label: 'Your next words', placeholder: 'Write now, send when the run goes on', blocked: 'Answer what is asked above first' };
  }
  if (studio.status === 'running' || studio.status === 'new') {
    return { label: 'Your next words', placeholder: 'Write now, send when it is your turn', blocked: 'It is not your turn yet' };
  }
  return { label: 'Your next words', placeholder: 'Write now, send when the run goes on', blocked: 'The run has to go on first' };
}

/** True when words of a person begin a new build, because this conversation takes none any more. */
export function startsAnew(studio: StudioState): boolean {
  if (studio.status === 'completed') return true;
  const last = studio.items.at(-1);
  return last?.kind === 'ending' && last.status === studio.status && !last.resumable;
}

/**
 * The words of a person, joined to the description of an app: what a new build begins with when this conversation has ended. `change` comes
 * last, because the latest words win.
 */
export function changedDescription(studio: StudioState, change: string): string {
  const said = studio.items.flatMap((item) => (item.kind === 'message' && item.role === 'person' ? [item.text.trim()] : []));
  return [...said, change.trim()].filter((text) => text !== '').join('\n');
}
