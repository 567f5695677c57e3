import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import './journal.css';
import type { JournalRow } from '../connection/index.ts';
import { Button, clockTime, EmptyState, exactTime } from '../design/index.ts';
import type { StudioState } from '../state/index.ts';
import { distinct, envelopeKind, filterRows, type JournalFilter, laneOf, shortType } from './journal-rows.ts';
import { JsonView } from './json-view.tsx';
import { KindGlyph } from './kind-glyph.tsx';
import { useJournal } from './use-journal.ts';

/** Every envelope of the conversation, one row each. `selected` is the number of the one whose JSON stands beside. */
export function Journal(props: {
  readonly id: string;
  readonly studio: StudioState;
  readonly selected: string | null;
  readonly onSelect: (number: string | null) => void;
}) {
  const { id, studio, selected, onSelect } = props;
  const { rows, quarantined, failure, loaded } = useJournal(id, studio.lastSeq, studio.status === 'running');
  const [filter, setFilter] = useState<JournalFilter>({ type: null, sender: null });
  const opener = useRef<HTMLElement | null>(null);
  const senders = distinct(rows, 'sender');
  const shown = filterRows(rows, filter);
  const open = rows.find((row) => String(row.number) === selected) ?? null;

  const leave = useCallback(() => {
    onSelect(null);
    opener.current?.focus();
  }, [onSelect]);
  useEffect(() => {
    if (open === null) return;
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [open, leave]);

  if (failure !== null && rows.length === 0) return <EmptyState title="The journal cannot be read" text={failure.message} />;
  if (rows.length === 0) {
    return (
      <EmptyState
        title={loaded ? 'The journal is empty' : 'Reading the journal'}
        text="Every envelope of this conversation stands here, in order."
      />
    );
  }
  return (
    <div className="journal">
      <div className="journal-bar">
        <Choice
          label="Type"
          value={filter.type}
          values={distinct(rows, 'type')}
          name={shortType}
          all="All types"
          onChange={(type) => setFilter({ ...filter, type })}
        />
        <Choice
          label="Agent"
          value={filter.sender}
          values={senders}
          name={(sender) => sender}
          all="All agents"
          onChange={(sender) => setFilter({ ...filter, sender })}
        />
        <span className="journal-count tabular">
          {shown.length === rows.length ? `${rows.length} envelopes` : `${shown.length} of ${rows.length} envelopes`}
          {quarantined > 0 && `, ${quarantined} unreadable`}
        </span>
      </div>
      <div className={open === null ? 'journal-body' : 'journal-body split'}>
        <ol className="journal-rows" aria-label="Envelopes">
          {shown.map((row) => (
            <li key={row.number}>
              <Row
                row={row}
                lane={laneOf(senders, row.sender)}
                lanes={senders.length}
                open={row === open}
                onOpen={(button) => {
                  opener.current = button;
                  onSelect(row === open ? null : String(row.number));
                }}
              />
            </li>
          ))}
        </ol>
        {open !== null && (
          <section className="journal-detail" aria-label={`Envelope ${open.number}`}>
            <header>
              <h2 className="truncate">
                {open.number} · {open.type}
              </h2>
              <Button size="small" kind="plain" icon="close" label="Close" onClick={leave} />
            </header>
            <JsonView value={open.data} />
          </section>
        )}
      </div>
    </div>
  );
}

function Row(props: {
  readonly row: JournalRow;
  readonly lane: number;
  readonly lanes: number;
  readonly open: boolean;
  readonly onOpen: (button: HTMLElement) => void;
}) {
  const { row, lane, lanes, open, onOpen } = props;
  return (
    <button type="button" className="journal-row" aria-expanded={open} onClick={(event) => onOpen(event.currentTarget)}>
      <span className="journal-number tabular">{row.number}</span>
      <time className="journal-time tabular" dateTime={row.at} title={exactTime(row.at)}>
        {clockTime(row.at)}
      </time>
      <span className="journal-lanes" style={laneStyle({ '--lanes': lanes })}>
        <span className={`lane lane-${lane % 5}`} style={laneStyle({ '--lane': lane })} title={row.sender}>
          <span aria-hidden="true">{row.sender.slice(0, 1).toUpperCase()}</span>
          <span className="visually-hidden">{row.sender}</span>
        </span>
      </span>
      <KindGlyph kind={envelopeKind(row.type)} />
      <span className="journal-type truncate" title={row.type}>
        {shortType(row.type)}
      </span>
      <span className="journal-summary truncate">{row.summary}</span>
    </button>
  );
}

/** React's style type has no custom properties. */
const laneStyle = (properties: Readonly<Record<`--${string}`, number>>) => properties as CSSProperties;

function Choice(props: {
  readonly label: string;
  readonly value: string | null;
  readonly values: readonly string[];
  readonly all: string;
  readonly name: (value: string) => string;
  readonly onChange: (value: string | null) => void;
}) {
  const { label, value, values, all, name, onChange } = props;
  return (
    <select
      className="select"
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    >
      <option value="">{all}</option>
      {values.map((candidate) => (
        <option key={candidate} value={candidate}>
          {name(candidate)}
        </option>
      ))}
    </select>
  );
}
