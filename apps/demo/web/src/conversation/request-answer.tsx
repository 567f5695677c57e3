import { type ReactNode, useId, useState } from 'react';
import { Button } from '../design/index.ts';
import { type ConversationItem, members, toolTitle } from '../state/index.ts';

type Action = Extract<ConversationItem, { kind: 'request' }>['actions'][number];

/** A button an action. One that is answered with more than its choice is written out first, in a field of its own. */
export function Actions(props: {
  readonly actions: readonly Action[];
  readonly unavailable: boolean;
  readonly onChoose: (action: string, response: object) => void;
}) {
  const { actions, unavailable, onChoose } = props;
  const [chosen, setChosen] = useState<Action | null>(null);
  const choose = (action: Action) => {
    if (fieldsOf(action).length === 0) onChoose(action.id, {});
    else setChosen(action);
  };
  return (
    <>
      <div className="go-on-actions">
        {actions.map((action) => (
          <Button
            key={action.id}
            kind={action.variant === 'primary' ? 'primary' : 'secondary'}
            unavailable={unavailable}
            title={action.description ?? undefined}
            onClick={() => choose(action)}
          >
            {titleOf(action)}
          </Button>
        ))}
      </div>
      {chosen && (
        <ResponseForm
          key={chosen.id}
          first={outlineOf(chosen)}
          send={`Send “${titleOf(chosen)}”`}
          unavailable={unavailable}
          onSend={(response) => onChoose(chosen.id, response)}
        />
      )}
    </>
  );
}

/** An answer that is a JSON object. */
export function ResponseForm(props: {
  /** What the field holds at first. */
  readonly first?: string;
  readonly send?: ReactNode;
  readonly unavailable: boolean;
  readonly onSend: (response: object) => void;
}) {
  const { first = '{}', send = 'Send answer', unavailable, onSend } = props;
  const [text, setText] = useState(first);
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
        aria-label="Your answer as JSON"
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
        {send}
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

const titleOf = ({ id, label }: Action): string => label ?? toolTitle(id);

const fieldsOf = ({ payload }: Action): readonly string[] => Object.keys(members(members(payload)['properties']));

/** The fields of an answer, to be filled in. */
const outlineOf = (action: Action): string => JSON.stringify(Object.fromEntries(fieldsOf(action).map((name) => [name, ''])), null, 2);
