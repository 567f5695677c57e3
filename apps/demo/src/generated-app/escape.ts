/** JSON text that is safe inside a script, an HTML page and a source file: no `<`, no `>`, no line separator. */
export function sourceText(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** Text between tags or in a quoted attribute of an HTML page. */
export function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** One line of Markdown that shows exactly this text. */
export function markdownText(text: string): string {
  return htmlText(text.replace(/\s+/g, ' ')).replace(/([\\`*_{}[\]()#+!|~-])/g, '\\$1');
}
