import { type } from 'arktype';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { ToolBinding, Workflow } from '../documents/workflow.ts';
import type { JsonObject } from '../ports/json.ts';
import { defineTool, toolFromExport } from './define-tool.ts';
import type { ToolDefinition } from './tool.ts';
import { bindOutput, checkInput, describeTool, unfedFields } from './tool-input.ts';
import { toolsInCode } from './tools-in-code.ts';

const noContext = {} as Parameters<ReturnType<typeof defineTool>['run']>[1];
const open = defineTool({ run: () => null });
const strict = defineTool({ input: z.strictObject({ title: z.string(), phase_agents: z.array(z.string()).default([]) }), run: () => null });

describe('a definition', () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      'asks for approval by a word that nobody reads',
      { name: 'pay', needsApproval: true, run: () => null },
      'The tool "pay" has no `needsApproval`.',
    ],
    ['is made from a tool', { ...open, name: 'pay' }, 'The tool "pay" has no `kind`.'],
    ['has code under another word', { execute: () => null }, 'A tool has no `execute`.'],
    ['has no code', { name: 'pay' }, 'The tool "pay" needs a function `run`.'],
  ])('that %s is refused', (_, authored, message) => {
    expect(() => Reflect.apply(defineTool, undefined, [authored])).toThrow(
      expect.objectContaining({ code: 'tool_invalid', message: expect.stringContaining(message) }),
    );
  });
});

describe('the input of an auto tool', () => {
  it('is the whole output when the tool declares none', () => {
    expect(bindOutput(open, { a: 1, b: { c: 2 } })).toEqual({ kind: 'bound', input: { a: 1, b: { c: 2 } } });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['the declared fields alone', { title: 'T', other: 1 }, { title: 'T', phase_agents: [] }],
    ['fields of the same name without case and punctuation', { Title: 'T', PhaseAgents: ['a'] }, { title: 'T', phase_agents: ['a'] }],
    ['the field of the exact name before a similar one', { TITLE: 'no', title: 'yes' }, { title: 'yes', phase_agents: [] }],
    ['a default for what is missing', { title: 'T' }, { title: 'T', phase_agents: [] }],
  ])('is %s', (_, output, input) => {
    expect(bindOutput(strict, output)).toEqual({ kind: 'bound', input });
  });

  it('is refused when a declared field is missing or of another type', () => {
    expect(bindOutput(strict, {})).toMatchObject({ kind: 'refused', message: expect.stringContaining('/title') });
    expect(bindOutput(strict, { title: 1 })).toMatchObject({ kind: 'refused' });
  });
});

describe('the arguments of a model’s call', () => {
  it.each([[[1]], ['text'], [null], [3]])('%j are no object', (given) => {
    expect(checkInput(open, given)).toMatchObject({ kind: 'refused' });
  });

  it('are checked as they are: nothing is left out and no name is matched loosely', () => {
    expect(checkInput(strict, { title: 'T', extra: 1 })).toMatchObject({ kind: 'refused', message: expect.stringContaining('extra') });
    expect(checkInput(strict, { Title: 'T' })).toMatchObject({ kind: 'refused' });
    expect(checkInput(strict, { title: 'T' })).toEqual({ kind: 'bound', input: { title: 'T', phase_agents: [] } });
  });
});

describe('what a model is told of a tool', () => {
  it('is its schema without a dialect, and the description of its document before its own', () => {
    const described = { ...strict, description: 'own' };
    expect(describeTool('make', null, described)).toEqual({
      name: 'make',
      description: 'own',
      parameters: {
        type: 'object',
        properties: { title: { type: 'string' }, phase_agents: { type: 'array', items: { type: 'string' }, default: [] } },
        required: ['title'],
        additionalProperties: false,
      },
    });
    expect(describeTool('make', 'of the document', described).description).toBe('of the document');
    expect(describeTool('make', null, open).parameters).toEqual({ type: 'object' });
  });
});

describe('a declared input', () => {
  const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

  it.each<[string, ToolDefinition]>([
    ['zod', defineTool({ input: z.object({ title: z.string() }), run: () => null })],
    ['arktype', defineTool({ input: type({ title: 'string' }), run: () => null })],
    ['JSON Schema', defineTool({ input: schema, run: () => null })],
  ])('may be a schema of %s, and is closed at every depth', (_, tool) => {
    expect(checkInput(tool, { title: 'T' })).toEqual({ kind: 'bound', input: { title: 'T' } });
    expect(checkInput(tool, { title: 'T', extra: 1 })).toMatchObject({ kind: 'refused', message: expect.stringMatching(/^\/extra: /) });
    expect(bindOutput(tool, { Title: 'T', extra: 1 })).toEqual({ kind: 'bound', input: { title: 'T' } });
    expect(describeTool('make', null, tool).parameters).toEqual({ ...schema, additionalProperties: false });
    expect(unfedFields(tool, ['other'])).toEqual(['title']);
  });

  it('gives its output type to `run`', () => {
    defineTool({
      input: z.object({ at: z.string().transform((text) => new Date(text)) }),
      run: ({ at }) => expectTypeOf(at).toEqualTypeOf<Date>(),
    });
    defineTool({ input: type({ size: 'number' }), run: ({ size }) => expectTypeOf(size).toEqualTypeOf<number>() });
    defineTool({ input: schema, run: (input) => expectTypeOf(input).toEqualTypeOf<JsonObject>() });
    defineTool({ run: (input) => expectTypeOf(input).toEqualTypeOf<JsonObject>() });
  });

  it('gives `run` what its own validation makes of it, which may be more than JSON', () => {
    const tool: { readonly input: ToolDefinition['input'] } = defineTool({
      input: z.object({ at: z.string().transform((text) => new Date(text)) }),
      run: () => null,
    });
    expect(checkInput({ ...open, input: tool.input }, { at: '1970-01-01T00:00:00Z' })).toEqual({
      kind: 'bound',
      input: { at: new Date(0) },
    });
  });

  it('reads null for an optional argument as absent', () => {
    const tool = defineTool({ input: z.object({ note: z.string().optional() }), run: () => null });
    expect(checkInput(tool, { note: null })).toEqual({ kind: 'bound', input: {} });
  });

  it('is compiled once, not for every call', () => {
    let asked = 0;
    const tool = defineTool({
      get input() {
        return z.object({
          get title() {
            asked += 1;
            return z.string();
          },
        });
      },
      run: () => null,
    });
    expect(checkInput(tool, { title: 'T' })).toMatchObject({ kind: 'bound' });
    const once = asked;
    for (let call = 0; call < 5; call += 1) expect(checkInput({ ...tool, name: 'again' }, { title: 'T' })).toMatchObject({ kind: 'bound' });
    describeTool('make', null, tool);
    expect(asked).toBe(once);
  });

  it('S4 that one of ten tools cannot close makes that one invalid, with its place; the other nine are listed', async () => {
    const sound = Array.from({ length: 9 }, (_, index) => [
      `tool${index}`,
      defineTool({ input: z.object({ day: z.iso.date() }), run: () => null }),
    ]);
    const broken = defineTool({ input: z.object({ id: z.string(), range: z.object({ from: z.date() }) }), run: () => null });
    const loader = toolsInCode({ ...Object.fromEntries(sound), broken });
    const load = (name: string) => loader.load({} as Workflow, { function: name } as ToolBinding);
    for (const [name] of sound) {
      const loaded = await load(String(name));
      if (loaded.kind === 'missing') throw new Error(loaded.message);
      expect(describeTool(String(name), null, loaded.tool).parameters).toMatchObject({ required: ['day'], additionalProperties: false });
    }
    expect(await load('broken')).toMatchObject({
      kind: 'missing',
      code: 'tool_invalid',
      message: expect.stringMatching(/"broken"[\s\S]*\/properties\/range\/properties\/from: .*Date/),
    });
    expect(() => describeTool('broken', null, broken as unknown as ToolDefinition)).toThrow(
      expect.objectContaining({ code: 'tool_invalid' }),
    );
  });
});

describe('an export', () => {
  it('that is a plain function becomes an unsafe tool of its name', async () => {
    const found = toolFromExport('save', (fields: JsonObject, context: unknown) => ({ got: fields, same: context === noContext }));
    expect(found).toMatchObject({ name: 'save', effect: 'unsafe', input: null, timeoutMs: null, reconcile: null });
    expect(await found?.run({ a: 1 }, noContext)).toEqual({ got: { a: 1 }, same: true });
  });

  it('that was defined keeps what it says, and gets the name of the export when it has none', () => {
    expect(toolFromExport('save', defineTool({ effect: 'keyed', timeoutMs: 5, run: () => 1 }))).toMatchObject({
      name: 'save',
      effect: 'keyed',
      timeoutMs: 5,
    });
    expect(toolFromExport('save', defineTool({ name: 'own', run: () => 1 }))?.name).toBe('own');
  });

  it.each([[0], [-1], [Number.NaN], ['60s']])('that was defined with a time limit of %s is invalid', (timeoutMs) => {
    expect(() => toolFromExport('save', { ...defineTool({ run: () => 1 }), timeoutMs })).toThrow(
      expect.objectContaining({ code: 'tool_invalid', message: expect.stringContaining('"save"') }),
    );
  });

  it.each([
    ['effect', 'read'],
    ['effect', undefined],
    ['run', 5],
    ['reconcile', { kind: 'unknown' }],
  ])('whose %s is %o is invalid, before anything is claimed for it', (member, value) => {
    expect(() => toolFromExport('save', { ...defineTool({ run: () => 1 }), [member]: value })).toThrow(
      expect.objectContaining({ code: 'tool_invalid', message: expect.stringContaining(`The \`${member}\` of "save" must be `) }),
    );
  });

  it('that was defined without an end may take any time', () => {
    expect(toolFromExport('save', defineTool({ timeoutMs: Number.POSITIVE_INFINITY, run: () => 1 }))?.timeoutMs).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it.each([[undefined], [null], ['text'], [{}], [{ kind: 'other', run: () => 1 }], [[1]]])('%j is no tool', (exported) => {
    expect(toolFromExport('save', exported)).toBeNull();
  });
});
