/** What the stream carries; the contract is the transport's. */
export type { LiveFrame, NumberedEvent, UiActionShown, VisibleEvent } from '@intarsia/transport';
