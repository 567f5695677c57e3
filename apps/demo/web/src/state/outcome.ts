import { toolName, toolTitle } from './now.ts';
import type { StepName } from './steps.ts';
import { type ConversationItem, currentBuild, isAsked, openRequests, type StudioState } from './studio-state.ts';

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
export function keptSentence(build: Build | null, beginning = 'Kept'): string {
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
  return `${beginning}: ${kept.length === 0 ? last : `${kept.join(', ')} and ${last}`}.`;
}

/** What failed, in words: the step that did, else the run. */
export function failedTitle(build: Build | null): string {
  const titles: Record<StepName, string> = {
    interview: 'The interview failed',
    plan: 'The plan failed',
    build: 'The build failed',
    validate: 'The app did not pass',
    preview: 'The preview did not start',
  };
  const failed = build?.steps.findLast(({ state }) => state === 'failed');
  return failed ? titles[failed.name] : 'The run failed';
}

/** The question whether a call did what it was to do. */
export function callQuestion(tool: string): string {
  const words: Readonly<Record<string, string>> = {
    record_brief: 'Was the brief written down?',
    save_plan: 'Was the plan saved?',
    save_artifact: 'Were the files saved?',
    validate_artifact: 'Was the app tested?',
    start_preview: 'Did the preview start?',
  };
  return words[tool] ?? `Did “${toolName(tool)}” happen?`;
}

/** What assistive technology is told when it changes: the question, the decision, or how a run ended. */
export function announcement(state: StudioState): string {
  switch (state.status) {
    case 'paused':
      if (state.pause?.reason === 'effect_uncertain') return 'The run waits for your decision.';
      if (state.pause?.reason === 'ui_required' || state.pause?.reason === 'approval_required')
        return `You are asked: ${openRequests(state)
          .map(({ tool }) => toolTitle(tool))
          .join(', ')}`;
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
