import { useEffect, useState } from 'react';
import { exactTime, relativeTime, runningDuration } from './format.ts';

/** The time in ms since 1970 in steps of `everyMs`, renewed while the component is shown; all who count in one step count together. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => stepOf(everyMs));
  useEffect(() => {
    let timer = 0;
    const wait = () => {
      timer = window.setTimeout(
        () => {
          setNow(stepOf(everyMs));
          wait();
        },
        everyMs - (Date.now() % everyMs),
      );
    };
    wait();
    return () => window.clearTimeout(timer);
  }, [everyMs]);
  return now;
}

const stepOf = (everyMs: number) => Math.floor(Date.now() / everyMs) * everyMs;

/** A moment as time that has passed; the exact one on hover. */
export function RelativeTime({ at }: { readonly at: string }) {
  const now = useNow(30_000);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(Date.parse(at), now)}
    </time>
  );
}

/** Seconds that go on counting from `since` (ISO), after `activeMs` that were spent before. */
export function RunningTime({ since, activeMs = 0 }: { readonly since: string; readonly activeMs?: number }) {
  const now = useNow(1000);
  return <span className="tabular">{runningDuration(activeMs + Math.max(0, now - Date.parse(since)))}</span>;
}
