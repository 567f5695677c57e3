/** What is read next: a place between tokens, or the rest of a token. */
export type JsonState =
  | 'start'
  | 'value'
  | 'first_item'
  | 'first_key'
  | 'key'
  | 'colon'
  | 'after_value'
  | 'after_document'
  | 'after_fence'
  | 'string'
  | 'word'
  | 'opening_fence'
  | 'closing_fence';

/** What has to come in a state, in words; `inside` is the kind of the innermost open value. */
export function expectedIn(state: JsonState, inside: 'object' | 'array' | null): string {
  switch (state) {
    case 'key':
    case 'first_key':
      return 'a key in double quotes';
    case 'colon':
      return '`:` after a key';
    case 'after_value':
      return inside === 'object' ? '`,` or `}`' : '`,` or `]`';
    case 'after_document':
    case 'closing_fence':
      return 'a closing ``` on a line of its own';
    default:
      return 'a JSON value';
  }
}
