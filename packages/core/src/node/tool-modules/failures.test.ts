import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
const dispatch = (file = 'save.mjs', asked: Asked = {}): Promise<Answer> => host.dispatch(at('W'), file, asked);
const returned = (value: unknown) => expect.objectContaining({ kind: 'returned', value });
const invalid = (reason: string, file = 'save.mjs') =>
  expect.objectContaining({ kind: 'missing', code: 'tool_invalid', message: `The tool file ${file} cannot be imported: ${reason}.` });

const good = 'export const save = () => "good";';
const withHelper = "import { part } from './tools/helper.mjs';\n\nexport const save = () => part;";
const helper = 'export const part = "good";';

describe('an edit that cannot be loaded fails that dispatch with file and line, runs no old code, and the mended file is seen at once', () => {
  it.each([
    [
      'H3 a syntax error in the tool',
      'W/save.mjs',
      { 'W/save.mjs': good },
      'export const save = () => {\n  return 1;;;\n  ) };',
      "save.mjs:3: Unexpected token ')'",
    ],
    [
      'H3 a syntax error in a helper',
      'W/tools/helper.mjs',
      { 'W/save.mjs': withHelper, 'W/tools/helper.mjs': helper },
      'const a = 1;\nconst a = 2;',
      "tools/helper.mjs:2: Identifier 'a' has already been declared",
    ],
    [
      'H3 a file that ends too early',
      'W/save.mjs',
      { 'W/save.mjs': good },
      'export const save = () => {\n',
      'save.mjs:2: Unexpected end of input',
    ],
    [
      'a syntax error in a file without a mark of its kind',
      'W/tools/helper.js',
      { 'W/save.mjs': withHelper.replace('.mjs', '.js'), 'W/tools/helper.js': helper },
      'export const part = ;',
      "tools/helper.js:1: Unexpected token ';'",
    ],
    [
      'an import of what a helper does not export',
      'W/tools/helper.mjs',
      { 'W/save.mjs': withHelper, 'W/tools/helper.mjs': helper },
      'export const other = 1;',
      "save.mjs:1: The requested module './tools/helper.mjs' does not provide an export named 'part'",
    ],
    [
      'an import of a helper that is not there',
      'W/save.mjs',
      { 'W/save.mjs': good },
      `\n${withHelper}`,
      'save.mjs:2 imports "./tools/helper.mjs", which cannot be found',
    ],
    [
      'an import of a package that is not installed',
      'W/tools/helper.mjs',
      { 'W/save.mjs': withHelper, 'W/tools/helper.mjs': helper },
      '\n\nimport "not-installed";',
      'tools/helper.mjs:3 imports "not-installed", which cannot be found',
    ],
    [
      'code that throws',
      'W/tools/helper.mjs',
      { 'W/save.mjs': withHelper, 'W/tools/helper.mjs': helper },
      '\n\n\nthrow new Error("secret");\nexport const part = 1;',
      'the code at tools/helper.mjs:4 fails when it is loaded',
    ],
    ['code that throws no error', 'W/save.mjs', { 'W/save.mjs': good }, 'throw "secret";', 'its code fails when it is loaded'],
    [
      'JSON that is none',
      'W/part.json',
      { 'W/save.mjs': "import data from './part.json' with { type: 'json' };\nexport const save = () => data;", 'W/part.json': '"good"' },
      '{\n  "a": 1,\n  secret\n}',
      'part.json:3 is not JSON',
    ],
    [
      'an import out of the workflow',
      'W/tools/helper.mjs',
      { 'W/save.mjs': withHelper, 'W/tools/helper.mjs': helper, 'X/a.mjs': helper },
      "\nexport { part } from '../../X/a.mjs';",
      'tools/helper.mjs:2 imports "../../X/a.mjs", which is neither in the folder of its workflow nor in the _shared folder beside it',
    ],
    [
      'an import of a workflow in _shared',
      '_shared/a.mjs',
      {
        'W/save.mjs': "export { part as save } from '../_shared/a.mjs';",
        '_shared/a.mjs': 'export const part = () => "good";',
        'W/b.mjs': 'export const part = 1;',
      },
      "export { part } from '../W/b.mjs';",
      '_shared/a.mjs:1 imports "../W/b.mjs", which is neither in the folder of its workflow nor in the _shared folder beside it',
    ],
  ])('%s', async (_, broken, files, content, reason) => {
    root.write(files);
    expect(await dispatch()).toEqual(returned('good'));
    root.write({ [broken]: content });
    expect(await dispatch()).toEqual(invalid(reason));
    expect(await dispatch()).toEqual(invalid(reason));
    root.write(files);
    expect(await dispatch()).toEqual(returned('good'));
  });

  it('H3 types that cannot be stripped', async () => {
    root.write({ 'W/save.ts': '\nexport enum Kind { One }\nexport const save = () => 1;' });
    expect(await dispatch('save.ts')).toEqual(invalid('save.ts:2: TypeScript enum is not supported in strip-only mode', 'save.ts'));
    root.write({ 'W/save.ts': 'export const save = (): string => "good";' });
    expect(await dispatch('save.ts')).toEqual(returned('good'));
  });

  it('H3 TypeScript whose types can be stripped and that is no JavaScript then', async () => {
    root.write({ 'W/save.ts': 'const part: string = "";\nconst part = 1;\nexport const save = () => part;' });
    expect(await dispatch('save.ts')).toEqual(invalid("save.ts:2: Identifier 'part' has already been declared", 'save.ts'));
  });

  it('an error whose stack cannot be read', async () => {
    root.write({ 'W/save.mjs': 'throw Object.defineProperty(new Error(), "stack", { get() { throw new Error("secret"); } });' });
    expect(await dispatch()).toEqual(invalid('its code fails when it is loaded'));
  });

  it('a syntax error is not looked for again before a file changed', async () => {
    root.write({ 'W/save.mjs': 'export const save = (;' });
    const first = await dispatch();
    expect(first).toMatchObject({ identity: expect.any(Number), cause: "SyntaxError: Unexpected token ';'" });
    expect(await dispatch()).toMatchObject({ identity: first.kind === 'missing' && first.identity });
    root.write({ 'W/save.mjs': 'export const save = (();' });
    expect(await dispatch()).not.toMatchObject({ identity: first.kind === 'missing' && first.identity });
  });
});

describe('a failure whose cause is not in the files', () => {
  it('is over at the next dispatch after its cause', async () => {
    root.write({
      'W/save.mjs': `import '../_shared/ready.mjs';\n${good}`,
      '_shared/ready.mjs': 'if (globalThis.ready !== true) throw new Error("not yet");',
    });
    expect(await dispatch()).toEqual(invalid('the code at _shared/ready.mjs:1 fails when it is loaded'));
    root.write({ 'W/ready.mjs': 'export const save = () => { globalThis.ready = true; return "done"; };' });
    expect(await dispatch('ready.mjs')).toEqual(returned('done'));
    expect(await dispatch()).toEqual(returned('good'));
  });

  it('a package that was not installed yet', async () => {
    root.write({ 'W/save.mjs': "export { save } from 'late';" });
    expect(await dispatch()).toEqual(invalid('save.mjs:1 imports "late", which cannot be found'));
    root.write({ 'W/node_modules/late/package.json': '{"name":"late","exports":"./index.mjs"}', 'W/node_modules/late/index.mjs': good });
    expect(await dispatch()).toEqual(returned('good'));
  });

  it('leaves what ran well as it is', async () => {
    root.write({
      'W/save.mjs': "import { count } from './helper.mjs';\nexport const save = () => count();",
      'W/helper.mjs': 'let n = 0;\nexport const count = () => (n += 1);',
    });
    expect(await dispatch()).toEqual(returned(1));
    root.write({ 'W/bad.mjs': "import './helper.mjs';\nthrow new Error('bad');" });
    expect(await dispatch('bad.mjs')).toEqual(invalid('the code at bad.mjs:2 fails when it is loaded', 'bad.mjs'));
    expect(await dispatch()).toEqual(returned(2));
  });
});

describe('installed packages', () => {
  const files = {
    'W/save.mjs': "import { part } from 'lib';\nexport const save = () => part;",
    'W/node_modules/lib/package.json': '{"name":"lib","version":"1.0.0","exports":"./index.mjs"}',
    'W/node_modules/lib/index.mjs': 'export { part } from "./part.mjs";',
    'W/node_modules/lib/part.mjs': 'export const part = "one";',
  };

  it('are loaded once in a process', async () => {
    root.write(files);
    expect(await dispatch()).toEqual(returned('one'));
    root.write({ 'W/node_modules/lib/part.mjs': 'export const part = "two";', 'W/save.mjs': `${files['W/save.mjs']}\n` });
    expect(await dispatch()).toEqual(returned('one'));
  });

  it('may be imported by a path, as may what an absolute one names', async () => {
    root.write({
      ...files,
      'W/save.mjs': `import { part } from './node_modules/lib/index.mjs';
import { far } from ${JSON.stringify(pathToFileURL(at('far.mjs')).href)};
export const save = () => part + far;`,
      'far.mjs': 'export const far = "far";',
    });
    expect(await dispatch()).toEqual(returned('onefar'));
    root.write({ 'far.mjs': 'export const far = "new";' });
    expect(await dispatch()).toEqual(returned('onefar'));
  });

  it('that changed are named when a tool cannot be loaded', async () => {
    root.write(files);
    await dispatch();
    root.write({
      'W/node_modules/lib/package.json': '{"name":"lib","version":"2.0.0","exports":"./index.mjs"}',
      'W/node_modules/lib/part.mjs': 'export const part = "one";\nexport const fresh = "two";',
      'W/node_modules/lib/index.mjs': 'export * from "./part.mjs";',
      'W/save.mjs': "import { fresh } from 'lib';\nexport const save = () => fresh;",
    });
    expect(await dispatch()).toMatchObject({
      kind: 'missing',
      message: expect.stringMatching(
        /^The tool file save.mjs cannot be imported: save.mjs:1: .* named 'fresh'. The package "lib" changed since it was loaded, which a process does once: restart it\.$/,
      ),
    });
  });
});

describe('CommonJS code', () => {
  const kept = (file: string) =>
    `${file} changed after it was loaded as CommonJS, of which Node keeps the old code: restart the process, or make it an ES module`;

  it.each([
    ['a tool', 'save.cjs', { 'W/save.cjs': 'exports.save = () => "good";' }, 'W/save.cjs', kept('save.cjs')],
    [
      'a helper',
      'save.mjs',
      { 'W/save.mjs': "import helper from './helper.cjs';\nexport const save = () => helper;", 'W/helper.cjs': 'module.exports = "good";' },
      'W/helper.cjs',
      `save.mjs:1 imports "./helper.cjs", and ${kept('helper.cjs')}`,
    ],
    [
      'a helper without a mark of its kind',
      'save.mjs',
      { 'W/save.mjs': "import helper from './helper.js';\nexport const save = () => helper;", 'W/helper.js': 'module.exports = "good";' },
      'W/helper.js',
      `save.mjs:1 imports "./helper.js", and ${kept('helper.js')}`,
    ],
    [
      'a helper of a helper',
      'save.mjs',
      {
        'W/save.mjs': "import helper from './helper.cjs';\nexport const save = () => helper;",
        'W/helper.cjs': 'module.exports = require("./deep");',
        'W/deep.js': 'module.exports = "good";',
      },
      'W/deep.js',
      kept('helper.cjs'),
    ],
    [
      'a helper that an ES module requires',
      'save.mjs',
      {
        'W/save.mjs':
          "import { createRequire } from 'node:module';\nexport const save = () => createRequire(import.meta.url)('./helper.cjs');",
        'W/helper.cjs': 'module.exports = "good";',
      },
      'W/helper.cjs',
      kept('helper.cjs'),
    ],
    [
      'an ES module that CommonJS code imports',
      'save.cjs',
      { 'W/save.cjs': 'exports.save = async () => (await import("./part.mjs")).part;', 'W/part.mjs': helper },
      'W/part.mjs',
      kept('save.cjs'),
    ],
  ])('%s runs, and is missing once it changed', async (_, file, files, edited, reason) => {
    root.write(files);
    expect(await dispatch(file)).toEqual(returned('good'));
    expect(await dispatch(file)).toEqual(returned('good'));
    root.write({ [edited]: '// edited' });
    const refused = expect.objectContaining({ kind: 'missing', code: 'tool_invalid', message: expect.stringContaining(reason) });
    expect(await dispatch(file)).toEqual(refused);
    expect(await dispatch(file)).toEqual(refused);
  });

  it('stays in mind over edits of the ES module that requires it', async () => {
    const tool = "import { createRequire } from 'node:module';\nexport const save = () => createRequire(import.meta.url)('./helper.cjs');";
    root.write({ 'W/save.mjs': tool, 'W/helper.cjs': 'module.exports = "good";' });
    expect(await dispatch()).toEqual(returned('good'));
    root.write({ 'W/save.mjs': `${tool}\n` });
    expect(await dispatch()).toEqual(returned('good'));
    root.write({ 'W/helper.cjs': 'module.exports = "new";' });
    expect(await dispatch()).toEqual(invalid(kept('helper.cjs')));
  });
});

describe('an import that does not end', () => {
  it('holds a dispatch no longer than its limit, and serves the ones after its end', async () => {
    root.write({ 'W/save.mjs': `await new Promise((resolve) => { globalThis.go = resolve; });\n${good}` });
    const late = invalid('its import did not end within 50 ms');
    expect(await dispatch('save.mjs', { importLimitMs: 50 })).toEqual(late);
    expect(await dispatch('save.mjs', { importLimitMs: 50 })).toEqual(late);
    root.write({ 'W/go.mjs': 'export const save = () => { globalThis.go(); return "gone"; };' });
    expect(await dispatch('go.mjs')).toEqual(returned('gone'));
    expect(await dispatch()).toEqual(returned('good'));
  });

  it('is left behind by an edit', async () => {
    root.write({ 'W/save.mjs': `await new Promise(() => {});\n${good}` });
    expect(await dispatch('save.mjs', { importLimitMs: 50 })).toMatchObject({ kind: 'missing' });
    root.write({ 'W/save.mjs': good });
    expect(await dispatch()).toEqual(returned('good'));
  });
});

describe('a link out of the folder', () => {
  it('in the place of a tool file is refused', async () => {
    root.write({ 'W/save.mjs': good, 'out/save.mjs': good });
    expect(await dispatch()).toEqual(returned('good'));
    rmSync(at('W/save.mjs'));
    symlinkSync(at('out/save.mjs'), at('W/save.mjs'));
    expect(await dispatch()).toMatchObject({
      kind: 'missing',
      code: 'tool_not_found',
      message: "save.mjs is not inside its workflow's folder.",
    });
  });

  it('in the place of a helper is refused', async () => {
    root.write({ 'W/save.mjs': withHelper, 'W/tools/helper.mjs': helper, 'out/helper.mjs': helper });
    expect(await dispatch()).toEqual(returned('good'));
    rmSync(at('W/tools/helper.mjs'));
    symlinkSync(at('out/helper.mjs'), at('W/tools/helper.mjs'));
    expect(await dispatch()).toMatchObject({
      kind: 'missing',
      message: expect.stringContaining('save.mjs:1 imports "./tools/helper.mjs", which is neither in'),
    });
  });

  it('to code that is shared is followed, when _shared itself is a link', async () => {
    root.write({ 'W/save.mjs': "export { save } from '../_shared/save.mjs';", 'common/save.mjs': good });
    symlinkSync('common', at('_shared'));
    expect(await dispatch()).toEqual(returned('good'));
    root.write({ 'common/save.mjs': 'export const save = () => "new";' });
    expect(await dispatch()).toEqual(returned('new'));
  });
});
