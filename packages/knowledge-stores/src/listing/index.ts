export { filesBeneath } from './files-beneath.ts';
