import { type RefObject, useState } from 'react';
import './conversation.css';
import { navigate } from '../app/use-route.ts';
import { type ApiFailure, api, type ConversationActions, newRequestId } from '../connection/index.ts';
import { Button } from '../design/index.ts';
import { isAsked, type StudioState, takesWords } from '../state/index.ts';
import { Composer } from './composer.tsx';
import { ConversationItems } from './conversation-items.tsx';
import { NowLine } from './now-line.tsx';
import { Problem } from './problem.tsx';
import { useDraft } from './use-draft.ts';
import { useFocus } from './use-focus.ts';
import { useFollowEnd } from './use-follow-end.ts';
import { changedDescription, composerWords } from './words.ts';

/** The conversation, what is happening now, and the composer at its foot. */
export function Conversation(props: {
  readonly studio: StudioState;
  readonly problem: ApiFailure | null;
  readonly busy: boolean;
  readonly actions: ConversationActions;
  readonly composer: RefObject<HTMLTextAreaElement | null>;
}) {
  const { studio, actions, composer } = props;
  const [draft, setDraft] = useDraft(studio.conversation ?? '');
  const [starting, setStarting] = useState(false);
  const [notStarted, setNotStarted] = useState<ApiFailure | null>(null);
  const { view, content, away, toEnd } = useFollowEnd();
  const busy = props.busy || starting || studio.sent !== null;
  const problem = props.problem ?? notStarted;
  const words = composerWords(studio);
  useFocus(composer, takesWords(studio), studio.status);

  const startNew = async (input: string): Promise<boolean> => {
    setStarting(true);
    setNotStarted(null);
    const result = await api.start(input, newRequestId());
    setStarting(false);
    if (result.kind === 'ok') navigate({ conversation: result.value, tab: 'app', detail: null });
    else setNotStarted(result);
    return result.kind === 'ok';
  };

  const send = async (text: string) => {
    toEnd();
    setDraft('');
    const taken = takesWords(studio) ? await actions.send(text) : await startNew(changedDescription(studio, text));
    if (!taken) setDraft(text);
  };

  return (
    <section className="conversation" aria-label="Conversation">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <div className="conversation-view" ref={view} tabIndex={0} role="log" aria-label="What was said" aria-live="off">
        <div className="conversation-content" ref={content}>
          <ConversationItems
            studio={studio}
            busy={busy}
            actions={actions}
            onStartAgain={() => void startNew(changedDescription(studio, ''))}
          />
        </div>
      </div>
      <footer className="conversation-foot">
        {away && (
          <Button className="conversation-to-end" size="small" icon="down" onClick={toEnd}>
            To the latest
          </Button>
        )}
        {problem && (
          <Problem
            problem={problem}
            onDismiss={() => {
              actions.dismissProblem();
              setNotStarted(null);
            }}
          />
        )}
        <NowLine studio={studio} busy={busy} onStop={() => void actions.cancel()} />
        <Composer
          {...words}
          text={draft}
          onText={setDraft}
          busy={busy}
          field={composer}
          describedBy={isAsked(studio) ? 'question' : undefined}
          onSend={(text) => void send(text)}
        />
      </footer>
    </section>
  );
}
