import { equal, ok } from 'node:assert/strict';
import { type CaseBody, create, rejectsWith } from './harness.ts';

const hostilePaths = [
  '',
  '/etc/passwd',
  '..',
  '../out.txt',
  'a/../../out.txt',
  'a/./b.txt',
  './b.txt',
  'a//b.txt',
  'a/',
  'a\\..\\b.txt',
  'C:/b.txt',
  'a\0b.txt',
  'line\nbreak.txt',
  `${'n'.repeat(300)}.txt`,
  Array.from({ length: 600 }, () => 'dd').join('/'),
];

/** Files in and out. */
export const fileCases: Readonly<Record<string, CaseBody>> = {
  'files are read back as they were written': async ({ port }) => {
    const sandbox = await create(port);
    const files = [
      { path: 'plain.txt', content: 'one' },
      { path: 'deep/er/and er/ünï.txt', content: 'snow ☃ and 𝄞\r\n' },
      { path: 'empty', content: '' },
      { path: '.dotfile', content: 'dot' },
      { path: '...', content: 'three dots are a name' },
    ];
    await sandbox.writeFiles(files);
    for (const { path, content } of files) equal(await sandbox.readFile(path), content);
    await sandbox.writeFiles([{ path: 'plain.txt', content: 'two' }]);
    equal(await sandbox.readFile('plain.txt'), 'two');
    equal(await sandbox.readFile('empty'), '');
  },
  'a missing file and a folder are null': async ({ port }) => {
    const sandbox = await create(port);
    await sandbox.writeFiles([{ path: 'folder/file', content: 'x' }]);
    for (const path of ['missing', 'folder', 'folder/missing', 'folder/file/below']) equal(await sandbox.readFile(path), null);
  },
  'writeFiles writes all or none': async ({ port }) => {
    const sandbox = await create(port);
    await sandbox.writeFiles([
      { path: 'kept.txt', content: 'before' },
      { path: 'taken/inside.txt', content: 'x' },
    ]);
    const attempts = [
      [
        { path: 'kept.txt', content: 'after' },
        { path: 'new/a.txt', content: 'x' },
        { path: '../out.txt', content: 'x' },
      ],
      [
        { path: 'kept.txt', content: 'after' },
        { path: 'new/a.txt', content: 'x' },
        { path: 'taken', content: 'a file over a folder' },
      ],
      [
        { path: 'kept.txt', content: 'after' },
        { path: 'new/a.txt', content: 'x' },
        { path: 'taken/inside.txt/below', content: 'x' },
      ],
      [
        { path: 'kept.txt', content: 'after' },
        { path: 'new/a.txt', content: 'x' },
        { path: 'kept.txt', content: 'again' },
      ],
      [
        { path: 'new', content: 'x' },
        { path: 'kept.txt', content: 'after' },
        { path: 'new/a.txt', content: 'x' },
      ],
    ];
    for (const files of attempts) {
      ok(await rejectsWith('path_invalid', () => sandbox.writeFiles(files)), `accepted ${JSON.stringify(files)}`);
      equal(await sandbox.readFile('kept.txt'), 'before');
      equal(await sandbox.readFile('new/a.txt'), null);
      equal(await sandbox.readFile('taken/inside.txt'), 'x');
    }
    await sandbox.writeFiles([{ path: 'new', content: 'no folder was left behind' }]);
  },
  'hostile paths are refused, in and out': async ({ port }) => {
    const sandbox = await create(port);
    for (const path of hostilePaths) {
      const shown = JSON.stringify(path.slice(0, 40));
      ok(await rejectsWith('path_invalid', () => sandbox.writeFiles([{ path, content: 'x' }])), `wrote ${shown}`);
      ok(await rejectsWith('path_invalid', () => sandbox.readFile(path)), `read ${shown}`);
    }
  },
  'too many bytes are refused': async ({ port }) => {
    const sandbox = await create(port);
    const content = 'x'.repeat(4 * 1024 * 1024);
    const files = Array.from({ length: 65 }, (_, index) => ({ path: `file-${index}.txt`, content }));
    ok(await rejectsWith('sandbox_limit', () => sandbox.writeFiles(files)));
    equal(await sandbox.readFile('file-0.txt'), null);
  },
  'two sandboxes do not see each other’s files': async ({ port }) => {
    const [one, other] = [await create(port), await create(port)];
    await one.writeFiles([{ path: 'mine.txt', content: 'one' }]);
    equal(await other.readFile('mine.txt'), null);
    equal((await other.run({ command: ['node', '-e', `process.exit(require('node:fs').existsSync('mine.txt') ? 1 : 0)`] })).exitCode, 0);
  },
};
