/** What other languages call the types. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['boolean', 'bool'],
  ['number', 'float'],
  ['double', 'float'],
  ['decimal', 'float'],
  ['text', 'str'],
  ['object', 'dict'],
  ['array', 'list'],
  ['enum', 'literal'],
  ['any', 'dict'],
]);

/** How a type with a parameter is written here. */
function genericHint(name: string): string | undefined {
  if (name.startsWith('List')) return `write \`list${name.slice('List'.length).trim()}\``;
  if (name.startsWith('Union')) return 'write `type: union` with `variants`';
  return name.startsWith('Dict') ? 'write `dict`, which takes any keys' : 'write the type, and `default: null` to make the field optional';
}

/** How a type that another language has is written here; undefined for a name that none has. */
export function foreignTypeHint(name: string): string | undefined {
  const other = otherNames.get(name.toLowerCase());
  if (other !== undefined) return `did you mean \`${other}\`?`;
  return /^(?:List|Optional|Dict|Union)\s*\[/.test(name) ? genericHint(name) : undefined;
}
