import type { Reading } from '../reading/reading.ts';
import { refuseAt } from './reports.ts';

const moduleFile = /\.[cm]?[jt]s$/;

/** Checks where the documents of one folder say that code is. */
export class ToolFiles {
  readonly #withoutTools: boolean;
  /** A Python file is one thing to port, however many entries name it. */
  readonly #told = new Set<string>();

  constructor(withoutTools: boolean) {
    this.#withoutTools = withoutTools;
  }

  /** Reports a file that is not inside the workflow's folder, or that is no module. */
  check(reading: Reading, path: string, file: string): void {
    if (!isInside(file)) {
      refuseAt(reading, path, 'path_refused', `\`${file}\` is not a path inside the workflow's folder.`);
    } else if (file.endsWith('.py')) {
      this.#checkPython(reading, path, file);
    } else if (!moduleFile.test(file)) {
      const message = `\`${file}\` is not a TypeScript or JavaScript module.`;
      refuseAt(reading, path, 'tool_file_type', message, 'a module ends in .ts, .mts, .cts, .js, .mjs or .cjs');
    }
  }

  #checkPython(reading: Reading, path: string, file: string): void {
    if (this.#told.has(file)) return;
    this.#told.add(file);
    const message = `\`${file}\` is a Python file, which cannot be run here.`;
    if (this.#withoutTools) {
      reading.problems.withhold(reading.document.placeOf(path), 'python_tool_file', message);
      return;
    }
    const ported = file.replace(/\.py$/, '.ts');
    const hint = `port it to \`${ported}\` and name that here; until then \`check --no-tools\` checks everything else`;
    refuseAt(reading, path, 'python_tool_file', message, hint);
  }
}

/** A relative path with `/`, without a way out. */
function isInside(file: string): boolean {
  const hasForeignMark = file.startsWith('/') || /[\\:\p{Cc}]/u.test(file);
  return !hasForeignMark && file.split('/').every((segment) => segment !== '..' && segment !== '');
}
