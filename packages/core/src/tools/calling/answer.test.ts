import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentReply } from '../../ports/agents.ts';
import { memoryClaims } from '../claims/index.ts';
import { defineTool } from '../define-tool.ts';
import { callWithTools, resume } from './call-with-tools.ts';
import type { CallGuard } from './call-with-tools-types.ts';
import { answers, asking, asks, scripted, sent } from './calling.test-support.ts';
import { finishReason } from './finish-reason.ts';
import { transcriptProblem } from './transcript.ts';

describe('what a reply is made of', () => {
  const ended = async (reply: Partial<AgentReply>) => callWithTools(scripted([reply]).options);

  it('TOOL-64 gives its text in one piece, thinking apart, and the pieces where one is more than text', async () => {
    const thinking = { type: 'thinking', text: 'Hm.' } as const;
    const text = (said: string) => ({ type: 'text', text: said }) as const;
    const image = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const;
    const spoken = await ended({ parts: [thinking, text('hello'), text('world')] });
    expect(spoken).toMatchObject({ type: 'final_answer', text: 'helloworld', thinking: 'Hm.', result: 'helloworld' });
    expect(spoken.messages.at(-1)).toEqual({ role: 'assistant', content: 'helloworld' });
    expect(await ended({ parts: [thinking, text('Look:'), image] })).toMatchObject({ text: 'Look:', result: [text('Look:'), image] });
    expect(await ended({ parts: [image] })).toMatchObject({ type: 'final_answer', text: '', result: [image] });
    expect(await ended({ parts: [thinking] })).toMatchObject({ type: 'error', error: { type: 'incomplete_response' } });
  });

  it.each([
    ['stop', 'stop'],
    ['completed', 'stop'],
    ['end_turn', 'stop'],
    ['tool_calls', 'tool_calls'],
    ['tool_use', 'tool_calls'],
    ['length', 'length'],
    ['max_tokens', 'length'],
    ['max_output_tokens', 'length'],
    ['content_filter', 'content_filter'],
    ['error', 'error'],
    ['cancelled', 'cancelled'],
    ['incomplete', 'incomplete'],
    ['unknown', 'unknown'],
    ['whatever', 'unknown'],
    ['constructor', 'unknown'],
    [null, undefined],
    [undefined, undefined],
  ])('TOOL-65 reads the finish reason %j as %j', (word, expected) => {
    expect(finishReason(word)).toBe(expected);
  });

  it('TOOL-65 goes by that reading, and says it', async () => {
    expect(await ended({ text: 'Hi.', finishReason: 'end_turn' })).toMatchObject({ type: 'final_answer', finishReason: 'stop' });
    expect(await ended({ text: 'Hi.', finishReason: 'max_tokens' })).toMatchObject({
      error: { type: 'incomplete_response' },
      finishReason: 'length',
    });
  });
});

describe('an answer under a contract', () => {
  const schema = z.object({ sum: z.number() });
  const tool = defineTool({ name: 'look', run: () => 'seen' });

  it('TOOL-81 is validated, mended by calls without tools, as often as it may be', async () => {
    const { options, model } = scripted([asking(asks('look')), 'The sum is 8.', '{"sum":8}'], {
      autoExecute: true,
      tools: [tool],
      output: { schema },
    });
    const result = await callWithTools(options);
    expect(result).toMatchObject({ type: 'final_answer', value: { sum: 8 }, repairs: 1, text: '{"sum":8}' });
    expect(model.requests.map(({ tools }) => tools.length)).toEqual([1, 1, 0]);
    expect(sent(model, 2)).not.toHaveProperty('toolChoice');
    expect(sent(model, 2)).not.toHaveProperty('onText');
    expect(sent(model, 0).output).toMatchObject({ name: 'answer', schema: { additionalProperties: false } });
    expect(transcriptProblem(result.messages)).toBeNull();
    const asked = async (output: { retries?: number; onValidationError?: 'repair' | 'error' }, replies: number) => {
      const { options: given, model: runner } = scripted(
        Array.from({ length: replies }, () => '{"sum":"8"}'),
        { output: { schema, ...output } },
      );
      const failed = await callWithTools(given);
      expect(failed).toMatchObject({ type: 'error', error: { type: 'output_validation', message: expect.stringContaining('/sum') } });
      runner.assertDone();
      return runner.requests.length;
    };
    expect(await asked({ retries: 10 }, 4)).toBe(4);
    expect(await asked({}, 2)).toBe(2);
    expect(await asked({ retries: 0 }, 1)).toBe(1);
    expect(await asked({ onValidationError: 'error', retries: 3 }, 1)).toBe(1);
  });

  it('is one JSON value in at most one code fence', async () => {
    const { options } = scripted(['```json\n{"sum":8}\n```'], { output: { schema } });
    expect(await callWithTools(options)).toMatchObject({ type: 'final_answer', value: { sum: 8 }, repairs: 0 });
  });

  it('is not judged by a schema that is asynchronous', async () => {
    const { options } = scripted(['{"sum":8}'], { output: { schema: schema.refine(async () => true) } });
    expect(await callWithTools(options)).toMatchObject({ type: 'error', error: { type: 'output_validation', code: 'model_invalid' } });
  });

  it('T8 that is refused after a tool had its effect leaves the effect on record: it is not had again', async () => {
    const claims = memoryClaims();
    const ran: string[] = [];
    const effect = defineTool({ name: 'effect', run: () => ran.push('effect') });
    const replies = [asking(asks('effect')), 'No JSON.', '{"sum":8}', asking(asks('effect')), '{"sum":8}'];
    const output = { schema, onValidationError: 'error' } as const;
    const { options } = scripted(replies, { autoExecute: true, tools: [effect], output, claims, operationId: 'op' });
    const blocked = await callWithTools(options);
    expect(blocked).toMatchObject({ type: 'error', error: { type: 'output_validation' }, toolResults: [{ status: 'success', result: 1 }] });
    expect(await resume(blocked, options)).toMatchObject({ type: 'final_answer', value: { sum: 8 }, toolResults: [{ result: 1 }] });
    expect(await callWithTools(options)).toMatchObject({ type: 'final_answer', toolResults: [{ result: 1, replayed: true }] });
    expect(ran).toEqual(['effect']);
  });
});

describe('a guard', () => {
  const guarded = async (guard: CallGuard) => {
    const ran: string[] = [];
    const note = defineTool<{ n: number }>({ name: 'note', effect: 'none', run: ({ n }) => ran.push(`${n}`) });
    const { options } = scripted([asking(asks('note', { n: 1 }, 'a'), asks('note', { n: 2 }, 'b')), 'Done.'], {
      autoExecute: true,
      tools: [note],
      guard,
    });
    const result = await callWithTools(options);
    expect(transcriptProblem(result.messages)).toBeNull();
    return { result, ran, options };
  };
  const second: CallGuard['check'] = ({ id }) => (id === 'b' ? 'No second note.' : null);

  it('TOOL-75 that refuses call 2 of 2 lets neither run, or only the other one, as it says', async () => {
    const strict = await guarded({ check: second });
    expect(strict.result).toMatchObject({ type: 'error', error: { type: 'guard_refused', message: 'No second note.' }, turns: 0 });
    expect(strict.result.toolResults).toMatchObject([
      { error: { type: 'forbidden' } },
      { error: { type: 'forbidden', message: 'No second note.' } },
    ]);
    expect(strict.ran).toEqual([]);
    const perCall = await guarded({ check: async (call) => second(call), refuses: 'call' });
    expect(perCall.result).toMatchObject({ type: 'final_answer', text: 'Done.' });
    expect(answers(perCall.result.messages)).toMatchObject([
      { ok: true },
      { ok: false, error: { type: 'forbidden', message: 'No second note.' } },
    ]);
    expect(perCall.ran).toEqual(['1']);
    expect(await resume(strict.result, strict.options)).toMatchObject({ type: 'final_answer' });
    expect(strict.ran).toEqual([]);
  });

  it('that throws refuses', async () => {
    const { result, ran } = await guarded({ check: () => Promise.reject(new Error('broken')) });
    expect(result).toMatchObject({ type: 'error', error: { type: 'guard_refused' } });
    expect(ran).toEqual([]);
  });

  it('in JavaScript that says nothing lets a call pass, and one that says anything but a text refuses', async () => {
    const saying = (said: unknown) => guarded({ check: () => said as null });
    expect(await saying(undefined)).toMatchObject({ result: { type: 'final_answer' }, ran: ['1', '2'] });
    for (const said of [true, 7, {}])
      expect(await saying(said)).toMatchObject({
        result: { error: { type: 'guard_refused', message: 'It could not be checked.' } },
        ran: [],
      });
  });
});
