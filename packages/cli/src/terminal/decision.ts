/** What a person typed as a decision on a call. */
export interface TypedDecision {
  readonly decision: 'allow' | 'deny';
  readonly reason?: string;
}

/** Reads `allow`, `deny`, and their short forms, in any case; words behind a denial are its reason. Null for anything else, also an `allow` with words behind it. */
export function readDecision(typed: string): TypedDecision | null {
  const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/s.exec(typed) ?? [];
  switch (word.toLowerCase()) {
    case 'allow':
    case 'yes':
    case 'y':
      return rest === '' ? { decision: 'allow' } : null;
    case 'deny':
    case 'no':
    case 'n':
      return { decision: 'deny', ...(rest === '' ? {} : { reason: rest }) };
    default:
      return null;
  }
}
