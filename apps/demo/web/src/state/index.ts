export { listOf, members, numberOf, textOf } from './json.ts';
export { nowLine, nowSince, toolName, toolTitle } from './now.ts';
export { announcement, callQuestion, failedTitle, keptSentence, stepTitles } from './outcome.ts';
export { type StudioAction, studioState } from './reduce.ts';
export { hostOf } from './step-result.ts';
export { runningStep, type Step, type StepName, type Steps } from './steps.ts';
export {
  type ConversationItem,
  type ConversationStatus,
  currentBuild,
  emptyState,
  hasApp,
  isAsked,
  openRequests,
  type StudioState,
  takesWords,
  type UncertainCall,
} from './studio-state.ts';
export type { LiveFrame, NumberedEvent, VisibleEvent } from './visible-event.ts';
