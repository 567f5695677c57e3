/** What a conversation would save: JSON of 4 KB. */
export interface State {
  readonly turn: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const bytes = 4096;

/** The state after a turn. */
export function stateOf(turn: number): State {
  const messages = (content: number) =>
    Array.from({ length: 8 }, (_, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: 'm'.repeat(content) }));
  const empty = JSON.stringify({ turn, messages: messages(0) }).length;
  return { turn, messages: messages(Math.floor((bytes - empty) / 8)) };
}
