import type { GlyphState } from '../design/state-glyph.tsx';

/** The stations of one build, in order. */
export const stepNames = ['interview', 'plan', 'build', 'validate', 'preview'] as const;
/** One of them. */
export type StepName = (typeof stepNames)[number];

/** A step of a build. While it runs or asks, `since` is when it began to (ISO); `activeMs` is what it worked before that. */
export interface Step {
  readonly name: StepName;
  readonly state: GlyphState;
  readonly since: string | null;
  readonly activeMs: number;
  readonly result: string;
  /** How often it was begun. */
  readonly tries: number;
}

/** The five steps of a build, in order. */
export type Steps = readonly Step[];

/** A build that has not begun. */
export function freshSteps(): Steps {
  return stepNames.map((name) => ({ name, state: 'waiting', since: null, activeMs: 0, result: '', tries: 0 }));
}

/** The step an agent of the AppFactory works on, or null. */
export function stepOfAgent(agent: string): StepName | null {
  const steps: Readonly<Record<string, StepName>> = { Interviewer: 'interview', Planner: 'plan', Builder: 'build' };
  return Object.hasOwn(steps, agent) ? (steps[agent] ?? null) : null;
}

/** The agent of the AppFactory that works on a step. */
export function agentOfStep(name: StepName): string {
  switch (name) {
    case 'interview':
      return 'Interviewer';
    case 'plan':
      return 'Planner';
    case 'build':
    case 'validate':
    case 'preview':
      return 'Builder';
  }
}

/** The step a tool of the AppFactory ends, or null. */
export function stepOfTool(tool: string): StepName | null {
  const steps: Readonly<Record<string, StepName>> = {
    record_brief: 'interview',
    save_plan: 'plan',
    save_artifact: 'build',
    validate_artifact: 'validate',
    start_preview: 'preview',
  };
  return Object.hasOwn(steps, tool) ? (steps[tool] ?? null) : null;
}

/** Work on a step begins: earlier ones are over, later ones (of a loop back) are to be done again. */
export function enterStep(steps: Steps, name: StepName, at: string): Steps {
  const index = stepNames.indexOf(name);
  return steps.map((step, position) => {
    if (position < index) return step.state === 'waiting' ? { ...step, state: 'skipped' } : isOpen(step) ? close(step, 'done', at) : step;
    if (position > index) return step.state === 'waiting' ? step : { ...close(step, 'waiting', at), result: '' };
    if (step.state === 'running') return step;
    const again = step.state !== 'asked' && step.state !== 'stopped';
    return { ...close(step, 'running', at), since: at, result: '', tries: step.tries + (again ? 1 : 0) };
  });
}

/** A step ended with that state and a one-line result. */
export function finishStep(steps: Steps, name: StepName, state: 'done' | 'failed', result: string, at: string): Steps {
  return steps.map((step) => (step.name === name ? { ...close(step, state, at), result: result || step.result } : step));
}

/** Whatever is running gets another state; nothing happens when nothing is. */
export function leaveRunning(steps: Steps, state: Exclude<GlyphState, 'running' | 'waiting'>, at: string): Steps {
  return steps.map((step) => {
    if (!isOpen(step)) return step;
    const closed = close(step, state, at);
    return state === 'asked' ? { ...closed, since: at } : closed;
  });
}

/** The step that was stopped, failed or asked runs again: the run goes on. */
export function goOn(steps: Steps, at: string): Steps {
  const index = steps.findLastIndex(({ state }) => state === 'asked' || state === 'stopped' || state === 'failed');
  return steps.map((step, position) =>
    position === index ? { ...step, state: 'running', since: at, result: '', tries: step.tries + (step.state === 'failed' ? 1 : 0) } : step,
  );
}

/** The step at work, or null. */
export function runningStep(steps: Steps): Step | null {
  return steps.find(({ state }) => state === 'running') ?? null;
}

/** True when nothing was begun yet. */
export function isFresh(steps: Steps): boolean {
  return steps.every(({ state }) => state === 'waiting');
}

function isOpen(step: Step): boolean {
  return step.state === 'running' || step.state === 'asked';
}

/** Adds the time it worked; the time it waited for a person is nobody's work. */
function close(step: Step, state: GlyphState, at: string): Step {
  const worked = step.state === 'running' && step.since !== null ? Math.max(0, Date.parse(at) - Date.parse(step.since)) : 0;
  return { ...step, state, since: null, activeMs: step.activeMs + worked };
}
