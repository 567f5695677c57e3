import { type RefObject, useEffect, useRef } from 'react';

/**
 * Puts the focus into the composer when a question comes, unless the person is at work elsewhere (in the app, the files, the journal);
 * and catches a focus whose control went away.
 */
export function useFocus(composer: RefObject<HTMLTextAreaElement | null>, takesWords: boolean, status: string): void {
  const heldFocus = useRef(false);
  useEffect(() => {
    const remember = () => {
      heldFocus.current = true;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  useEffect(() => {
    if (!takesWords) return;
    const active = document.activeElement;
    if (active === null || active === document.body || active.closest('.room-conversation') !== null) composer.current?.focus();
  }, [takesWords, composer]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: controls come and go with the status.
  useEffect(() => {
    if (heldFocus.current && document.activeElement === document.body) composer.current?.focus();
  }, [status, composer]);
}
