import { type RefObject, useEffect } from 'react';

/** True when keys typed now belong to a field. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}

/** `/` puts the focus into the composer, from anywhere but a field. */
export function useComposerKey(focusComposer: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      focusComposer();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [focusComposer]);
}

/** Escape, and a press outside of `panel`, leave an open panel. */
export function useLeave(open: boolean, panel: RefObject<HTMLElement | null>, leave: () => void): void {
  useEffect(() => {
    if (!open) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    const pointed = (event: PointerEvent) => {
      if (event.target instanceof Node && !panel.current?.contains(event.target)) leave();
    };
    window.addEventListener('keydown', pressed);
    window.addEventListener('pointerdown', pointed);
    return () => {
      window.removeEventListener('keydown', pressed);
      window.removeEventListener('pointerdown', pointed);
    };
  }, [open, panel, leave]);
}
