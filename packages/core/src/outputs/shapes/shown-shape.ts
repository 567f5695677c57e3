import type { Shape } from './shapes.ts';

/** Names in backquotes, the first 20 of them. */
export const listed = (names: readonly string[]): string =>
  names
    .slice(0, 20)
    .map((name) => `\`${name}\``)
    .join(', ') + (names.length > 20 ? ', …' : '');

/** A shape in words: "a list of text", "`EUR` or `USD`". */
export function shownShape(shape: Shape): string {
  switch (shape.kind) {
    case 'string':
      return 'text';
    case 'integer':
      return 'an integer';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'open_object':
      return 'an object';
    case 'model':
      return `an object (${shape.name})`;
    case 'tuple':
      return `a list of exactly ${shape.items.length} items`;
    case 'list':
      return shape.items.kind === 'union' ? 'a list' : `a list, each item ${shownShape(shape.items)}`;
    case 'literal':
      return `${shape.values.length > 1 ? 'one of ' : ''}${shape.values
        .slice(0, 20)
        .map((value) => JSON.stringify(value))
        .join(', ')}`;
    case 'union':
      return [...new Set(shape.variants.map(shownShape))].join(' or ');
  }
}
