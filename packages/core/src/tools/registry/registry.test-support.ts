import { z } from 'zod';
import { defineTool } from '../define-tool.ts';

function adding(more: number) {
  const input = z.object({ a: z.int(), b: z.int() });
  return defineTool({ name: 'add', description: 'Adds two numbers.', effect: 'none', input, run: ({ a, b }) => ({ sum: a + b + more }) });
}

/** Any of these may be in a registry together. */
export const add = adding(0);
/** Another tool of the same name. */
export const offByHundred = adding(100);
export const multiply = defineTool({
  name: 'multiply',
  effect: 'none',
  input: z.object({ a: z.int(), b: z.int() }),
  run: ({ a, b }) => ({ product: a * b }),
});

/** A tool that has only a name. */
export const named = (name: string, extra: { readonly sensitive?: boolean; readonly description?: string } = {}) =>
  defineTool({ name, run: () => name, ...extra });

/** A tool with a schema that cannot be closed. */
export const unclosable = defineTool({ name: 'broken', input: z.object({ range: z.object({ from: z.date() }) }), run: () => null });

/** Throws from every operation on it. */
export const hostile = (): never =>
  new Proxy(
    {},
    Object.fromEntries(
      ['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor'].map((trap) => [
        trap,
        () => {
          throw new Error('secret');
        },
      ]),
    ),
  ) as never;

/** Runs a tool as far as a test of registries needs it. */
export const ran = (tool: { run(input: never, context: never): unknown } | undefined, input: unknown): unknown =>
  tool?.run(input as never, {} as never);
