import { IntarsiaError, type Workflow } from '@intarsia/core';
import { loadWorkflow } from '@intarsia/core/node';
import { counted } from '../terminal/counted.ts';
import { paintFor } from '../terminal/paint.ts';
import { problemText } from '../terminal/problem-text.ts';
import { sourceLines } from '../terminal/source-lines.ts';
import type { Streams } from '../terminal/streams.ts';

/** Loads a workflow folder; prints its warnings, or all its problems before it rejects with `workflow_invalid`. */
export async function loadOrExplain(folder: string, streams: Streams, options: Parameters<typeof loadWorkflow>[1] = {}): Promise<Workflow> {
  const result = await loadWorkflow(folder, options);
  const [severity, listed] = result.kind === 'loaded' ? (['warning', result.warnings] as const) : (['error', result.problems] as const);
  const view = { severity, folder, source: sourceLines(folder), paint: paintFor(streams.stderr, streams.env) };
  for (const problem of listed) streams.stderr.write(`${problemText(problem, view)}\n`);
  if (result.kind === 'loaded') return result.workflow;
  const message = `The workflow folder ${folder} has ${counted(result.problems.length, 'problem')}; mend what is listed above.`;
  throw new IntarsiaError('workflow_invalid', message);
}
