import { parseArgs } from 'node:util';
import { startOfflineModel } from './server.ts';

// Runs the offline model on its own: `main.ts --port 4010 --log requests.jsonl`. Prints its base URL and ends on SIGINT or SIGTERM.
const { values } = parseArgs({ options: { port: { type: 'string', default: '0' }, log: { type: 'string' } } });
const model = await startOfflineModel({ port: Number(values.port), ...(values.log === undefined ? {} : { logFile: values.log }) });
process.stdout.write(`${model.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void model.close());
