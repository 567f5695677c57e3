import { journalOf, plants, readyPreview, saveVersion, story, tellAll } from './plant-care.ts';
import type { ScriptedServer } from './scripted-server.ts';

/** A state of the page: how a server gets there, and what stands on the page then. */
export interface Scene {
  readonly path?: string;
  readonly shows: string;
  /** True when `shows` stands on the work side. */
  readonly onWorkSide?: boolean;
  set(server: ScriptedServer): void;
}

const told = (server: ScriptedServer, ...parts: readonly (keyof typeof story)[]) => {
  server.add(plants);
  for (const part of parts) story[part](server, true);
};

/** The states that a person meets. */
export const scenes: Readonly<Record<string, Scene>> = {
  'first visit': { path: '/', shows: 'Offline model: runs without a key, understands simple trackers.', set: () => undefined },
  running: { shows: 'Builder is writing the files', set: (server) => told(server, 'starts', 'asks', 'isAnswered', 'plans', 'builds') },
  paused: { shows: 'Waiting for your answer', set: (server) => told(server, 'starts', 'asks') },
  'asked by a tool': {
    shows: 'Approve plan',
    set: (server) => told(server, 'starts', 'asks', 'isAnswered', 'plans', 'asksByTool'),
  },
  done: {
    shows: 'Version 1 · 6 files, 35 lines · 9 tests passed',
    set(server) {
      server.add(plants);
      tellAll(server);
    },
  },
  failed: {
    shows: 'The app did not pass',
    set: (server) => told(server, 'starts', 'asks', 'isAnswered', 'plans', 'builds', 'validates', 'fails'),
  },
  uncertain: {
    shows: 'Was the app tested?',
    set: (server) => told(server, 'starts', 'asks', 'isAnswered', 'plans', 'builds', 'validates', 'isUncertain'),
  },
  interrupted: {
    shows: 'The server stopped in the middle',
    set(server) {
      told(server, 'starts', 'asks', 'isAnswered', 'plans', 'builds');
      const conversation = server.conversations.get(plants);
      if (conversation) conversation.status = 'interrupted';
    },
  },
  'stopped preview': {
    shows: 'The preview has stopped',
    onWorkSide: true,
    set(server) {
      const conversation = server.add(plants);
      tellAll(server);
      conversation.preview = { ...readyPreview(server), state: 'stopped', url: null, localUrl: null, deadline: null };
    },
  },
  files: {
    path: `/c/${plants}#files/server.mjs`,
    shows: '8 lines',
    onWorkSide: true,
    set(server) {
      server.add(plants);
      tellAll(server);
      saveVersion(server, 2, 'passed');
    },
  },
  journal: {
    path: `/c/${plants}#journal/6`,
    shows: '46 envelopes',
    onWorkSide: true,
    set(server) {
      server.add(plants, { journal: journalOf(46) });
      tellAll(server);
    },
  },
  'unknown conversation': { path: '/c/nobody', shows: 'There is no such conversation', set: () => undefined },
};
