import { useCallback, useState } from 'react';

/** Words that were written and not sent: they survive a reload of the page. */
export function useDraft(conversation: string): readonly [string, (text: string) => void] {
  const key = `intarsia.draft.${conversation}`;
  const [text, setText] = useState(() => {
    try {
      return sessionStorage.getItem(key) ?? '';
    } catch {
      return ''; // Storage is blocked: the draft lives as long as the page.
    }
  });
  const keep = useCallback(
    (next: string) => {
      setText(next);
      try {
        sessionStorage.setItem(key, next);
      } catch {
        // As above.
      }
    },
    [key],
  );
  return [text, keep];
}
