/** `a sensor`, `an invoice`, `a user`, `an hour`. */
export function withArticle(noun: string): string {
  const vowel = /^(?:[aeio]|u(?!ni|se|sa|ti|te)|hour|honest|heir|x-|[FHLMNRSX](?:[A-Z]|\b))/;
  const exception = /^(?:eu|ewe|one|once|ou[ij])/i;
  const named = /^[A-Z][A-Z0-9]/.test(noun) ? noun : noun.toLowerCase();
  const initial = /^[AEIO]/.test(named) || vowel.test(named);
  return `${initial && !exception.test(named) ? 'an' : 'a'} ${noun}`;
}
