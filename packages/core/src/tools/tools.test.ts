import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../ports/json.ts';
import { defineTool, toolFromExport } from './define-tool.ts';
import { bindOutput, checkInput, describeTool } from './tool-input.ts';
import { toolResult } from './tool-result.ts';

const noContext = {} as Parameters<ReturnType<typeof defineTool>['run']>[1];
const open = defineTool({ run: () => null });
const strict = defineTool({ input: z.strictObject({ title: z.string(), phase_agents: z.array(z.string()).default([]) }), run: () => null });

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

describe('what a tool gives back', () => {
  it.each<[unknown, unknown]>([
    [undefined, null],
    [null, null],
    ['text', 'text'],
    [{ a: undefined, b: [undefined] }, { b: [null] }],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
  ])('%j becomes %j', (value, result) => {
    expect(toolResult(value)).toEqual(result);
  });

  it('is detached from what the tool keeps', () => {
    const kept = { list: [1] };
    const result = toolResult(kept);
    kept.list.push(2);
    expect(result).toEqual({ list: [1] });
  });

  it.each([[1n], [() => 1], [Symbol('s')], [{ n: Number.NaN }], [[Number.POSITIVE_INFINITY]]])(
    'is refused when JSON cannot hold it (%#)',
    (value) => {
      expect(() => toolResult(value)).toThrow(TypeError);
    },
  );
});

describe('an export', () => {
  it('that is a plain function becomes an unsafe tool of its name', async () => {
    const found = toolFromExport('save', (fields: JsonObject, context: unknown) => ({ got: fields, same: context === noContext }));
    expect(found).toMatchObject({ name: 'save', effect: 'unsafe', input: null, timeoutMs: 300_000, reconcile: null });
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

  it.each([[undefined], [null], ['text'], [{}], [{ kind: 'other', run: () => 1 }], [[1]]])('%j is no tool', (exported) => {
    expect(toolFromExport('save', exported)).toBeNull();
  });
});
