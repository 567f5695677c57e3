import type { AgentFailure } from '../../ports/agents.ts';

/** Why a model stopped, in one vocabulary for all providers (tool-calling 6.1). */
export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'error' | 'cancelled' | 'incomplete' | 'unknown';

/** How many tools one reply may call, inside a run and outside. Every call is claimed on its own, so a runaway reply is refused whole. */
export const maxCallsInReply = 64;

const words: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['completed', 'stop'],
  ['end_turn', 'stop'],
  ['tool_calls', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['content_filter', 'content_filter'],
  ['error', 'error'],
  ['cancelled', 'cancelled'],
  ['incomplete', 'incomplete'],
]);

/** A provider's word in our vocabulary: `unknown` for one that is not known, undefined where there is none. */
export function finishReason(word: string | null | undefined): FinishReason | undefined {
  return typeof word === 'string' ? (words.get(word) ?? 'unknown') : undefined;
}

/** What is said of a reply that the model did not end itself. Asking again cannot help where the same reply would be stopped at the same place. */
export function unfinished(reason: string): AgentFailure {
  const failure = (message: string, retryable: boolean): AgentFailure => {
    return { kind: 'failed', code: 'model_incomplete', message, retryable, cause: `finish reason "${reason}"` };
  };
  switch (reason) {
    case 'length':
      return failure('The reply is longer than the model may answer.', false);
    case 'content_filter':
      return failure("The provider's content filter stopped the reply.", false);
    case 'error':
      return failure('The model stopped with an error.', true);
    default:
      return failure('The model stopped for a reason that is not known.', false);
  }
}
