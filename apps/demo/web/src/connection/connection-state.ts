/** How the page is joined to the server. `caughtUp` counts the events that came while it was not; null when nothing was missed. */
export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live'; readonly caughtUp: number | null }
  | { readonly kind: 'lost' };

/** What is said of it, or null while there is nothing to say. */
export function connectionSentence(state: ConnectionState): string | null {
  if (state.kind === 'lost') return 'Connection lost. Reconnecting; nothing you see is gone.';
  if (state.kind === 'connecting' || state.caughtUp === null) return null;
  if (state.caughtUp === 0) return 'Connected again. Nothing was missed.';
  return `Connected again. Caught up ${state.caughtUp} ${state.caughtUp === 1 ? 'event' : 'events'}.`;
}
