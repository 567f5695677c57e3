import { loadWorkflow } from '@intarsia/core/node';

// Run in a process of its own: prints the milliseconds that its first load takes.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Which folder?');
const start = performance.now();
const result = await loadWorkflow(folder);
const time = performance.now() - start;
if (result.kind === 'refused') throw new Error(`The folder is refused: ${JSON.stringify(result.problems[0])}`);
process.stdout.write(String(time));
