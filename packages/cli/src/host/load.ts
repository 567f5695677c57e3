import { IntarsiaError, type Workflow } from '@intarsia/core';
import { loadWorkflow } from '@intarsia/core/node';
import { problemText } from '../terminal/problems.ts';
import type { Streams } from '../terminal/streams.ts';

/** Loads a workflow folder; prints its warnings, or all its problems before it rejects with `workflow_invalid`. */
export async function loadOrExplain(folder: string, streams: Streams): Promise<Workflow> {
  const result = await loadWorkflow(folder);
  const listed = result.kind === 'loaded' ? result.warnings : result.problems;
  for (const problem of listed) streams.stderr.write(`${problemText(problem)}\n`);
  if (result.kind === 'loaded') return result.workflow;
  const count = result.problems.length === 1 ? 'one problem' : `${result.problems.length} problems`;
  throw new IntarsiaError(
    'workflow_invalid',
    `The workflow folder ${folder} has ${count}; nothing was started. Mend what is listed above.`,
  );
}
