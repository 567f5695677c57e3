import './state-glyph.css';

/** State of a step, a run or a conversation. `asked` waits for a person, `stopped` was ended in the middle. */
export type GlyphState = 'waiting' | 'running' | 'asked' | 'done' | 'failed' | 'skipped' | 'stopped';

const names: Record<GlyphState, string> = {
  waiting: 'waiting',
  running: 'running',
  asked: 'waits for you',
  done: 'done',
  failed: 'failed',
  skipped: 'skipped',
  stopped: 'stopped',
};

const strokes: Partial<Record<GlyphState, string>> = {
  done: 'm5 8.2 2.2 2.2L11.2 6',
  failed: 'm5.5 5.5 5 5m0-5-5 5',
  asked: 'M6.2 6.3a1.9 1.9 0 1 1 2.5 1.8c-.5.2-.7.5-.7 1M8 11.2v.01',
  skipped: 'M5.5 8h5',
  stopped: 'M6.5 5.8v4.4M9.5 5.8v4.4',
};

/** A 16 px square piece whose shape tells the state; the colour only repeats it. `named` gives it a name of its own. */
export function StateGlyph({ state, named = true }: { readonly state: GlyphState; readonly named?: boolean }) {
  const filled = state === 'done' || state === 'failed' || state === 'asked';
  const stroke = strokes[state];
  return (
    <svg
      className={`state-glyph ${state}`}
      width="16"
      height="16"
      viewBox="0 0 16 16"
      role="img"
      aria-label={names[state]}
      aria-hidden={!named}
    >
      <rect className={filled ? 'body' : 'outline'} x="1.75" y="1.75" width="12.5" height="12.5" rx="2.5" />
      {filled && <rect className="body" x="1" y="1" width="14" height="14" rx="3" />}
      {state === 'running' && <path className="piece" d="M4 4h4v4H4zM8 8h4v4H8z" />}
      {stroke && <path className="stroke" d={stroke} />}
    </svg>
  );
}
