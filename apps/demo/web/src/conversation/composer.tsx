import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import './composer.css';
import { Button } from '../design/index.ts';

/** The field for words. Enter sends, Shift+Enter breaks the line. While it cannot send, words can be written and are kept. */
export function Composer(props: {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly busy: boolean;
  /** Why nothing can be sent now, or null. */
  readonly blocked?: string | null;
  readonly describedBy?: string | undefined;
  /** The words of the button; without them it shows an arrow. */
  readonly sendLabel?: string;
  readonly roomy?: boolean;
  readonly field?: RefObject<HTMLTextAreaElement | null>;
  readonly onText: (text: string) => void;
  readonly onSend: (text: string) => void;
}) {
  const { label, placeholder, text, busy, blocked = null, describedBy, sendLabel, roomy = false, onText, onSend } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const field = props.field ?? own;
  const hintId = useId();
  const ready = text.trim() !== '' && !busy && blocked === null;
  const send = () => {
    if (ready) onSend(text.trim());
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const area = field.current;
    if (area === null) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, 200)}px`;
  }, [text, field]);

  return (
    <form
      className={roomy ? 'composer roomy' : 'composer'}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        rows={roomy ? 3 : 1}
        value={text}
        placeholder={placeholder}
        aria-label={label}
        aria-describedby={[describedBy, hintId].filter(Boolean).join(' ')}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={pressed}
      />
      <span id={hintId} className={blocked === null ? 'composer-hint keys' : 'composer-hint'}>
        {blocked ?? 'Enter sends, Shift + Enter breaks the line'}
      </span>
      <Button type="submit" kind="primary" icon="send" unavailable={!ready} {...(sendLabel === undefined ? { label: 'Send' } : {})}>
        {sendLabel}
      </Button>
    </form>
  );
}
