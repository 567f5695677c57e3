import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import './request-card.css';
import type { ConversationActions } from '../connection/index.ts';
import { Button } from '../design/index.ts';
import { type ConversationItem, members, toolTitle } from '../state/index.ts';
import { Card } from './go-on.tsx';
import { ReadableValue } from './readable-value.tsx';

type Request = Extract<ConversationItem, { kind: 'request' }>;

/**
 * What a UI_Tool shows and asks: a button an action, or a field where it declares none. An action that takes more than its choice gets a field when the server
 * says so. It stays where it was asked.
 */
export function RequestCard(props: {
  readonly request: Request;
  /** True when the run waits, so that an answer can be taken. */
  readonly paused: boolean;
  /** True for the one that is asked first. */
  readonly isNext: boolean;
  readonly busy: boolean;
  readonly onRespond: ConversationActions['respond'];
}) {
  const { request, paused, isNext, busy, onRespond } = props;
  const card = useRef<HTMLElement>(null);
  const isOpen = request.answer === null;
  const unavailable = !isOpen || !paused || busy;
  useFocusOnRequest(card, isNext && paused);
  const [incomplete, setIncomplete] = useState<string | null>(null);
  const respond = async (action: string | null, response: object) => {
    const result = await onRespond(request.key, { action, response });
    if (result.kind === 'ok') setIncomplete(null);
    else if (result.code === 'ui_answer_invalid') setIncomplete(action);
  };
  return (
    <Card ref={card} tone={isOpen ? 'asked' : 'done'} title={toolTitle(request.tool)}>
      <p className="muted">{request.agent} asks</p>
      {Object.keys(members(request.payload)).length > 0 && <ReadableValue value={request.payload} />}
      {request.actions.length === 0 ? (
        <ResponseForm label="Your answer as JSON" unavailable={unavailable} onSend={(response) => void respond(null, response)} />
      ) : (
        <div className="go-on-actions">
          {request.actions.map(({ id, description, variant }) => (
            <Button
              key={id}
              kind={variant === 'primary' ? 'primary' : 'secondary'}
              unavailable={unavailable}
              title={description ?? undefined}
              onClick={() => void respond(id, {})}
            >
              {wordsOf(request, id)}
            </Button>
          ))}
        </div>
      )}
      {isOpen && incomplete !== null && (
        <ResponseForm
          key={incomplete}
          label={`What goes with “${wordsOf(request, incomplete)}”, as JSON`}
          unavailable={unavailable}
          onSend={(response) => void respond(incomplete, response)}
        />
      )}
      {request.answer && <p role="status">{answerSentence(request)}</p>}
    </Card>
  );
}

function answerSentence(request: Request): string {
  const { answer, actions } = request;
  const action = actions.find(({ id }) => id === answer?.action);
  return action === undefined ? 'You answered.' : `You chose: ${wordsOf(request, action.id)}.`;
}

/** What the button of an action says. */
const wordsOf = ({ actions }: Request, action: string): string => actions.find(({ id }) => id === action)?.label ?? toolTitle(action);

/** The next request takes the focus, unless the person is at work elsewhere. Not one of its buttons: Enter must not choose by accident. */
function useFocusOnRequest(card: RefObject<HTMLElement | null>, asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const active = document.activeElement;
    if (active === null || active === document.body || active.closest('.room-conversation') !== null) card.current?.focus();
  }, [asks, card]);
}

/** A field for a JSON object: the answer to a tool without actions, or what goes with an action. */
function ResponseForm(props: { readonly label: string; readonly unavailable: boolean; readonly onSend: (response: object) => void }) {
  const { label, unavailable, onSend } = props;
  const [text, setText] = useState('{}');
  const [wrong, setWrong] = useState(false);
  const hintId = useId();
  return (
    <form
      className="response-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (unavailable) return;
        const response = objectOf(text);
        setWrong(response === null);
        if (response !== null) onSend(response);
      }}
    >
      <textarea
        rows={3}
        spellCheck={false}
        value={text}
        aria-label={label}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? hintId : undefined}
        readOnly={unavailable}
        onChange={(event) => setText(event.target.value)}
      />
      {wrong && (
        <p id={hintId} role="alert">
          This is not a JSON object. It begins with {'{'} and ends with {'}'}.
        </p>
      )}
      <Button type="submit" kind="primary" unavailable={unavailable}>
        Send answer
      </Button>
    </form>
  );
}

function objectOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
