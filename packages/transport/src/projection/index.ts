export type { Projected } from './project.ts';
export { project } from './project.ts';
export type { OpenCall, OpenReply, ProjectionState } from './projection-state.ts';
export { initialProjection } from './projection-state.ts';
export type { LiveFrame, NumberedEvent, UiActionShown, VisibleEvent } from './visible-event.ts';
