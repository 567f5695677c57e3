import { useEffect, useState } from 'react';
import './connection.css';
import { type ConnectionState, connectionSentence } from './connection-state.ts';

const names = { connecting: 'Connecting', live: 'Connected', lost: 'Connection lost' } as const;

/** The dot in the top bar: filled when connected, hollow when not. */
export function ConnectionDot({ state }: { readonly state: ConnectionState }) {
  return <span className={`connection-dot ${state.kind}`} role="img" aria-label={names[state.kind]} title={names[state.kind]} />;
}

/** Says that the connection is lost, and after it came back what was caught up, for a few seconds. */
export function ConnectionNotice({ state }: { readonly state: ConnectionState }) {
  const [hidden, setHidden] = useState<ConnectionState | null>(null);
  const sentence = hidden === state ? null : connectionSentence(state);
  useEffect(() => {
    if (state.kind !== 'live' || state.caughtUp === null) return;
    const timer = window.setTimeout(() => setHidden(state), 6000);
    return () => window.clearTimeout(timer);
  }, [state]);
  return (
    <div role="status" className={sentence === null ? 'connection-notice none' : `connection-notice ${state.kind}`}>
      {sentence}
    </div>
  );
}
