import { baseStyles } from './styles-base.ts';
import { controlStyles } from './styles-controls.ts';
import { listStyles } from './styles-list.ts';

/** `public/styles.css`: calm paper, fine lines, one colour for what can be done. */
export const stylesFile = [baseStyles, controlStyles, listStyles].join('\n');
