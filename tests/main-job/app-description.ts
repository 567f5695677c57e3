/** The kinds of field that a generated app knows. */
export type FieldType = 'text' | 'long_text' | 'number' | 'integer' | 'date' | 'boolean' | 'choice' | 'email' | 'url';

/** One field as a person has it in mind, and as the app should come to have it. */
export interface FieldDescription {
  /** The person's words for it. */
  readonly label: string;
  /** The key that the app should use: the label in snake_case. */
  readonly name: string;
  readonly type: FieldType;
  /** False when the label alone tells the type; true when a phrasing has to say it. */
  readonly hinted: boolean;
  /** The values of a choice, else none. */
  readonly choices: readonly string[];
}

/** A small app as a person has it in mind. */
export interface AppDescription {
  readonly singular: string;
  readonly plural: string;
  /** In the person's order; the first one is a text. */
  readonly fields: readonly [FieldDescription, ...FieldDescription[]];
}

/** Which fields a person wants filled in, and how they say so when asked. */
export interface Rules {
  readonly answer: string;
  /** Names of the required fields. */
  readonly required: readonly string[];
}

/** What a person says first, and what they answer to each question after it. */
export interface Conversation {
  readonly input: string;
  readonly answers: readonly string[];
}

/** The snake_case key of a label. */
export const keyOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
