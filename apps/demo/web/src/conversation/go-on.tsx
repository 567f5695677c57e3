import type { ReactNode, RefObject } from 'react';
import './go-on.css';
import type { ConversationActions } from '../connection/index.ts';
import { Button, RelativeTime, StateGlyph } from '../design/index.ts';
import {
  type ConversationItem,
  callQuestion,
  currentBuild,
  failedTitle,
  keptSentence,
  type StudioState,
  type UncertainCall,
} from '../state/index.ts';
import { Details } from './problem.tsx';

type Ending = Extract<ConversationItem, { kind: 'ending' }>;

/** A card in the conversation that is about the run itself. `tone` is the state that its glyph shows. */
export function Card(props: {
  readonly tone: 'failed' | 'stopped' | 'asked' | 'done';
  readonly title: string;
  readonly ref?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}) {
  return (
    <section ref={props.ref} tabIndex={props.ref === undefined ? undefined : -1} className={`go-on ${props.tone}`} aria-label={props.title}>
      <h2>
        <StateGlyph state={props.tone} named={false} />
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

/** How a run ended: what failed, what was kept, and the one button that goes on. An ending that was left behind is one line. */
export function EndingCard(props: {
  readonly ending: Ending;
  readonly latest: boolean;
  readonly studio: StudioState;
  readonly busy: boolean;
  readonly onResume: () => void;
  readonly onStartAgain: () => void;
}) {
  const { ending, latest, studio, busy, onResume, onStartAgain } = props;
  if (ending.status === 'completed') return null;
  const build = currentBuild(studio);
  const failed = ending.status === 'failed';
  if (!latest) {
    return (
      <p className="ending-line">
        <StateGlyph state={failed ? 'failed' : 'stopped'} named={false} />
        {failed ? 'A run failed here' : 'Stopped here'}, <RelativeTime at={ending.at} />
      </p>
    );
  }
  const failedStep = build?.steps.findLast(({ state }) => state === 'failed');
  const rows = [['Agent', ending.agent ?? ''] as const, ['Reason', ending.message] as const].filter(([, value]) => value !== '');
  return (
    <Card tone={failed ? 'failed' : 'stopped'} title={failed ? failedTitle(build) : 'You stopped the run'}>
      {failed && <p>{failedStep?.result ? `${failedStep.result}.` : ending.message}</p>}
      <p className="muted">{keptSentence(build)}</p>
      <div className="go-on-actions">
        {ending.resumable ? (
          <Button kind="primary" unavailable={busy} onClick={onResume}>
            {failed ? 'Try again' : 'Resume'}
          </Button>
        ) : (
          <Button kind="primary" unavailable={busy} onClick={onStartAgain}>
            Start again with the same words
          </Button>
        )}
        <Details code={failed ? ending.code : null} rows={failed ? rows : []} />
      </div>
    </Card>
  );
}

/** The owner of the run died. */
export function InterruptedCard({
  studio,
  busy,
  onResume,
}: {
  readonly studio: StudioState;
  readonly busy: boolean;
  readonly onResume: () => void;
}) {
  return (
    <Card tone="stopped" title="The server stopped in the middle">
      <p>{keptSentence(currentBuild(studio), 'What was done is kept')}</p>
      <div className="go-on-actions">
        <Button kind="primary" unavailable={busy} onClick={onResume}>
          Resume
        </Button>
      </div>
    </Card>
  );
}

/** A call may or may not have happened: only a person can say. */
export function UncertainCard(props: {
  readonly call: UncertainCall;
  readonly busy: boolean;
  readonly onResolve: ConversationActions['resolve'];
}) {
  const { call, busy, onResolve } = props;
  return (
    <Card tone="asked" title={callQuestion(call.tool)}>
      <p>{call.agent} was cut off in the middle of it, so nobody knows. Look, then choose; the run goes on from there.</p>
      <div className="go-on-actions">
        <Button unavailable={busy} onClick={() => onResolve(call, 'happened')}>
          It happened
        </Button>
        <Button unavailable={busy} onClick={() => onResolve(call, 'failed')}>
          It did not
        </Button>
        <Button unavailable={busy} onClick={() => onResolve(call, 'run_again')}>
          Run it again
        </Button>
      </div>
    </Card>
  );
}
