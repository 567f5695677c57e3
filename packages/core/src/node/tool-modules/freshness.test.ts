import { readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Asked, ToolHost, WorkflowsRoot } from './tool-host.test-support.ts';

let host: ToolHost;
beforeAll(() => {
  host = new ToolHost();
});
afterAll(() => host.close());

let root: WorkflowsRoot;
beforeEach(() => {
  root = new WorkflowsRoot();
});
afterEach(() => root[Symbol.dispose]());

const at = (name: string): string => join(root.path, name);
const dispatch = (file = 'save.mjs', asked: Asked = {}, workflow = 'W'): Promise<Answer> => host.dispatch(at(workflow), file, asked);
const returned = (value: unknown) => expect.objectContaining({ kind: 'returned', value });

/** Counts how often a module ran, in all its versions. */
const counting = (name: string): string => `export const runs = globalThis.${name} = (globalThis.${name} ?? 0) + 1;\n`;

describe('an unchanged tool', () => {
  it('H1 dispatched 10,000 times is imported once, and nothing is read again', async () => {
    root.write({
      'W/save.mjs': `import './tools/helper.mjs';\n${counting('h1')}export const save = () => runs;`,
      'W/tools/helper.mjs': 'export {};',
    });
    expect(await dispatch()).toEqual(returned(1));
    // A file that was just written is read until its times prove something.
    const deadline = Date.now() + 20_000;
    while ((await dispatch('save.mjs', { before: 10 })).figures.reads > 0) expect(Date.now()).toBeLessThan(deadline);
    const last = await dispatch('save.mjs', { before: 10_000 });
    expect(last).toEqual(returned(1));
    expect(last.figures.reads).toBe(0);
  });

  it('is imported once by dispatches that come at once', async () => {
    root.write({ 'W/save.mjs': `${counting('together')}await null;\nexport const save = () => runs;` });
    const { answers } = await dispatch('save.mjs', { atOnce: 8 });
    expect(answers).toEqual(Array(8).fill(returned(1)));
  });

  it('keeps its state while another tool, or a file beside it, is edited', async () => {
    root.write({
      'W/save.mjs': "import { count } from './helper.mjs';\nexport const save = () => count();",
      'W/helper.mjs': 'let n = 0;\nexport const count = () => (n += 1);',
      'W/other.mjs': "import { count } from './helper.mjs';\nexport const save = () => count();",
    });
    expect([await dispatch(), await dispatch('other.mjs')]).toEqual([returned(1), returned(2)]);
    root.write({ 'W/other.mjs': "import { count } from './helper.mjs';\nexport const save = () => -count();", 'W/notes.txt': 'edited' });
    expect([await dispatch('other.mjs'), await dispatch()]).toEqual([returned(-3), returned(4)]);
  });

  it('that is touched, or written with what it says already, is not imported again', async () => {
    const text = `${counting('touched')}export const save = () => runs;`;
    root.write({ 'W/save.mjs': text });
    await dispatch();
    root.write({ 'W/save.mjs': text });
    expect(await dispatch()).toEqual(returned(1));
    utimesSync(at('W/save.mjs'), new Date(), new Date());
    expect(await dispatch()).toEqual(returned(1));
  });
});

describe('an edited file is seen at the next dispatch', () => {
  /** What each tool is made of; every one returns what `part` says. */
  const made: [string, Record<string, string>, string][] = [
    [
      'H2 a helper that the tool imports',
      { 'save.mjs': "import { part } from './part.mjs';\nexport const save = () => part;" },
      'W/part.mjs',
    ],
    [
      'FR7 a helper beside the tool, in the tools folder',
      { 'tools/save.mjs': "import { part } from './part.mjs';\nexport const save = () => part;" },
      'W/tools/part.mjs',
    ],
    [
      'FR7 a helper in _shared',
      { 'tools/save.mjs': "import { part } from '../../_shared/text/part.mjs';\nexport const save = () => part;" },
      '_shared/text/part.mjs',
    ],
    [
      'a helper of a helper of a helper',
      {
        'tools/save.mjs': "import { part } from './one.mjs';\nexport const save = () => part;",
        'tools/one.mjs': "export * from './deep/two.mjs';",
        'tools/deep/two.mjs': "export { part } from '../../../_shared/three.mjs';",
        '../_shared/three.mjs': "import { part as own } from './four.mjs';\nexport const part = own;",
      },
      '_shared/four.mjs',
    ],
    [
      'a helper imported while the tool is loaded',
      { 'save.mjs': "const { part } = await import('./part.mjs');\nexport const save = () => part;" },
      'W/part.mjs',
    ],
    [
      'a helper imported while the tool runs',
      { 'save.mjs': "export const save = async () => (await import('./part.mjs')).part;" },
      'W/part.mjs',
    ],
    [
      'a helper of a computed name',
      { 'save.mjs': "export const save = async () => (await import(`./${'part'}.mjs`)).part;" },
      'W/part.mjs',
    ],
    ['a helper in TypeScript', { 'save.ts': "import { part } from './part.ts';\nexport const save = (): string => part;" }, 'W/part.ts'],
    [
      'a helper without a mark of its kind',
      { 'save.js': "import { part } from './part.js';\nexport const save = () => part;" },
      'W/part.js',
    ],
    [
      'helpers in a circle',
      {
        'save.mjs': "import { whole } from './one.mjs';\nexport const save = () => whole();",
        'one.mjs': "import { part } from './circle.mjs';\nexport const one = 1;\nexport const whole = () => part();",
      },
      'W/circle.mjs',
    ],
    [
      'a helper with a query of its own',
      { 'save.mjs': "import { part } from './part.mjs?as=text#it';\nexport const save = () => part;" },
      'W/part.mjs',
    ],
    [
      'a helper by an alias of the package that the workflow is',
      {
        'save.mjs': "import { part } from '#part';\nexport const save = () => part;",
        'package.json': '{"imports":{"#part":"./part.mjs"}}',
      },
      'W/part.mjs',
    ],
    ['JSON', { 'save.mjs': "import data from './part.json' with { type: 'json' };\nexport const save = () => data.part;" }, 'W/part.json'],
  ];

  const saying = (file: string, text: string): string => {
    if (file.endsWith('.json')) return JSON.stringify({ part: text });
    if (file.endsWith('circle.mjs')) return `import { one } from './one.mjs';\nexport const part = () => '${text}'.repeat(one);`;
    return `export const part = '${text}';`;
  };

  it.each(made)('%s', async (_, files, part) => {
    const file = Object.keys(files)[0]?.replace('tools/', '') ?? '';
    root.write({
      ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`W/${name}`, content])),
      [part]: saying(part, 'old'),
    });
    expect(await dispatch(file)).toEqual(returned('old'));
    expect(await dispatch(file)).toEqual(returned('old'));
    root.write({ [part]: saying(part, 'new') });
    expect(await dispatch(file)).toEqual(returned('new'));
    root.write({ [part]: saying(part, 'old') });
    expect(await dispatch(file)).toEqual(returned('old'));
  });

  it('however fast edits of the same size come', async () => {
    for (let edit = 100; edit < 160; edit += 1) {
      root.write({
        'W/save.mjs': "import { part } from './part.mjs';\nexport const save = () => part;",
        'W/part.mjs': `export const part = ${edit};`,
      });
      expect(await dispatch()).toEqual(returned(edit));
    }
  });

  it('that keeps its size and its times', async () => {
    root.write({ 'W/save.mjs': 'export const save = () => "old";' });
    const long = new Date(Date.now() - 3_600_000);
    utimesSync(at('W/save.mjs'), long, long);
    expect(await dispatch()).toEqual(returned('old'));
    const { size, mtimeMs } = statSync(at('W/save.mjs'));
    root.write({ 'W/save.mjs': 'export const save = () => "new";' });
    utimesSync(at('W/save.mjs'), long, long);
    expect(statSync(at('W/save.mjs'))).toMatchObject({ size, mtimeMs });
    expect(await dispatch()).toEqual(returned('new'));
  });

  it('that is replaced, as editors do', async () => {
    root.write({ 'W/save.mjs': 'export const save = () => "old";' });
    expect(await dispatch()).toEqual(returned('old'));
    root.write({ 'W/.save.mjs.tmp': 'export const save = () => "new";' });
    renameSync(at('W/.save.mjs.tmp'), at('W/save.mjs'));
    expect(await dispatch()).toEqual(returned('new'));
  });

  it('with what it imports new, and what it imports no more', async () => {
    root.write({
      'W/save.mjs': 'export const save = () => "alone";',
      'W/a.mjs': 'export const part = "a";',
      'W/b.mjs': 'export const part = "b";',
    });
    await dispatch();
    root.write({ 'W/save.mjs': "import { part } from './a.mjs';\nexport const save = () => part;" });
    expect(await dispatch()).toEqual(returned('a'));
    root.write({ 'W/save.mjs': `import { part } from './b.mjs';\n${counting('moved')}export const save = () => part + runs;` });
    expect(await dispatch()).toEqual(returned('b1'));
    root.write({ 'W/a.mjs': 'export const part = "A";' });
    expect(await dispatch()).toEqual(returned('b1'));
    root.write({ 'W/b.mjs': 'export const part = "B";' });
    expect(await dispatch()).toEqual(returned('B2'));
  });

  it('that another tool imported before it was edited', async () => {
    root.write({
      'W/one.mjs': "import { part } from './part.mjs';\nexport const save = () => part;",
      'W/two.mjs': "export const save = async () => (await import('./part.mjs')).part;",
      'W/part.mjs': 'export const part = "old";',
    });
    expect(await dispatch('one.mjs')).toEqual(returned('old'));
    root.write({ 'W/part.mjs': 'export const part = "new";' });
    expect(await dispatch('two.mjs')).toEqual(returned('new'));
    expect(await dispatch('one.mjs')).toEqual(returned('new'));
  });
});

describe('another file under the same name is seen at the next dispatch', () => {
  it('beside the documents instead of in the tools folder, and back', async () => {
    root.write({ 'W/tools/save.mjs': 'export const save = () => "in tools";' });
    expect(await dispatch()).toEqual(returned('in tools'));
    root.write({ 'W/save.mjs': 'export const save = () => "beside";' });
    expect(await dispatch()).toEqual(returned('beside'));
    rmSync(at('W/save.mjs'));
    expect(await dispatch()).toEqual(returned('in tools'));
  });

  it('a helper that is a link which leads elsewhere now', async () => {
    root.write({
      'W/save.mjs': "import { part } from './part.mjs';\nexport const save = () => part;",
      'W/one.mjs': 'export const part = 1;',
      'W/two.mjs': 'export const part = 2;',
    });
    symlinkSync('one.mjs', at('W/part.mjs'));
    expect(await dispatch()).toEqual(returned(1));
    rmSync(at('W/part.mjs'));
    symlinkSync('two.mjs', at('W/part.mjs'));
    expect(await dispatch()).toEqual(returned(2));
    root.write({ 'W/two.mjs': 'export const part = 3;' });
    expect(await dispatch()).toEqual(returned(3));
  });

  it('a whole workflow folder that is a link which leads elsewhere now', async () => {
    const tool = "import { part } from './part.mjs';\nexport const save = () => part;";
    root.write({
      'first/save.mjs': tool,
      'first/part.mjs': 'export const part = 1;',
      'second/save.mjs': tool,
      'second/part.mjs': 'export const part = 2;',
    });
    symlinkSync('first', at('current'));
    expect(await dispatch('save.mjs', {}, 'current')).toEqual(returned(1));
    rmSync(at('current'));
    symlinkSync('second', at('current'));
    expect(await dispatch('save.mjs', {}, 'current')).toEqual(returned(2));
  });
});

describe('what else is loaded in the process', () => {
  const tool = "import * as helper from './helper.mjs';\nexport const save = () => helper;";

  it("FR8 another workflow's tools: the first one's helper module is the same object", async () => {
    root.write({
      'W/save.mjs': tool,
      'W/helper.mjs': 'export const own = "W";',
      'X/save.mjs': tool,
      'X/helper.mjs': 'export const own = "X";',
    });
    const first = await dispatch();
    expect(first).toMatchObject({ value: { own: 'W' }, identity: expect.any(Number) });
    expect(await dispatch('save.mjs', {}, 'X')).toMatchObject({ value: { own: 'X' }, identity: expect.any(Number) });
    root.write({ 'X/helper.mjs': 'export const own = "edited";' });
    expect(await dispatch('save.mjs', {}, 'X')).toMatchObject({ value: { own: 'edited' } });
    expect(await dispatch()).toMatchObject({ value: { own: 'W' }, identity: first.kind === 'returned' && first.identity });
  });

  it('another loader has the same module', async () => {
    root.write({ 'W/save.mjs': tool, 'W/helper.mjs': 'export const own = "W";' });
    const first = await dispatch();
    expect(await dispatch('save.mjs', { importLimitMs: 5_000 })).toMatchObject({ identity: first.kind === 'returned' && first.identity });
  });

  it('an application that imports a helper itself keeps a module of its own', async () => {
    root.write({
      'W/save.mjs': "import { count } from './helper.mjs';\nexport const save = () => count();",
      'W/helper.mjs': "export { count } from './counter.mjs';",
      'W/counter.mjs': 'let n = 0;\nexport const count = () => (n += 1);',
    });
    expect([await dispatch(), await dispatch()]).toEqual([returned(1), returned(2)]);
    const plain = { plainly: true, name: 'count' };
    expect(await dispatch('helper.mjs', plain)).toMatchObject({ value: 1 });
    root.write({ 'W/counter.mjs': 'let n = 100;\nexport const count = () => (n += 1);' });
    expect(await dispatch()).toEqual(returned(101));
    expect(await dispatch('helper.mjs', plain)).toMatchObject({ value: 2 });
    expect(readFileSync(at('W/counter.mjs'), 'utf8')).toContain('100');
  });
});
