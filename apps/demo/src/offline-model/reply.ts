/** What the model answers: text, or one tool call with perhaps words before it. */
export type Reply =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly tool: string; readonly arguments: unknown };
