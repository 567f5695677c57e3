/** The kinds of field that an app can have. */
export type FieldType = 'text' | 'long_text' | 'number' | 'integer' | 'date' | 'boolean' | 'choice' | 'email' | 'url';

/** One field as the person described it. `typeGiven`: the person named the type, so no later guess may replace it. */
export interface Field {
  readonly label: string;
  readonly type: FieldType;
  readonly typeGiven: boolean;
  readonly required: boolean;
  readonly choices: readonly string[];
  readonly min: number | null;
  readonly max: number | null;
}

/** What one entry and several are called. */
export interface Entity {
  readonly singular: string;
  readonly plural: string;
}

/** Why what was understood is not enough, or not consistent. */
export type Doubt =
  | { readonly kind: 'open_list'; readonly text: string }
  | { readonly kind: 'unclear_field'; readonly text: string }
  | { readonly kind: 'field_twice'; readonly label: string; readonly first: FieldType; readonly second: FieldType }
  | { readonly kind: 'two_entities'; readonly first: string; readonly second: string }
  | { readonly kind: 'unclear_entity'; readonly text: string }
  | { readonly kind: 'unknown_field'; readonly label: string }
  | { readonly kind: 'too_few_choices'; readonly label: string }
  | { readonly kind: 'too_long' }
  | { readonly kind: 'limits_swapped'; readonly label: string; readonly min: number; readonly max: number };

/** What was understood so far. */
export interface Description {
  readonly title: string | null;
  readonly entity: Entity | null;
  readonly fields: readonly Field[];
  /** Wishes that are not fields, in the person's words. */
  readonly notes: readonly string[];
  /** From the last message that raised one; an answer clears it. */
  readonly doubt: Doubt | null;
}

/** Nothing understood yet. */
export const nothing: Description = { title: null, entity: null, fields: [], notes: [], doubt: null };
