/** Names of files that hold secrets, in any case: `.env` and what begins with it, keys and certificates with keys. */
export const isSecretName = (name: string): boolean => /^\.env|\.(?:pem|key|pfx|p12)$/i.test(name);

/** Why a path of a document names no file that may be read, to stand after the path; null when it may (workflow-documents 7.1). */
export function refusedPath(path: string): string | null {
  // A colon is a drive or a stream on Windows, which also drops dots and spaces that a name ends with.
  if (path.startsWith('/') || /[\\:\p{Cc}]/u.test(path)) return 'is not a relative path with `/` between its parts';
  const segments = path.split('/');
  if (segments.some((segment) => segment === '..' || segment === '')) return 'is not a path inside its folder';
  if (segments.some((segment) => segment !== '.' && /[. ]$/.test(segment))) return 'has a part that ends with a dot or a space';
  return segments.some(isSecretName) ? 'has the name of a file with secrets' : null;
}
