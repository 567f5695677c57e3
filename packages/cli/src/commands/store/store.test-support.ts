import { join } from 'node:path';
import { artifactStore } from '@intarsia/core';
import { loadWorkflow, randomIds, systemClock } from '@intarsia/core/node';
import { scriptedAgents } from '@intarsia/core/testing';
import { openStore } from '@intarsia/knowledge-stores/url';
import { notesWith, write } from '../../command.test-support.ts';
import { openHost } from '../../host/open-host.ts';
import { placeOf } from '../../host/store-place.ts';
import type { Streams } from '../../terminal/streams.ts';

/** Streams that keep what is printed, and signals that a test can send. */
export interface Watched {
  readonly streams: Streams;
  out(): string;
  err(): string;
  signal(): void;
}

/** Streams of a command that a person at a terminal gave, or a program. */
export function watched(isTTY = false): Watched {
  const printed = { out: '', err: '' };
  const listeners = new Set<() => void>();
  const streams = {
    stdout: { isTTY, write: (text: string) => (printed.out += text) },
    stderr: { isTTY, columns: 120, write: (text: string) => (printed.err += text) },
    env: {},
    exitCode: undefined,
    on: (_signal: string, listener: () => void) => listeners.add(listener),
    off: (_signal: string, listener: () => void) => listeners.delete(listener),
  } as unknown as Streams;
  return {
    streams,
    out: () => printed.out,
    err: () => printed.err,
    signal() {
      for (const listener of [...listeners]) listener();
    },
  };
}

/** The workflow of the tests in a folder, loaded. */
export async function notesIn(folder: string) {
  const loaded = await loadWorkflow(await write(join(folder, 'Notes'), notesWith({})));
  if (loaded.kind === 'refused') throw new Error(JSON.stringify(loaded.problems));
  return loaded.workflow;
}

/** Fills a store with two conversations of the tenant local, of which the first one waits, an app of one file, and a record at the root. */
export async function fillStore(folder: string, given: string): Promise<void> {
  const workflow = await notesIn(folder);
  const { streams } = watched();
  const agents = scriptedAgents({ Ann: ['What?', 'Where?'] });
  const host = await openHost({ store: placeOf(given, {}), workflows: [workflow], agents, streams });
  for (const chat of ['first', 'second']) {
    const started = await host.runtime.start({ workflow: workflow.name, scope: { tenant: 'local', chat }, input: 'hi' });
    if (started.kind === 'started') await started.handle.done;
  }
  await host.close();
  const store = await openStore(placeOf(given, {}).url);
  const artifacts = artifactStore({ store, clock: systemClock, ids: randomIds });
  await artifacts.save({ tenant: 'local', app: 'first' }, { family: 'app', key: 'k', files: [{ path: 'a', content: 'text' }] });
  await store.append('/intarsia/notes.jsonl', '{"a":1}\n');
  await store.close();
}
