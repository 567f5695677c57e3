import { useEffect, useState } from 'react';
import './first-visit.css';
import { type ApiFailure, api, type ConversationSummary, newRequestId, type StudioInfo } from '../connection/index.ts';
import { Composer } from '../conversation/composer.tsx';
import { Problem } from '../conversation/problem.tsx';
import { Mark } from '../design/index.ts';
import { Menu } from './menu.tsx';

const examples = [
  { name: 'Reading list', text: 'A reading list with title, author, pages, status (to read, reading, read) and date finished' },
  { name: 'Plant care', text: 'A plant tracker with name, room, light (low, medium, bright) and last watered date' },
  { name: 'Shared expenses', text: 'An expense tracker with description, amount, category (food, travel, home) and date paid' },
] as const;

/** Where somebody without a conversation begins. */
export function FirstVisit(props: {
  readonly info: StudioInfo | null;
  readonly conversations: readonly ConversationSummary[];
  readonly onStarted: (conversation: string) => void;
}) {
  const { info, conversations, onStarted } = props;
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiFailure | null>(null);
  useEffect(() => {
    document.title = 'Intarsia';
  }, []);

  const start = async (input: string) => {
    setBusy(true);
    setProblem(null);
    const result = await api.start(input, newRequestId());
    setBusy(false);
    if (result.kind === 'ok') onStarted(result.value);
    else setProblem(result);
  };

  return (
    <div className="first-visit">
      {conversations.length > 0 && (
        <div className="first-visit-menu">
          <Menu info={info} conversations={conversations} current={null} />
        </div>
      )}
      <main>
        <Mark size={56} />
        <h1>Describe an app; agents plan it, build it, test it and run it for you.</h1>
        <Composer
          label="Describe an app"
          placeholder="A plant tracker with name, room, light (low, medium, bright) and last watered date"
          text={text}
          onText={setText}
          busy={busy}
          sendLabel="Build"
          roomy
          onSend={start}
        />
        {problem && <Problem problem={problem} onDismiss={() => setProblem(null)} />}
        <ul className="first-visit-examples" aria-label="Examples">
          {examples.map((example) => (
            <li key={example.name}>
              <button type="button" className="button" onClick={() => setText(example.text)}>
                {example.name}
              </button>
            </li>
          ))}
        </ul>
        {info && (
          <p className="first-visit-model">
            <span className={`model-piece ${info.model.kind}`} aria-hidden="true" />
            {info.model.sentence}
          </p>
        )}
      </main>
    </div>
  );
}
