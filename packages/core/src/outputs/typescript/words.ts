const identifier = /^[A-Za-z_$][\w$]*$/;

/** Words that no interface can be named, and names that the written text itself uses. */
const takenWords = new Set(
  [
    'any as async await bigint boolean break case catch class const continue debugger default delete do else enum export extends false finally for',
    'function if implements import in infer instanceof interface keyof let never new null number object package private protected public readonly return static',
    'string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield',
    'Json Outputs Readonly Record',
  ].flatMap((line) => line.split(' ')),
);

/** A name as the key of an interface's member: quoted where it must be. */
export function memberName(name: string): string {
  return identifier.test(name) ? name : JSON.stringify(name);
}

/** A name for an interface that is like the given one, an identifier, and not taken; takes it. */
export function uniqueTypeName(name: string, taken: Set<string>): string {
  const letters = name.replace(/[^\w$]/g, '_');
  const start = identifier.test(letters) ? letters : `_${letters}`;
  let candidate = takenWords.has(start) ? `${start}_` : start;
  for (let count = 2; taken.has(candidate); count += 1) candidate = `${start}_${count}`;
  taken.add(candidate);
  return candidate;
}

/** A description as a comment that stands before a declaration; nothing for none. */
export function docComment(description: string | null, indent: string): string {
  if (description === null) return '';
  const lines = description.replaceAll('*/', '*\\/').split(/\r\n|[\n\r\u2028\u2029]/);
  const [only = '', ...others] = lines;
  if (others.length === 0) return `${indent}/** ${only} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
