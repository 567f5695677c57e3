export { type ChangeListeners, changeListeners } from './listeners.ts';
