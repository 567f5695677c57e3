import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/**
 * Keeps a scrolled view at its end while it grows, but only when it was there: who reads further up is not moved. `away` is true while the end
 * is out of sight.
 */
export function useFollowEnd(): {
  readonly view: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly away: boolean;
  readonly toEnd: () => void;
} {
  const view = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [away, setAway] = useState(false);

  const toEnd = useCallback(() => {
    atEnd.current = true;
    view.current?.scrollTo({ top: view.current.scrollHeight });
  }, []);

  useEffect(() => {
    const scrolled = view.current;
    const grown = content.current;
    if (scrolled === null || grown === null) return;
    const look = () => {
      atEnd.current = scrolled.scrollHeight - scrolled.scrollTop - scrolled.clientHeight < 24;
      setAway(!atEnd.current);
    };
    const follow = new ResizeObserver(() => {
      if (atEnd.current) scrolled.scrollTo({ top: scrolled.scrollHeight });
      else setAway(true);
    });
    scrolled.addEventListener('scroll', look, { passive: true });
    follow.observe(grown);
    follow.observe(scrolled);
    return () => {
      scrolled.removeEventListener('scroll', look);
      follow.disconnect();
    };
  }, []);
  return { view, content, away, toEnd };
}
