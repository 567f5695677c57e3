import { runningStep } from './steps.ts';
import { currentBuild, isAsked, type StudioState } from './studio-state.ts';

const toolWords: Readonly<Record<string, string>> = {
  record_brief: 'Interviewer is writing down what to build',
  save_plan: 'Planner is saving the plan',
  save_artifact: 'Builder is saving the files',
  validate_artifact: 'The app is being tested in a sandbox',
  start_preview: 'The preview is starting',
};

const agentWords: Readonly<Record<string, string>> = {
  Interviewer: 'Interviewer is reading your words',
  Planner: 'Planner is writing the plan',
  Builder: 'Builder is writing the files',
};

/** What is happening now, in one line of present tense, or null when nothing is. */
export function nowLine(state: StudioState): string | null {
  if (state.sent !== null && state.status !== 'running') return 'Sending';
  switch (state.status) {
    case 'running':
      return workLine(state);
    case 'paused':
      if (state.pause?.reason === 'effect_uncertain') return 'Waiting for your decision';
      return isAsked(state) ? 'Waiting for your answer' : null;
    default:
      return null;
  }
}

function workLine(state: StudioState): string {
  const call = state.openCalls.at(-1);
  if (call) return toolWords[call.tool] ?? `${call.agent} is using ${toolName(call.tool)}`;
  if (state.live !== null) return `${state.live.agent} is writing`;
  const build = currentBuild(state);
  const first = build !== null && runningStep(build.steps)?.name === 'interview' ? 'Interviewer' : null;
  const speaker = state.speaker === null || state.speaker === 'user' ? first : state.speaker;
  return speaker === null ? 'Starting' : (agentWords[speaker] ?? `${speaker} is at work`);
}

/** Since when (ISO) what is happening now goes on, and how long its step worked before. */
export function nowSince(state: StudioState): { readonly since: string; readonly activeMs: number } | null {
  if (state.status !== 'running') return null;
  const build = currentBuild(state);
  const step = build === null ? null : runningStep(build.steps);
  if (step?.since) return { since: step.since, activeMs: step.activeMs };
  return state.runStartedAt === null ? null : { since: state.runStartedAt, activeMs: 0 };
}

/** `save_artifact` as a title: `Save artifact`. */
export function toolTitle(tool: string): string {
  const words = toolName(tool);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `save_artifact` as words: `save artifact`. */
export function toolName(tool: string): string {
  return tool.replaceAll('_', ' ');
}
