import { isJsonObject, type JsonObject } from '@intarsia/core';

/** What a person typed as the answer to a UI_Tool, or why it cannot be one. */
export type UiAnswerText =
  | { readonly kind: 'answer'; readonly action: string | null; readonly response: JsonObject }
  | { readonly kind: 'wrong'; readonly message: string };

/** Reads the id of an action, optionally with a JSON object behind it; of a tool without actions the JSON object alone. */
export function readUiAnswer(actions: readonly string[], typed: string): UiAnswerText {
  const text = typed.trim();
  const action =
    actions.toSorted((left, right) => right.length - left.length).find((id) => text === id || text.startsWith(`${id} `)) ?? null;
  if (action === null && actions.length > 0) return wrong(`"${text}" begins with no action. ${howToAnswer(actions)}`);
  const rest = text.slice(action?.length ?? 0).trim();
  if (rest === '' && action !== null) return { kind: 'answer', action, response: {} };
  const response = objectOf(rest);
  return response === null ? wrong(`"${rest}" is not one JSON object. ${howToAnswer(actions)}`) : { kind: 'answer', action, response };
}

/** The form that an answer has, in words. */
export const howToAnswer = (actions: readonly string[]): string =>
  actions.length === 0
    ? 'Answer with a JSON object.'
    : `Answer with ${actions.join(' or ')}, and a JSON object behind it if the action takes one.`;

function objectOf(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

const wrong = (message: string): UiAnswerText => ({ kind: 'wrong', message });
