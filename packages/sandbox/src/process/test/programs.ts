/** A server that answers with its pid. */
export const serverFile = {
  path: 'server.mjs',
  content: `import { createServer } from 'node:http';
createServer((_, response) => response.end(String(process.pid))).listen(Number(process.env.PORT), process.env.HOST, () => console.log('ready'));
`,
};

/** Notes the pid of a process in the file `name`, then stays. */
const stay = (name: string) => `require('node:fs').writeFileSync('${name}', String(process.pid)); setInterval(() => {}, 1000);`;

/** A program that stays. */
export const stayingProgram = stay('pid');

/** Starts a process in a session of its own through one that ends at once, so that init becomes its parent. */
export const doubleForkProgram = `const { spawn } = require('node:child_process');
const second = "require('node:child_process').spawn(process.execPath, ['-e', " + JSON.stringify(${JSON.stringify(stay('escaped'))}) + "], { detached: true, stdio: 'ignore' }).unref()";
spawn(process.execPath, ['-e', second], { detached: true, stdio: 'ignore' }).unref();
setInterval(() => {}, 1000);`;

/** Starts a process in a session of its own and without any environment, which refuses to go when it is asked; its parent goes. */
export const bareProgram = `const { spawn } = require('node:child_process');
spawn(process.execPath, ['-e', ${JSON.stringify(`process.on('SIGTERM', () => {}); ${stay('escaped')}`)}], { detached: true, stdio: 'ignore', env: {} });
setInterval(() => {}, 1000);`;

/** Stops itself: nothing but SIGKILL ends it then. */
export const stoppedProgram = `require('node:fs').writeFileSync('pid', String(process.pid)); process.kill(process.pid, 'SIGSTOP');`;

/** Refuses to go when it is asked. */
export const stubbornProgram = `process.on('SIGTERM', () => {}); ${stayingProgram}`;

/** A shell program whose processes start their successor in a new session and end, for some thousand generations, three at a time. */
export const runningAwayProgram = `
generation() { if [ "$1" -lt 3000 ]; then setsid sh "$0" "$(($1 + 1))" >/dev/null 2>&1 & fi; }
if [ "$1" = 0 ]; then for line in 1 2 3; do generation 0; done; exec sleep 1000; fi
echo "$1" > generation
generation "$1"
`;

/** Writes as fast as it can and notes how much it wrote; writes its last words when the file `finish` is there. */
export const floodProgram = `const { existsSync, writeSync, writeFileSync } = require('node:fs');
const line = 'x'.repeat(1023) + '\\n';
for (let megabytes = 1; megabytes <= 400; megabytes += 1) {
  for (let count = 0; count < 1024; count += 1) writeSync(1, line);
  writeFileSync('megabytes', String(megabytes));
}
setInterval(() => {
  if (existsSync('finish')) process.exit(writeSync(1, 'the end ☃') && 0);
}, 10);`;
