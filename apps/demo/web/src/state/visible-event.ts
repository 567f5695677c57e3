/** What the stream carries; the contract is the transport's. */
export type { LiveFrame, NumberedEvent, VisibleEvent } from '@intarsia/transport';
