import type { ConversationActions } from '../connection/index.ts';
import { type ConversationItem, isAsked, openRequests, type StudioState } from '../state/index.ts';
import { EndingCard, InterruptedCard, UncertainCard } from './go-on.tsx';
import { Message, Question } from './message.tsx';
import { RequestCard } from './request-card.tsx';
import { StepsCard } from './steps-card.tsx';

/** Everything that was said and done, in order, and what is asked at its end. */
export function ConversationItems(props: {
  readonly studio: StudioState;
  readonly busy: boolean;
  readonly actions: ConversationActions;
  readonly onStartAgain: () => void;
}) {
  const { studio, busy, actions, onStartAgain } = props;
  const question = openQuestion(studio);
  const builds = studio.items.filter((item) => item.kind === 'build');
  const item = (entry: ConversationItem) => {
    switch (entry.kind) {
      case 'message':
        if (question?.item === entry) return <Question key={entry.key} id="question" agent={entry.agent} text={entry.text} at={entry.at} />;
        return <Message key={entry.key} by={entry.role} agent={entry.agent} text={entry.text} at={entry.at} />;
      case 'build':
        return <StepsCard key={entry.key} build={entry} number={builds.indexOf(entry) + 1} />;
      case 'request':
        return (
          <RequestCard
            key={entry.key}
            request={entry}
            paused={studio.status === 'paused'}
            isNext={entry === openRequests(studio)[0]}
            busy={busy}
            onRespond={actions.respond}
            onDecide={actions.decide}
          />
        );
      case 'ending':
        return (
          <EndingCard
            key={entry.key}
            ending={entry}
            latest={entry === studio.items.at(-1)}
            studio={studio}
            busy={busy}
            onResume={() => void actions.resume()}
            onStartAgain={onStartAgain}
          />
        );
    }
  };
  return (
    <>
      {studio.items.map(item)}
      {question !== null && question.item === null && <Question id="question" agent={question.agent} text={question.text} at={null} />}
      {studio.live && <Message by="agent" agent={studio.live.agent} text={studio.live.text} at={null} />}
      {studio.sent !== null && <Message by="person" agent="" text={studio.sent} at={null} />}
      {studio.pause?.reason === 'effect_uncertain' &&
        studio.uncertain
          .filter(({ resolution }) => resolution === null)
          .map((call) => <UncertainCard key={call.call} call={call} busy={busy} onResolve={actions.resolve} />)}
      {studio.status === 'interrupted' && <InterruptedCard studio={studio} busy={busy} onResume={() => void actions.resume()} />}
    </>
  );
}

/** The question that is open, and the message that asked it when it stands at the end already. */
function openQuestion(studio: StudioState) {
  if (!isAsked(studio) || studio.pause?.reason !== 'input_required' || studio.sent !== null) return null;
  const last = studio.items.findLast((item) => item.kind === 'message');
  const text = studio.pause.question;
  if (last?.kind === 'message' && last.role === 'agent' && (text === null || text === last.text))
    return { item: last, agent: last.agent, text: last.text };
  return {
    item: null,
    agent: studio.speaker === null || studio.speaker === 'user' ? 'Interviewer' : studio.speaker,
    text: text ?? 'What should the app do?',
  };
}
