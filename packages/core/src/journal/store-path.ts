import { IntarsiaError } from '../ports/errors.ts';

const refusedCharacter = /[\p{Cc}\p{Cs}]/u; // controls, and halves of a surrogate pair: no UTF-8 store can keep them apart
/** A path in its one spelling, with nothing in it that needs a closer look. */
const plainPath = /^(?:\/[A-Za-z0-9_%-][A-Za-z0-9_%.-]*)+$/;
/** A name of ASCII characters that is a segment as it is. */
const plainSegment = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/;
const plainByte = /[A-Za-z0-9_.-]/;
const maximalName = 128;

const invalid = (path: string, why: string): IntarsiaError =>
  new IntarsiaError('path_invalid', `The path ${JSON.stringify(path)} ${why}.`, { details: { path: path.toWellFormed() } });

/**
 * The one spelling of a path of a store: a leading `/` added, `//` collapsed, a trailing `/` removed; `/` stays.
 * Throws `path_invalid` for an empty path, a `.` or `..` segment, a control character or half a surrogate pair.
 */
export function normalisePath(path: string): string {
  if (plainPath.test(path)) return path;
  if (path === '') throw invalid(path, 'is empty: name a file or a folder');
  if (refusedCharacter.test(path)) throw invalid(path, 'has a character that no store accepts');
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.includes('.') || segments.includes('..')) throw invalid(path, 'has a "." or ".." segment: write the path without it');
  return `/${segments.join('/')}`;
}

/** The same for what must be the path of a file: `/` is refused too. */
export function filePath(path: string): string {
  const normal = normalisePath(path);
  if (normal === '/') throw invalid(path, 'is the root, which is always a folder: name a file');
  return normal;
}

/** What every path beneath a folder begins with. Takes a normalised path. */
export const folderPrefix = (path: string): string => (path === '/' ? '/' : `${path}/`);

/** Whether `path` is `folder` or beneath it. Takes normalised paths. */
export const isAtOrBeneath = (path: string, folder: string): boolean => path === folder || path.startsWith(folderPrefix(folder));

/**
 * One safe path segment for any text of 1 to 128 characters; different texts give different segments. ASCII letters, digits, `_`, `-` and
 * inner `.` stay, every other byte of the UTF-8 form becomes `%XX`. Throws `path_invalid` for an empty, too long or malformed text.
 */
export function pathSegment(name: string): string {
  if (plainSegment.test(name)) return name;
  const characters = [...name].length;
  if (characters === 0 || characters > maximalName) {
    throw new IntarsiaError('path_invalid', `A name has ${characters} characters: use 1 to ${maximalName}.`, { details: { characters } });
  }
  if (!name.isWellFormed()) throw invalid(name, 'has half a surrogate pair');
  const encoded = Array.from(new TextEncoder().encode(name), (byte, index) => {
    const character = String.fromCharCode(byte);
    const kept = plainByte.test(character) && !(index === 0 && character === '.'); // so that no segment is `.` or `..`
    return kept ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return encoded.join('');
}
