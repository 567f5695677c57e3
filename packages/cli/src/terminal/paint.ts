import { styleText } from 'node:util';

/** Gives text a colour, or leaves it as it is. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'yellow' | 'cyan', text: string) => string;

/** Colours for a terminal whose user did not set NO_COLOR; for anything else plain text. */
export function paintFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const isPlain = stream.isTTY !== true || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isPlain ? (_, text) => text : (style, text) => styleText(style, text, { validateStream: false });
}
