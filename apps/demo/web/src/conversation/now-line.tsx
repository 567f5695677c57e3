import './now-line.css';
import { Button, RunningTime, StateGlyph } from '../design/index.ts';
import { nowLine, nowSince, type StudioState } from '../state/index.ts';

/** What is happening now, with its running time, and the button that stops it. */
export function NowLine({ studio, busy, onStop }: { readonly studio: StudioState; readonly busy: boolean; readonly onStop: () => void }) {
  const line = nowLine(studio);
  if (line === null) return null;
  const since = nowSince(studio);
  return (
    <div className="now-line">
      <StateGlyph state={studio.status === 'running' || studio.sent !== null ? 'running' : 'asked'} named={false} />
      <span className="now-line-text">{line}</span>
      {since && (
        <span className="now-line-time">
          <RunningTime since={since.since} activeMs={since.activeMs} />
        </span>
      )}
      {studio.status === 'running' && (
        <Button size="small" kind="plain" icon="stop" unavailable={busy} onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}
