import type { Json, JsonObject } from '../../ports/json.ts';
import type { WrittenField } from './written-documents.ts';

/** The built-in types of fields (workflow-documents 2.1) as TypeScript has them. */
interface BuiltIn {
  readonly str: string;
  readonly string: string;
  readonly int: number;
  readonly integer: number;
  readonly float: number;
  readonly bool: boolean;
  readonly optional_str: string | null;
  readonly 'Optional[str]': string | null;
  readonly dict: JsonObject;
  readonly Dict: JsonObject;
  readonly optional_dict: JsonObject | null;
  readonly null: null;
  readonly none: null;
  readonly None: null;
}

type Trimmed<Text extends string> = Text extends ` ${infer Rest}` | `${infer Rest} ` ? Trimmed<Rest> : Text;

type Named<Models, Name> = Name extends null
  ? null
  : Name extends keyof BuiltIn
    ? BuiltIn[Name]
    : Name extends `list[${infer Items}]`
      ? readonly Named<Models, Trimmed<Items>>[]
      : Name extends keyof Models
        ? Defined<Models, Models[Name]>
        : Json;

type Defined<Models, Definition> = Definition extends { readonly type: 'model'; readonly fields: infer Fields }
  ? { readonly [Name in keyof Fields]: FieldValue<Models, Fields[Name]> }
  : Definition extends { readonly type: 'literal'; readonly values: readonly (infer Value)[] }
    ? Value
    : Definition extends { readonly type: 'union'; readonly variants: readonly (infer Variant)[] }
      ? Named<Models, Variant>
      : Json;

type FieldValue<Models, Field> = Given<Models, Field> | (Field extends { readonly default: null } ? null : never);

type Given<Models, Field> = Field extends { readonly type: 'list' | 'List'; readonly items: infer Items }
  ? readonly Named<Models, Items>[]
  : Field extends { readonly type: 'optional_list'; readonly items: infer Items }
    ? readonly Named<Models, Items>[] | null
    : Field extends { readonly type: 'literal'; readonly values: readonly (infer Value)[] }
      ? Value
      : Field extends { readonly type: 'union'; readonly variants: readonly (infer Variant)[] }
        ? Named<Models, Variant>
        : Field extends { readonly type: infer Name }
          ? Named<Models, Name>
          : Json;

/** The validated value of every declared model, by name: what stands in a tool's `fields`, with defaults filled in. */
export type ModelsOf<Models> = { readonly [Name in keyof Models]: Defined<Models, Models[Name]> };

/** What each agent of the registry answers with; null for one without a model. */
export type OutputsOf<Models, Registry> = {
  readonly [Agent in keyof Registry]: Registry[Agent] extends keyof Models ? Defined<Models, Models[Registry[Agent]]> : null;
};

/** Forbids what a field of a model cannot have: a type parameter lets every key through. */
export type CheckedModels<Models> = {
  readonly [Name in keyof Models]: Models[Name] extends { readonly fields: infer Fields }
    ? {
        readonly fields: {
          readonly [Field in keyof Fields]: { readonly [Key in Exclude<keyof Fields[Field], keyof WrittenField>]: never };
        };
      }
    : unknown;
};
