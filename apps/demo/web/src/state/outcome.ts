import { toolName } from './now.ts';
import type { StepName } from './steps.ts';
import { type ConversationItem, currentBuild, isAsked, type StudioState } from './studio-state.ts';

type Build = Extract<ConversationItem, { kind: 'build' }>;

/** Names of the steps as they stand on the page. */
export const stepTitles: Record<StepName, string> = {
  interview: 'Interview',
  plan: 'Plan',
  build: 'Build',
  validate: 'Validate',
  preview: 'Preview',
};

/** What is kept of a build that did not get to its end, in one sentence. */
export function keptSentence(build: Build | null): string {
  const kept: string[] = [];
  const done = (name: StepName) => build?.steps.some((step) => step.name === name && step.state === 'done') ?? false;
  if (done('interview')) kept.push('the brief');
  if (done('plan')) kept.push('the plan');
  if (done('build')) {
    const files = build?.steps.find(({ name }) => name === 'build')?.result;
    kept.push(files ? `the files (${files})` : 'the files');
  }
  if (kept.length === 0) return 'What you wrote is kept.';
  const last = kept.pop();
  return `Kept: ${kept.length === 0 ? last : `${kept.join(', ')} and ${last}`}.`;
}

/** What failed, in words: the step that did, else the run. */
export function failedTitle(build: Build | null): string {
  const failed = build?.steps.findLast(({ state }) => state === 'failed');
  return failed ? `${stepTitles[failed.name]} failed` : 'The run failed';
}

/** What a call would have done, for the question whether it did. */
export function callWords(tool: string): string {
  const words: Readonly<Record<string, string>> = {
    record_brief: 'writing down the brief',
    save_plan: 'saving the plan',
    save_artifact: 'saving the files',
    validate_artifact: 'testing the app',
    start_preview: 'starting the preview',
  };
  return words[tool] ?? `“${toolName(tool)}”`;
}

/** What assistive technology is told when it changes: the question, the decision, or how a run ended. */
export function announcement(state: StudioState): string {
  switch (state.status) {
    case 'paused':
      if (state.pause?.reason === 'effect_uncertain') return 'The run waits for your decision.';
      return isAsked(state) ? `You are asked: ${state.pause?.question ?? 'what to build'}` : 'The run is done. The app is running.';
    case 'completed':
      return 'The run is done.';
    case 'failed':
      return `${failedTitle(currentBuild(state))}. ${keptSentence(currentBuild(state))}`;
    case 'cancelled':
      return 'The run was stopped. What was done is kept.';
    case 'interrupted':
      return 'The server stopped in the middle. What was done is kept.';
    case 'running':
    case 'new':
      return '';
  }
}
