import type { Json } from '../../ports/json.ts';

/** One field of a model as written. `default` present (null too) makes the field optional; `undefined` is no default. */
export interface FieldDefinition {
  readonly type: string;
  readonly description: string | null;
  readonly default: Json | undefined;
  /** Only with `list` and `optional_list`. */
  readonly items: string | null;
  /** Only with `literal`. */
  readonly values: readonly Json[] | null;
  /** Only with `union`; `null` and `none` stand for JSON's null. */
  readonly variants: readonly string[] | null;
  /** Least value of a number, least length of text in code points, least number of items of a list. An addition of ours, like the three below. */
  readonly min?: number | null;
  readonly max?: number | null;
  /** Only for text: an ECMAScript regular expression that must match somewhere in it. */
  readonly pattern?: string | null;
  /** Only for text. */
  readonly format?: string | null;
}

/** One entry of the `models` map as written (workflow-documents 1.11). */
export type ModelDefinition =
  | { readonly type: 'model'; readonly description: string | null; readonly fields: ReadonlyMap<string, FieldDefinition> }
  | { readonly type: 'literal'; readonly description: string | null; readonly values: readonly Json[] }
  | { readonly type: 'union'; readonly description: string | null; readonly variants: readonly string[] };

/** Something wrong in the definitions; `path` is a JSON pointer into the `models` map. */
export interface ModelProblem {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** The pointer of a member of what `path` points to (RFC 6901). */
export function pointerTo(path: string, member: string | number): string {
  const isPlain = typeof member === 'number' || !/[~/]/.test(member);
  return `${path}/${isPlain ? member : member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
