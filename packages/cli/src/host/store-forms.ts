import { storeUrlForms } from '@intarsia/knowledge-stores/url';

/** The variable that names the store of commands that get no `--store`. */
export const storeVariable = 'INTARSIA_STORE';
/** What can be written for STORE in a command. */
export const storeForms: string = ['FILE', ...storeUrlForms, 'env:VARIABLE'].join(', ');
