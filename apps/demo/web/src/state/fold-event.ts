import { numberOf } from './json.ts';
import { stepResult } from './step-result.ts';
import {
  agentOfStep,
  enterStep,
  finishStep,
  freshSteps,
  goOn,
  isFresh,
  leaveRunning,
  runningStep,
  type StepName,
  type Steps,
  stepOfAgent,
  stepOfTool,
} from './steps.ts';
import { type ConversationItem, currentBuild, type PauseReason, type StudioState } from './studio-state.ts';
import type { VisibleEvent } from './visible-event.ts';

type Build = Extract<ConversationItem, { kind: 'build' }>;

/** Folds one visible event. `at` is its ISO time. Pure; an event of an unknown kind changes nothing. */
export function foldEvent(state: StudioState, event: VisibleEvent, at: string): StudioState {
  switch (event.kind) {
    case 'run.started':
      return runStarted(state, event.run, event.reason, at);
    case 'run.paused':
      return runPaused(state, event.reason, event.question, at);
    case 'run.ended':
      return runEnded(state, event, at);
    case 'speaker':
      return spoken({ ...state, speaker: event.agent }, event.agent, at);
    case 'message':
      return said(state, event, at);
    case 'output':
      return enterWhenFresh(state, event.agent, at);
    case 'ui.requested':
      return requested(state, event, at);
    case 'ui.answered':
      return answered(state, event.call, event.action);
    case 'approval.requested':
      return approvalRequested(state, event, at);
    case 'approval.decided':
      return answered(state, event.call, event.decision);
    case 'tool.started':
      return toolStarted(state, event, at);
    case 'tool.finished':
      return toolFinished(state, event, at);
    case 'tool.uncertain':
      return {
        ...state,
        openCalls: state.openCalls.filter(({ call }) => call !== event.call),
        uncertain: [
          ...state.uncertain.filter(({ call }) => call !== event.call),
          { call: event.call, attempt: event.attempt, tool: event.tool, agent: event.agent, resolution: null },
        ],
      };
    case 'tool.resolved':
      return {
        ...state,
        uncertain: state.uncertain.map((call) => (call.call === event.call ? { ...call, resolution: event.resolution } : call)),
      };
    case 'turn.failed':
      return {
        ...withSteps(state, (steps) => leaveRunning(steps, 'failed', at)),
        openCalls: [],
        failedTurn: { agent: event.agent, code: event.code },
      };
    default:
      return state;
  }
}

function runStarted(state: StudioState, run: string, reason: 'start' | 'answer' | 'resume', at: string): StudioState {
  const started: StudioState = {
    ...state,
    status: 'running',
    run,
    runStartedAt: at,
    openCalls: [],
    uncertain: [],
    pause: null,
    live: null,
    failedTurn: null,
  };
  const build = currentBuild(state);
  if (build === null || build.complete || reason === 'start') {
    // The first speaker of a conversation is nobody's change of speaker, so no event names it.
    const begun = newBuild(started, run, at);
    return reason === 'start' ? enter(begun, 'interview', at) : begun;
  }
  // The build goes on: its card moves to where the person went on.
  const moved: ConversationItem = { ...build, endedAt: null, steps: goOn(build.steps, at) };
  return { ...started, items: [...state.items.filter((item) => item !== build), moved] };
}

function newBuild(state: StudioState, run: string, at: string): StudioState {
  const build: ConversationItem = {
    kind: 'build',
    key: `build ${run}`,
    startedAt: at,
    endedAt: null,
    complete: false,
    version: null,
    steps: freshSteps(),
  };
  return { ...state, items: [...state.items, build] };
}

function runPaused(state: StudioState, reason: PauseReason, question: string | null, at: string): StudioState {
  return {
    ...withSteps(state, (steps) => leaveRunning(steps, 'asked', at)),
    status: 'paused',
    pause: { reason, question, at },
    openCalls: [],
    live: null,
  };
}

function runEnded(state: StudioState, event: Extract<VisibleEvent, { kind: 'run.ended' }>, at: string): StudioState {
  const left = event.status === 'completed' ? 'done' : event.status === 'failed' ? 'failed' : 'stopped';
  const closed = withBuild(state, (build) => ({ ...build, steps: leaveRunning(build.steps, left, at), endedAt: build.endedAt ?? at }));
  const ending: ConversationItem = {
    kind: 'ending',
    key: `ending ${event.run}`,
    status: event.status,
    code: event.code,
    message: event.message,
    resumable: event.resumable,
    agent: state.failedTurn?.agent ?? state.speaker,
    at,
  };
  return { ...closed, status: event.status, pause: null, openCalls: [], live: null, items: [...closed.items, ending] };
}

function said(state: StudioState, event: Extract<VisibleEvent, { kind: 'message' }>, at: string): StudioState {
  const { message, role, agent, text } = event;
  const item: ConversationItem = { kind: 'message', key: message, role, agent, text, at };
  const folded: StudioState = {
    ...state,
    items: [...state.items, item],
    live: state.live?.message === message ? null : state.live,
    sent: role === 'person' && state.sent?.trim() === text.trim() ? null : state.sent,
  };
  return role === 'agent' ? enterWhenFresh(folded, agent, at) : beforeBuild(folded, item);
}

/** What a person said stands before the card of the work it set off, whichever of the two events came first. */
function beforeBuild(state: StudioState, item: ConversationItem): StudioState {
  const build = currentBuild(state);
  const last = state.items.at(-2);
  if (build === null || last !== build || build.complete) return state;
  return { ...state, items: [...state.items.slice(0, -2), item, build] };
}

function requested(state: StudioState, event: Extract<VisibleEvent, { kind: 'ui.requested' }>, at: string): StudioState {
  const { call, agent, tool, payload, actions } = event;
  return withRequest(state, { kind: 'request', key: call, agent, tool, payload, risk: null, definition: null, actions, answer: null, at });
}

function approvalRequested(state: StudioState, event: Extract<VisibleEvent, { kind: 'approval.requested' }>, at: string): StudioState {
  const { call, agent, tool, risk, definition, arguments: payload } = event;
  const openCalls = state.openCalls.filter((open) => open.call !== call);
  return withRequest(
    { ...state, openCalls },
    { kind: 'request', key: call, agent, tool, payload, risk, definition, actions: decisions, answer: null, at },
  );
}

const decisions = [
  { id: 'allow', label: 'Allow', description: null, variant: 'primary', approved: true, payload: null },
  { id: 'deny', label: 'Deny', description: null, variant: null, approved: false, payload: null },
] as const;

function withRequest(state: StudioState, item: Extract<ConversationItem, { kind: 'request' }>): StudioState {
  return { ...state, items: [...state.items.filter(({ key }) => key !== item.key), item] };
}

function answered(state: StudioState, call: string, action: string | null): StudioState {
  const items = state.items.map((item) => (item.kind === 'request' && item.key === call ? { ...item, answer: { action } } : item));
  return { ...state, items };
}

function toolStarted(state: StudioState, event: Extract<VisibleEvent, { kind: 'tool.started' }>, at: string): StudioState {
  const open = state.openCalls.filter(({ call }) => call !== event.call);
  const started: StudioState = { ...state, openCalls: [...open, { call: event.call, tool: event.tool, agent: event.agent }] };
  const step = stepOfTool(event.tool);
  return step === null ? enterWhenFresh(started, event.agent, at) : enter(started, step, at);
}

function toolFinished(state: StudioState, event: Extract<VisibleEvent, { kind: 'tool.finished' }>, at: string): StudioState {
  const ended: StudioState = { ...state, openCalls: state.openCalls.filter(({ call }) => call !== event.call) };
  const step = stepOfTool(event.tool);
  // A brief that was not clear yet comes back as a question: the interview is over when somebody else speaks.
  if (step === null || step === 'interview') return ended;
  const result = stepResult(event.tool, event.surface?.payload);
  const passed = event.status === 'ok' && result.passed;
  const line = event.status === 'error' && event.surface === null ? 'Did not succeed' : result.line;
  const finished = withBuild(ended, (build) => {
    const over = step === 'preview' && passed;
    return {
      ...build,
      steps: finishStep(build.steps, step, passed ? 'done' : 'failed', line, at),
      version: step === 'build' && passed ? numberOf(event.surface?.payload, 'number') : build.version,
      endedAt: over ? at : build.endedAt,
      complete: over || build.complete,
    };
  });
  return {
    ...finished,
    artifactRevision: state.artifactRevision + (step === 'build' || step === 'validate' ? 1 : 0),
    previewRevision: state.previewRevision + (step === 'preview' ? 1 : 0),
  };
}

/** Steps move when someone is at work; once the preview runs, talk about it no longer moves them. */
function enter(state: StudioState, step: StepName | null, at: string): StudioState {
  if (step === null || currentBuild(state)?.complete) return state;
  return withSteps(state, (steps) => enterStep(steps, step, at));
}

/** Who goes on with what it was doing (after a resume it is named once more) does not begin anew. */
function spoken(state: StudioState, agent: string, at: string): StudioState {
  const build = currentBuild(state);
  const running = build === null ? null : runningStep(build.steps);
  return running !== null && agentOfStep(running.name) === agent ? state : enter(state, stepOfAgent(agent), at);
}

function enterWhenFresh(state: StudioState, agent: string, at: string): StudioState {
  const build = currentBuild(state);
  return build !== null && isFresh(build.steps) ? enter(state, stepOfAgent(agent), at) : state;
}

function withSteps(state: StudioState, change: (steps: Steps) => Steps): StudioState {
  return withBuild(state, (build) => ({ ...build, steps: change(build.steps) }));
}

function withBuild(state: StudioState, change: (build: Build) => Build): StudioState {
  const build = currentBuild(state);
  if (build === null) return state;
  const changed = change(build);
  return { ...state, items: state.items.map((item) => (item === build ? changed : item)) };
}
