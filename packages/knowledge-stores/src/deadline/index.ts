export { type Deadline, deadlineIn, later, within } from './deadline.ts';
