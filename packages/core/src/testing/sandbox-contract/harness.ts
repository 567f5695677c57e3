import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isIntarsiaError, type Sandbox, type SandboxOwner, type SandboxPort, type SandboxRequest } from '../../ports/index.ts';

/** A provider to be tried, opened anew for every case. */
export interface SandboxUnderTest {
  readonly port: SandboxPort;
  /** The same provider as another process would open it: it shares nothing with `port` but the sandboxes. */
  readonly again: SandboxPort;
  /** Ends every sandbox that is left. */
  close(): Promise<void>;
}

/** One requirement: `run` rejects when the provider does not meet it. Any test runner can execute it. */
export interface SandboxContractCase {
  readonly name: string;
  /** Takes up to half a minute, more where creating a sandbox is slow. */
  readonly run: () => Promise<void>;
}

/** What a case does with an opened provider. */
export type CaseBody = (under: SandboxUnderTest) => Promise<void>;

/** The owner of the sandboxes of the cases. */
export const owner: SandboxOwner = { tenant: 'contract', app: 'app-1' };

/** Creates a sandbox for a case. */
export function create(port: SandboxPort, request: Partial<SandboxRequest> = {}): Promise<Sandbox> {
  return port.create({ purpose: 'validation', owner, lifetimeMs: 120_000, ...request });
}

/** A server that answers every request with its port. */
export const serverFile = {
  path: 'server.mjs',
  content: `import { createServer } from 'node:http';
const { PORT, HOST = '127.0.0.1' } = process.env;
createServer((_, response) => response.end('port ' + PORT)).listen(Number(PORT), HOST, () => console.log('listening on ' + PORT));
`,
};

/** Starts that server in a sandbox and waits until it answers; gives its port. */
export async function served(sandbox: Sandbox): Promise<number> {
  await sandbox.writeFiles([serverFile]);
  const { port } = await sandbox.start({ command: ['node', serverFile.path] });
  await until('the server answers', async () => (await answerOf(sandbox.localUrl(port))) === `port ${port}`);
  return port;
}

/** What a URL answers, or null when nothing answers. */
export function answerOf(url: string): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 2_000 }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve(text));
      response.on('error', () => resolve(null));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(null));
  });
}

/** Waits until a condition holds; rejects with its name when it does not within `limitMs`. */
export async function until(name: string, holds: () => Promise<boolean> | boolean, limitMs = 15_000): Promise<void> {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > limitMs) throw new Error(`Waited ${limitMs} ms in vain until ${name}.`);
    await sleep(20);
  }
}

/** True when the call rejects with that code. */
export async function rejectsWith(code: Parameters<typeof isIntarsiaError>[1], call: () => Promise<unknown>): Promise<boolean> {
  return call().then(
    () => false,
    (error: unknown) => isIntarsiaError(error, code),
  );
}
