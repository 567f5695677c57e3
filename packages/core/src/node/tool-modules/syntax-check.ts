import { execFile } from 'node:child_process';

/** Where a text stops being JavaScript. */
export interface SyntaxProblem {
  readonly line: number;
  readonly message: string;
}

const limitMs = 10_000;
/** Done in a process of its own, because Node warns on the console of the one that asks. */
const strip = `process.stdout.write(require('node:module').stripTypeScriptTypes(require('node:fs').readFileSync(0, 'utf8')))`;

/**
 * Asks Node to read an ES module without running it (`node --check`), because the error of an import that failed does not say where. Null when nothing is
 * wrong or nothing is known. Costs the start of a process, about 30 ms, of two for TypeScript, and only after such an import.
 */
export async function syntaxProblem(text: string, language: 'javascript' | 'typescript'): Promise<SyntaxProblem | null> {
  const script = language === 'javascript' ? text : (await runNode(['--eval', strip], text)).stdout;
  const { stderr } = await runNode(['--check', '--input-type=module', '-'], script);
  const line = /^\[stdin\]:(\d+)$/m.exec(stderr)?.[1];
  const message = /^SyntaxError: (.+)$/m.exec(stderr)?.[1];
  return line === undefined || message === undefined ? null : { line: Number.parseInt(line, 10), message };
}

function runNode(words: readonly string[], input: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, NODE_OPTIONS: '' }, timeout: limitMs, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, words, options, (_error, stdout, stderr) => resolve({ stdout, stderr }));
    child.stdin?.on('error', () => undefined); // a process that ended early leaves nobody to write to
    child.stdin?.end(input);
  });
}
