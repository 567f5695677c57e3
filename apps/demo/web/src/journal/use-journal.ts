import { useEffect, useState } from 'react';
import { type ApiFailure, api, type JournalRow } from '../connection/index.ts';
import { joinRows } from './journal-rows.ts';

/** The journal as far as it was read. */
export interface JournalView {
  readonly rows: readonly JournalRow[];
  readonly quarantined: number;
  readonly failure: ApiFailure | null;
  readonly loaded: boolean;
}

/** Reads the journal from its first envelope, and on from its end each time `revision` changes and every 2 s while `running`. */
export function useJournal(id: string, revision: number, running: boolean): JournalView {
  const [view, setView] = useState<JournalView>({ rows: [], quarantined: 0, failure: null, loaded: false });
  const [cursor] = useState({ next: '', reading: false, again: false });
  const [tick, setTick] = useState(0);

  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(() => setTick((before) => before + 1), 2000);
    return () => window.clearInterval(timer);
  }, [running]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision or tick is what calls for a new read.
  useEffect(() => {
    const readOn = async () => {
      cursor.again = true;
      if (cursor.reading) return;
      cursor.reading = true;
      try {
        for (let more = true; more || cursor.again; ) {
          cursor.again = false;
          const page = await api.journal(id, cursor.next);
          if (page.kind === 'failed') {
            setView((before) => ({ ...before, failure: page, loaded: true }));
            return;
          }
          const { rows, next, quarantined } = page.value;
          more = rows.length > 0 && next !== cursor.next;
          cursor.next = next;
          setView((before) => ({
            rows: joinRows(before.rows, rows),
            quarantined: before.quarantined + quarantined,
            failure: null,
            loaded: true,
          }));
        }
      } finally {
        cursor.reading = false;
      }
    };
    void readOn();
  }, [id, revision, tick, cursor]);
  return view;
}
