import './message.css';
import type { ReactNode } from 'react';
import { RelativeTime } from '../design/index.ts';
import { MarkdownText } from './markdown-text.tsx';

/** Something a person or an agent said. `at` is null while it is still being written. */
export function Message(props: {
  readonly by: 'person' | 'agent';
  readonly agent: string;
  readonly text: string;
  readonly at: string | null;
}) {
  const { by, agent, text, at } = props;
  return (
    <article className={`message ${by}`}>
      <Speaker name={by === 'person' ? 'You' : agent}>{at && <RelativeTime at={at} />}</Speaker>
      <div className="message-text">{by === 'person' ? <p className="as-written">{text}</p> : <MarkdownText text={text} />}</div>
    </article>
  );
}

/** Who speaks, and when. */
export function Speaker({ name, children }: { readonly name: string; readonly children?: ReactNode }) {
  return (
    <header className="speaker">
      <span className="speaker-name">{name}</span>
      {children}
    </header>
  );
}

/** A question that holds the run up until it is answered. `id` is what the composer refers to. */
export function Question(props: { readonly id: string; readonly agent: string; readonly text: string; readonly at: string | null }) {
  const { id, agent, text, at } = props;
  return (
    <article className="message question" id={id}>
      <Speaker name={`${agent} asks`}>{at && <RelativeTime at={at} />}</Speaker>
      <div className="message-text">
        <MarkdownText text={text} />
      </div>
    </article>
  );
}
