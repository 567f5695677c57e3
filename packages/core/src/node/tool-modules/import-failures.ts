import { readFileSync } from 'node:fs';
import { IntarsiaError } from '../../ports/errors.ts';
import type { ModuleFile } from './module-file.ts';
import { syntaxProblem } from './syntax-check.ts';

/** Why a tool file cannot be imported. */
export interface ImportFailure {
  /** The end of a sentence: where it went wrong, in which file and line as far as that is known, and what is wrong. Never what the code threw: it may be secret. */
  readonly reason: string;
  /** Whether it stays so until one of the files changes. */
  readonly isLasting: boolean;
}

const unknownReason: ImportFailure = { reason: 'its code fails when it is loaded', isLasting: false };

/** Finds the words for imports that failed. */
export class ImportFailures {
  readonly #explained = new WeakMap<object, string>();

  /** Records why an import was not resolved, by the error that Node was given. */
  explain(cause: unknown, importer: ModuleFile, specifier: string, why: string): void {
    if (cause instanceof Error) this.#explained.set(cause, `${placeOfImport(importer, specifier)} imports "${specifier}", ${why}`);
  }

  /** The error that refuses an import. */
  refusal(importer: ModuleFile, specifier: string, why: string): IntarsiaError {
    const error = new IntarsiaError('tool_invalid', `${placeOfImport(importer, specifier)} imports "${specifier}", ${why}.`);
    this.explain(error, importer, specifier, why);
    return error;
  }

  /** Why an import failed of which these are the files. Never rejects, whatever was thrown. */
  describe(files: readonly ModuleFile[], cause: unknown): Promise<ImportFailure> {
    return this.#describe(files, cause).catch(() => unknownReason);
  }

  async #describe(files: readonly ModuleFile[], cause: unknown): Promise<ImportFailure> {
    const known = (cause instanceof Error ? this.#explained.get(cause) : undefined) ?? placeOfError(files, cause);
    if (known !== undefined) return { reason: known, isLasting: false };
    if (cause instanceof SyntaxError) {
      for (const file of suspects(files)) {
        const problem = await syntaxProblem(textOf(file), /ts$/.test(file.path) ? 'typescript' : 'javascript');
        if (problem !== null) return { reason: `${file.shown}:${problem.line}: ${problem.message}`, isLasting: true };
      }
    }
    return unknownReason;
  }
}

/** The ES modules that did not run, the last written first; of all else the engine's error says where. */
const suspects = (files: readonly ModuleFile[]): readonly ModuleFile[] =>
  files.filter(({ ran, path }) => !ran && /\.m?[jt]s$/.test(path)).sort((one, other) => (one.writtenNs < other.writtenNs ? 1 : -1));

/** Why the code of a file that Node keeps cannot be used. */
export const outdatedReason = ({ shown }: ModuleFile): string =>
  `${shown} changed after it was loaded as CommonJS, of which Node keeps the old code: restart the process, or make it an ES module`;

/** File and line of an import; the file alone when the specifier is not written out in it. */
function placeOfImport(importer: ModuleFile, specifier: string): string {
  const lines = textOf(importer).split('\n');
  const index = lines.findIndex((line) => line.includes(`'${specifier}'`) || line.includes(`"${specifier}"`));
  return index < 0 ? importer.shown : `${importer.shown}:${index + 1}`;
}

/** What is written in a file; nothing when it is gone by now. */
function textOf({ path }: ModuleFile): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** What a stack says about one of the files. */
interface StackPlace {
  readonly file: ModuleFile;
  readonly line: string;
  readonly at: number;
}

function placeOfError(files: readonly ModuleFile[], cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const stack = String(cause.stack);
  const [first] = files
    .flatMap((file) => [file.href, file.path].flatMap((name) => placesIn(stack, file, name)))
    .sort((one, other) => one.at - other.at);
  if (first === undefined) return jsonProblem(files, cause);
  const place = `${first.file.shown}:${first.line}`;
  // A stack that opens with the place is the engine's own: it could not read the code or link it. Otherwise the code threw.
  return first.at === 0 ? `${place}: ${cause.message}` : `the code at ${place} fails when it is loaded`;
}

/** Where a stack names a file with a line, by its path or its URL, whose version stands in between. */
function placesIn(stack: string, file: ModuleFile, name: string): readonly StackPlace[] {
  for (let at = stack.indexOf(name); at >= 0; at = stack.indexOf(name, at + 1)) {
    const line = /^(?:\?[^\s:)]*)?:(\d+)/.exec(stack.slice(at + name.length, at + name.length + 200))?.[1];
    if (line !== undefined) return [{ file, line, at }];
  }
  return [];
}

function jsonProblem(files: readonly ModuleFile[], { message }: Error): string | undefined {
  const file = files.find(({ path }) => message.startsWith(`${path}: `));
  if (file === undefined) return undefined;
  const line = / \(line (\d+) column \d+\)$/.exec(message)?.[1];
  return `${file.shown}${line === undefined ? '' : `:${line}`} is not JSON`;
}
