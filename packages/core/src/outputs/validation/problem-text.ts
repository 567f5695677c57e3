import { pointerTo } from '../shapes/model-definition.ts';

/** Characters that a problem has at most in a key of its path, in its path and in its message: a reply can be megabytes, and its problems are kept. */
const maxKey = 100;
export const maxPath = 1000;
export const maxMessage = 2000;

/** JSON pointer of the place that these members lead to; `…` stands where a long key or a long path is cut. */
export function placeOf(members: readonly (string | number)[]): string {
  let place = '';
  for (const member of members) {
    const next = pointerTo(place, typeof member === 'string' ? shortened(member, maxKey) : member);
    if (next.length > maxPath) return `${place}/…`;
    place = next;
  }
  return place;
}

/** The first characters of a text, with `…` for the rest; no half of a surrogate pair stays in it. */
export function shortened(text: string, most: number): string {
  return (text.length > most ? `${text.slice(0, most)}…` : text).toWellFormed();
}
