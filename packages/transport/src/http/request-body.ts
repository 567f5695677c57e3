import type { IncomingMessage } from 'node:http';
import { type Json, strictJson } from '@intarsia/core';
import type { z } from 'zod';
import { type Problem, problem } from './problems.ts';

/** How many bytes a body may have. */
const sizeLimit = 64 * 1024;
/** How deep a body's JSON may nest. */
const depthLimit = 32;

/** A body that fits its schema, or what is wrong with it. */
export type BodyResult<Body> = { readonly kind: 'body'; readonly body: Body } | { readonly kind: 'refused'; readonly problem: Problem };

/**
 * Reads a JSON body through the strict JSON door, unrepaired: what one reader takes for something else than another is refused. Only `application/json`
 * counts: a page of another site cannot send it without asking first. An empty body is `{}`.
 */
export async function bodyOf<Body>(incoming: IncomingMessage, schema: z.ZodType<Body>): Promise<BodyResult<Body>> {
  if (!/^application\/json\s*(;|$)/i.test(incoming.headers['content-type'] ?? '')) return refused(problem(415, 'bad_request'));
  const text = await textOf(incoming);
  if (text === null) return refused(problem(413, 'bad_request'));
  const value = parse(text || '{}');
  if (value === undefined || depthOf(value, depthLimit) > depthLimit) return refused(problem(400, 'bad_request'));
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'body', body: parsed.data };
  const paths = parsed.error.issues.slice(0, 8).map((issue) => `/${issue.path.join('/')}`);
  return refused(problem(422, 'bad_request', { details: { paths } }));
}

/** The text of the body, or null as soon as it is too long. */
async function textOf(incoming: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
    size += piece.length;
    if (size > sizeLimit) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const refused = (found: Problem): { readonly kind: 'refused'; readonly problem: Problem } => ({ kind: 'refused', problem: found });

/** The value of a JSON text; undefined when it is not exactly one. */
function parse(text: string): Json | undefined {
  const read = strictJson(text, { maxBytes: sizeLimit });
  return read.kind === 'parsed' && read.repair === null ? read.value : undefined;
}

/** How deep a value nests; looks no further than one beyond `limit`. */
function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit < 0) return 1;
  return 1 + Math.max(0, ...Object.values(value).map((member) => depthOf(member, limit - 1)));
}
