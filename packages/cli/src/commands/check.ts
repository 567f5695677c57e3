import { loadWorkflow, toolLoader } from '@intarsia/core/node';
import { exitCodes } from '../terminal/exit-codes.ts';
import { problemText } from '../terminal/problems.ts';
import type { Streams } from '../terminal/streams.ts';

/** Lists every problem of a workflow folder, tool files included. With `--json` one problem a line. */
export async function check(folder: string, options: { readonly json?: boolean }, streams: Streams): Promise<void> {
  const result = await loadWorkflow(folder);
  const print = (problem: Parameters<typeof problemText>[0]) =>
    streams.stdout.write(options.json === true ? `${JSON.stringify(problem)}\n` : `${problemText(problem)}\n`);
  if (result.kind === 'refused') {
    for (const problem of result.problems) print(problem);
    if (options.json !== true) streams.stderr.write(`${folder}: ${result.problems.length} problem(s)\n`);
    streams.exitCode = exitCodes.refused;
    return;
  }
  for (const warning of result.warnings) print(warning);
  const { workflow } = result;
  const loader = toolLoader();
  let missing = 0;
  for (const agent of workflow.agents.values()) {
    for (const binding of [...agent.autoTools, ...agent.callableTools]) {
      const loaded = await loader.load(workflow, binding);
      if (loaded.kind === 'loaded') continue;
      missing++;
      const cause = loaded.cause instanceof Error ? loaded.cause.message : undefined;
      print({
        file: binding.file,
        line: 1,
        column: 1,
        path: '',
        code: loaded.code,
        message: loaded.message,
        ...(cause === undefined ? {} : { hint: cause }),
      });
    }
  }
  if (missing > 0) streams.exitCode = exitCodes.refused;
  else if (options.json !== true) {
    streams.stdout.write(`${workflow.name}: ${workflow.agents.size} agents, ${workflow.transitions.length} rules, no problems\n`);
  }
}
