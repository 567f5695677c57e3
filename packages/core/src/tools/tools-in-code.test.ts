import { describe, expect, it } from 'vitest';
import type { ToolBinding, Workflow } from '../documents/workflow.ts';
import { defineTool } from './define-tool.ts';
import { toolsInCode } from './tools-in-code.ts';

const book = defineTool({ effect: 'keyed', run: () => 'booked' });
const loader = toolsInCode({ book, plain: () => 'plain', wrong: 1 });
const load = (name: string) => loader.load({} as Workflow, { function: name } as ToolBinding);

describe('tools in code', () => {
  it.each([
    ['book', 'booked'],
    ['plain', 'plain'],
  ])('gives %s by its function', async (name, result) => {
    const loaded = await load(name);
    expect(loaded.kind === 'loaded' ? loaded.tool.run({}, {} as never) : loaded).toBe(result);
  });

  it.each([
    ['wrong', 'tool_invalid'],
    ['other', 'tool_not_found'],
    ['constructor', 'tool_not_found'],
    ['__proto__', 'tool_not_found'],
  ])('has no tool %s', async (name, code) => {
    expect(await load(name)).toMatchObject({ kind: 'missing', code });
  });
});
