import type { NumberedEvent, VisibleEvent } from '../visible-event.ts';

/** Seconds from the beginning, and what happened then. */
export type Told = readonly [number, VisibleEvent];

const started = (tool: string, call: string, agent: string): VisibleEvent => ({
  kind: 'tool.started',
  call,
  agent,
  tool,
  attempt: 1,
  automatic: true,
});
const finished = (tool: string, call: string, agent: string, payload: object | null): VisibleEvent => ({
  kind: 'tool.finished',
  call,
  agent,
  tool,
  status: 'ok',
  code: null,
  durationMs: 1,
  surface: payload === null ? null : { component: tool, mode: 'artifact', payload },
});
const said = (message: string, agent: string, text: string): VisibleEvent => ({
  kind: 'message',
  message,
  role: agent === 'user' ? 'person' : 'agent',
  agent,
  text,
});

/** One build with one question, from the first word to the running app. */
export const buildStory: readonly Told[] = [
  [0, { kind: 'run.started', run: 'r1', workflow: 'AppFactory', reason: 'start' }],
  [0, said('m1', 'user', 'A plant tracker')],
  [4, said('m2', 'Interviewer', 'Which values can light have?')],
  [4, { kind: 'speaker', agent: 'user' }],
  [4, { kind: 'run.paused', run: 'r1', reason: 'input_required', question: 'Which values can light have?', calls: [] }],
  [60, { kind: 'run.started', run: 'r2', workflow: 'AppFactory', reason: 'answer' }],
  [60, said('m3', 'user', 'low, medium and bright')],
  [60, { kind: 'speaker', agent: 'Interviewer' }],
  [63, started('record_brief', 'b', 'Interviewer')],
  [63, finished('record_brief', 'b', 'Interviewer', null)],
  [63, said('m4', 'Interviewer', 'A plant has a name.')],
  [63, { kind: 'speaker', agent: 'Planner' }],
  [71, started('save_plan', 'p', 'Planner')],
  [71, finished('save_plan', 'p', 'Planner', null)],
  [71, { kind: 'speaker', agent: 'Builder' }],
  [96, started('save_artifact', 's', 'Builder')],
  [
    96,
    finished('save_artifact', 's', 'Builder', {
      status: 'ok',
      number: 1,
      files: [
        { path: 'a', lines: 30 },
        { path: 'b', lines: 10 },
      ],
    }),
  ],
  [96, started('validate_artifact', 'v', 'Builder')],
  [103, finished('validate_artifact', 'v', 'Builder', { status: 'passed', steps: [], tests: { total: 9, passed: 9, failed: 0 } })],
  [103, started('start_preview', 'w', 'Builder')],
  [105, finished('start_preview', 'w', 'Builder', { status: 'ok', url: 'http://pv.localhost:4000/' })],
  [105, { kind: 'run.ended', run: 'r2', status: 'completed', code: null, message: 'The workflow is complete.', resumable: false }],
];

/** The events numbered from 1, their times counted from noon. */
export function numbered(told: readonly Told[]): readonly NumberedEvent[] {
  const noon = Date.parse('2026-11-30T12:00:00Z');
  return told.map(([seconds, event], index) => ({ seq: index + 1, at: new Date(noon + seconds * 1000).toISOString(), event }));
}
