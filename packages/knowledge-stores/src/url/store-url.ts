import { fileURLToPath } from 'node:url';
import { IntarsiaError } from '@intarsia/core';

const ours = /^(?:memory|file|sqlite|rediss?|mongodb(?:\+srv)?):/;
const remote = /^((?:rediss?|mongodb(?:\+srv)?):\/\/)(.*)$/s;
const secretOption = /pass|secret|token|credential|mechanismproperties|^user(?:name)?$/i;

/** The URL that a person means by the name of a store: a text that is none is the path of a SQLite file. What is a URL of another kind stays, for `openStore` to refuse. */
export const storeUrlOf = (text: string): string => (ours.test(text) || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `sqlite:${text}`);

/** The path that a `file:` or `sqlite:` URL names, as written there; null for other URLs. Throws `wiring_invalid` where it names none. */
export function storePathOf(url: string): string | null {
  const [, scheme] = /^((?:file|sqlite):)/.exec(url) ?? [];
  if (scheme === undefined) return null;
  const path = url.startsWith('file://') ? fileURLToPath(url) : url.slice(scheme.length);
  if (path === '') throw new IntarsiaError('wiring_invalid', `${scheme} names no path: write ${scheme}PATH.`);
  return path;
}

/** The URL as it may be shown: without user, password, and the options that can hold a secret. Equal to the URL exactly where it holds none. */
export function shownStoreUrl(url: string): string {
  const [, scheme, rest = ''] = remote.exec(url) ?? [];
  if (scheme === undefined) return url;
  const [place = '', ...query] = rest.slice(rest.lastIndexOf('@') + 1).split('?'); // a password may hold anything that stands before the host
  const options = query.join('?').split('&');
  const shown = options.filter((option) => option !== '' && !secretOption.test(option.split('=')[0] ?? ''));
  return `${scheme}${place}${shown.length === 0 ? '' : `?${shown.join('&')}`}`;
}
