import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a dispatch came to: the tool's value (and which object it is, in that process), what it threw, or why it is missing. */
export type Ended =
  | { readonly kind: 'returned'; readonly value: unknown; readonly identity: number | null }
  | { readonly kind: 'threw'; readonly message: string }
  | { readonly kind: 'missing'; readonly code: string; readonly message: string; readonly cause: string; readonly identity: number | null };

/** The last dispatch, all that ran at once, and what those before it cost. */
export type Answer = Ended & {
  readonly answers: readonly Ended[];
  readonly figures: { readonly reads: number; readonly microseconds: number };
};

/** What may be asked beside the file and the function. */
export interface Asked {
  readonly name?: string;
  readonly importLimitMs?: number;
  readonly before?: number;
  readonly atOnce?: number;
  readonly plainly?: boolean;
}

/** A process that loads and runs tools, with Node's own imports. */
export class ToolHost {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #asked = 0;

  constructor() {
    this.#child = fork(new URL('tool-host.test.process.ts', import.meta.url), {
      execArgv: ['--conditions=@intarsia/source'],
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    });
    this.#child.on('message', (text: string) => {
      const { id, ...answer } = JSON.parse(text);
      this.#waiting.get(id)?.resolve(answer);
      this.#waiting.delete(id);
    });
    this.#child.on('exit', (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`The process ended with ${code}.`));
    });
  }

  /** Dispatches a tool of the workflow in the folder. */
  dispatch(folder: string, file: string, { name = 'save', ...asked }: Asked = {}): Promise<Answer> {
    this.#asked += 1;
    const answer = Promise.withResolvers<Answer>();
    this.#waiting.set(this.#asked, answer);
    this.#child.send({ id: this.#asked, folder, file, name, ...asked });
    return answer.promise;
  }

  async close(): Promise<void> {
    this.#child.disconnect();
    await once(this.#child, 'exit');
  }
}

/** A folder of workflows that a test writes files into. */
export class WorkflowsRoot {
  readonly path = mkdtempSync(join(tmpdir(), 'workflows-'));

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, content] of Object.entries(files)) {
      const path = join(this.path, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true });
  }
}
