import { dirname } from 'node:path';
import type { SandboxFolder } from './folder.ts';
import { sandboxMark, workMark } from './process-table.ts';

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The whole environment of a program in a sandbox: nothing of this process's own gets in, and the marks cannot be overridden. */
export function sandboxEnvironment(
  place: SandboxFolder,
  node: string,
  own: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
  work: string,
): Record<string, string> {
  return {
    PATH: `${dirname(node)}:${systemPath}`,
    HOME: place.home,
    TMPDIR: place.temporary,
    LANG: 'C.UTF-8',
    ...given,
    ...own,
    [sandboxMark]: place.id,
    [workMark]: work,
  };
}
