// A host for tests: creates a sandbox in the root it is given, starts a server in it, tells both, then stays or leaves.
import { processSandbox } from '../index.ts';
import { serverFile } from './programs.ts';

const [root = '', lifetimeMs = '', then = 'stay'] = process.argv.slice(2);
const sandbox = await processSandbox({ root, model: 'offline' }).create({
  purpose: 'preview',
  owner: { tenant: 'test', app: 'host' },
  lifetimeMs: Number(lifetimeMs),
});
await sandbox.writeFiles([serverFile]);
const { port } = await sandbox.start({ command: ['node', serverFile.path] });
process.stdout.write(`${JSON.stringify({ id: sandbox.info.id, deadline: sandbox.info.deadline, url: sandbox.localUrl(port) })}\n`);
if (then === 'stay') setInterval(() => {}, 1_000);
