export { randomIds, systemClock } from '../tools/platform.ts';
