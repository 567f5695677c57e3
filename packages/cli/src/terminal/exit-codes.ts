/** What the command's exit code says. */
export const exitCodes = {
  /** The run completed, or the command did what it was asked. */
  done: 0,
  /** The run failed or was cancelled. */
  failed: 1,
  /** Nothing was started: wrong use, a workflow with problems, a store or a model that cannot be used. */
  refused: 2,
  /** The run waits for a person. */
  paused: 3,
  /** A signal or a store that was lost ended it: a run in the middle, which `run --resume` goes on with, or `check --watch`. */
  interrupted: 130,
} as const;
