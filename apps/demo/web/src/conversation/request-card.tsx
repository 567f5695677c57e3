import { type RefObject, useEffect, useRef } from 'react';
import './request-card.css';
import type { ConversationActions } from '../connection/index.ts';
import { type ConversationItem, members, toolTitle } from '../state/index.ts';
import { Card } from './go-on.tsx';
import { ReadableValue } from './readable-value.tsx';
import { Actions, ResponseForm } from './request-answer.tsx';

type Request = Extract<ConversationItem, { kind: 'request' }>;

/**
 * What a UI_Tool shows and asks: a button an action, or a field where it declares none; or a call that needs approval, with everything that it would run with. It
 * stays where it was asked.
 */
export function RequestCard(props: {
  readonly request: Request;
  /** True when the run waits, so that an answer can be taken. */
  readonly paused: boolean;
  /** True for the one that is asked first. */
  readonly isNext: boolean;
  readonly busy: boolean;
  readonly onRespond: ConversationActions['respond'];
  readonly onDecide: ConversationActions['decide'];
}) {
  const { request, paused, isNext, busy, onRespond, onDecide } = props;
  const card = useRef<HTMLElement>(null);
  const isOpen = request.answer === null;
  const unavailable = !isOpen || !paused || busy;
  useFocusOnRequest(card, isNext && paused);
  const respond = (action: string | null, response: object) => {
    if (request.risk === null) void onRespond(request.key, { action, response });
    else void onDecide(request.key, { decision: action === 'allow' ? 'allow' : 'deny', definition: request.definition });
  };
  return (
    <Card ref={card} tone={isOpen ? 'asked' : 'done'} title={toolTitle(request.tool)}>
      <p className="muted">
        {request.risk === null ? `${request.agent} asks` : `${request.agent} wants to do this. Risk: ${request.risk}`}
      </p>
      {request.risk !== null && <pre className="request-arguments">{writtenOut(request.payload)}</pre>}
      {request.risk === null && Object.keys(members(request.payload)).length > 0 && <ReadableValue value={request.payload} />}
      {request.actions.length === 0 ? (
        <ResponseForm unavailable={unavailable} onSend={(response) => respond(null, response)} />
      ) : (
        <Actions actions={request.actions} unavailable={unavailable} onChoose={respond} />
      )}
      {request.answer && <p role="status">{answerSentence(request)}</p>}
    </Card>
  );
}

/** As JSON, in which marks that show nothing or turn the direction of text are escapes: what is read is what the call would run with. */
const writtenOut = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, (mark) =>
    [...Array(mark.length).keys()].map((at) => `\\u${mark.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );

function answerSentence({ answer, actions }: Request): string {
  const action = actions.find(({ id }) => id === answer?.action);
  return action === undefined ? 'You answered.' : `You chose: ${action.label ?? toolTitle(action.id)}.`;
}

/** The next request takes the focus, unless the person is at work elsewhere. Not one of its buttons: Enter must not choose by accident. */
function useFocusOnRequest(card: RefObject<HTMLElement | null>, asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const active = document.activeElement;
    if (active === null || active === document.body || active.closest('.room-conversation') !== null) card.current?.focus();
  }, [asks, card]);
}
