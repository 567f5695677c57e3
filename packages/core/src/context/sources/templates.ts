import { isJsonObject, type Json, type JsonObject } from '../../ports/json.ts';
import { variableOf } from '../variable-path.ts';

/** Facts of the run that a query names as `{{runtime.NAME}}`. */
export const runFactNames = ['app_id', 'chat_id', 'tenant_id', 'workflow_name'] as const;
/** Name of such a fact. */
export type RunFactName = (typeof runFactNames)[number];

/** What stands between `{{` and `}}`: a fact of the run, or a variable and perhaps a path into it; `''` is no path. */
export type TemplateReference =
  | { readonly kind: 'run_fact'; readonly fact: RunFactName }
  | { readonly kind: 'variable'; readonly name: string; readonly path: string }
  | { readonly kind: 'unknown_fact'; readonly name: string };

/** A query without templates that can be asked, or the first template without a value. */
export type FilledTemplate =
  | { readonly kind: 'filled'; readonly query: JsonObject }
  | { readonly kind: 'unfilled'; readonly template: string };

const template = /\{\{([^{}]*)\}\}/g;
const wholeTemplate = /^\s*\{\{([^{}]*)\}\}\s*$/;

/** The references of a text, in order. */
export const referencesIn = (text: string): readonly string[] => [...text.matchAll(template)].map(([, inner = '']) => inner.trim());

/** True for a text with braces that begin or end no template, like `{{runtime.app_id}`: they would be sent as they are. */
export const hasStrayBraces = (text: string): boolean => /\{\{|\}\}/.test(text.replace(template, ' '));

/** What a reference means among the declared variables. A variable that is not declared is one all the same: whoever reads documents tells. */
export function referenceOf(text: string, variables: Pick<ReadonlySet<string>, 'has'>): TemplateReference {
  if (text.startsWith('runtime.')) {
    const name = text.slice('runtime.'.length);
    const fact = runFactNames.find((known) => known === name);
    return fact === undefined ? { kind: 'unknown_fact', name } : { kind: 'run_fact', fact };
  }
  const name = variableOf(text, variables);
  return { kind: 'variable', name, path: text.slice(name.length + 1) };
}

/**
 * The query of a template. A text that is one template becomes its value, one inside a text becomes text. Only text, numbers and booleans are filled in:
 * an object could be an operator of the database, and null would find a document of somebody else's (workflow-documents 7.1).
 */
export function fillTemplate(query: JsonObject, found: (reference: string) => Json | undefined): FilledTemplate {
  let unfilled: string | null = null;
  const filledIn = (reference: string): string | number | boolean => {
    const value = found(reference.trim());
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
    unfilled ??= reference.trim();
    return '';
  };
  const fill = (value: Json): Json => {
    if (typeof value === 'string') {
      const whole = wholeTemplate.exec(value)?.[1];
      return whole === undefined ? value.replace(template, (_, inner: string) => String(filledIn(inner))) : filledIn(whole);
    }
    if (Array.isArray(value)) return value.map(fill);
    return isJsonObject(value) ? fillMembers(value) : value;
  };
  const fillMembers = (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).map(([key, member]) => [key, fill(member)]));
  const filled = fillMembers(query);
  return unfilled === null ? { kind: 'filled', query: filled } : { kind: 'unfilled', template: unfilled };
}
