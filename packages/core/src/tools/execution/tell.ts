/** Tells a listener, who can change nothing by throwing, at once or later (case TOOL-78). */
export function tell<Entry>(listener: ((entry: Entry) => unknown) | undefined, entry: Entry): void {
  try {
    const answer = listener?.(entry);
    if (answer instanceof Promise) answer.catch(() => undefined);
  } catch {
    // Its own matter.
  }
}
