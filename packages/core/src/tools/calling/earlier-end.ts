import { z } from 'zod';
import { callError } from './call-error.ts';
import type { CallError } from './call-with-tools-types.ts';
import { transcriptProblem } from './transcript.ts';

const count = z.number().nonnegative();
const placed = { toolCallId: z.string(), toolName: z.string(), attempts: count };

/** What is used of an end that is gone on from, as far as its form matters. */
const earlierEnd = z.looseObject({
  type: z.string(),
  operationId: z.string().min(1),
  turns: count,
  modelCalls: count,
  replies: count,
  usage: z.looseObject({ inputTokens: count, outputTokens: count, totalTokens: count, details: z.looseObject({}) }),
  messages: z.array(z.custom<never>()),
  toolResults: z.array(
    z.discriminatedUnion('status', [
      z.looseObject({ ...placed, status: z.literal('success') }),
      z.looseObject({ ...placed, status: z.literal('error'), error: z.looseObject({ type: z.string(), message: z.string() }) }),
    ]),
  ),
  model: z.string(),
  finishReason: z.string().nullable(),
  pending: z.array(z.looseObject({ approvalId: z.string() })).optional(),
});

/**
 * What keeps something from being the end of an operation; null for one that can be gone on from. It was stored meanwhile, perhaps by others: a transcript that no
 * provider takes is refused before a call of it is made.
 */
export function earlierProblem(earlier: unknown): CallError | null {
  const read = earlierEnd.safeParse(earlier);
  if (!read.success) {
    const [issue] = read.error.issues;
    return invalid(`at /${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}`);
  }
  const { messages } = read.data;
  const problem = transcriptProblem(messages, { lastMayBeOpen: true });
  return problem === null ? null : invalid(problem);
}

const invalid = (why: string): CallError =>
  callError('invalid_input', 'invalid_result', `This is no end of an operation that can be gone on from. ${why}`);
