import { describe, expect, it } from 'vitest';
import { defineTool } from '../define-tool.ts';
import { callWithTools, streamResume, streamWithTools } from './call-with-tools.ts';
import type { CallEvent, CallResult, CallWithToolsOptions } from './call-with-tools-types.ts';
import { asking, asks, ofType, scripted } from './calling.test-support.ts';

async function all(events: AsyncIterable<CallEvent>): Promise<readonly CallEvent[]> {
  const read: CallEvent[] = [];
  for await (const event of events) read.push(event);
  return read;
}

const echo = defineTool({ name: 'echo', effect: 'none', run: (input) => input });

describe('a stream', () => {
  it('tells text, whole calls and their results as they come, and the end', async () => {
    const pieces: string[] = [];
    const { options } = scripted([{ ...asking(asks('echo', { n: 1 })), text: 'Let me see.' }, 'It is 1.'], {
      autoExecute: true,
      tools: [echo],
      onText: (piece) => pieces.push(piece),
    });
    const stream = streamWithTools(options);
    const events = await all(stream);
    const result = await stream.result;
    expect(events).toEqual([
      { kind: 'text', text: 'Let me see.' },
      { kind: 'tool_call', call: { id: 'tc_1', name: 'echo', arguments: { n: 1 } } },
      { kind: 'tool_result', result: result.toolResults[0] },
      { kind: 'text', text: 'It is 1.' },
      { kind: 'end', result },
    ]);
    expect(pieces).toEqual(['Let me see.', 'It is 1.']);
  });

  it('T22 takes back the text of a try that failed or was of no use, and tells no call of it', async () => {
    const failure = { kind: 'failed', code: 'model_unreachable', message: 'Gone.', retryable: true } as const;
    const { options, clock } = scripted(
      [
        ({ onText }) => {
          onText?.('Half a ');
          return failure;
        },
        { text: 'Cut', toolCalls: [asks('echo', '{"n"')], finishReason: 'length' },
      ],
      { autoExecute: true, tools: [echo] },
    );
    const stream = streamWithTools(options);
    await clock.advance(500);
    expect(await all(stream)).toMatchObject([
      { kind: 'text', text: 'Half a ' },
      { kind: 'reset' },
      { kind: 'text', text: 'Cut' },
      { kind: 'reset' },
      { kind: 'end', result: { type: 'error', error: { type: 'incomplete_response' }, toolResults: [] } },
    ]);
  });

  it('tells results in the order of the calls, also of those that run beside one that waits', async () => {
    const slow = Promise.withResolvers<string>();
    const wait = defineTool({ name: 'wait', run: () => slow.promise });
    const approved = defineTool({ name: 'approved', requiresApproval: true, run: () => 1 });
    const calls = [asks('wait', {}, 'a'), asks('echo', {}, 'b'), asks('approved', {}, 'c'), asks('echo', {}, 'd')];
    const { options, clock } = scripted([asking(...calls)], { autoExecute: true, tools: [wait, echo, approved] });
    const stream = streamWithTools(options);
    await clock.advance(0);
    slow.resolve('waited');
    const events = await all(stream);
    expect(events.flatMap((event) => (event.kind === 'tool_result' ? [event.result.toolCallId] : []))).toEqual(['a', 'b', 'd']);
    expect(events.at(-1)).toMatchObject({ kind: 'end', result: { type: 'approval_required', pending: [{ id: 'c' }] } });
  });

  it('goes on from an end that was stored, and tells what comes behind it', async () => {
    const pay = defineTool({ name: 'pay', requiresApproval: true, run: () => 'paid' });
    const { options } = scripted([{ ...asking(asks('echo', {}, 'a'), asks('pay', {}, 'b')), text: 'Let me see.' }, 'It is paid.'], {
      autoExecute: true,
      tools: [echo, pay],
    });
    const waiting = ofType(await callWithTools(options), 'approval_required');
    const stored: CallResult = JSON.parse(JSON.stringify(waiting));
    const stream = streamResume(stored, { ...options, decisions: { [waiting.pending[0]?.approvalId ?? '']: { kind: 'allow' } } });
    const events = await all(stream);
    const result = ofType(await stream.result, 'final_answer');
    expect(events).toEqual([
      { kind: 'tool_result', result: result.toolResults[1] },
      { kind: 'text', text: 'It is paid.' },
      { kind: 'end', result },
    ]);
    expect(result.toolResults).toMatchObject([{ toolCallId: 'a' }, { toolCallId: 'b', result: 'paid' }]);
    expect(await all(streamResume(result, options))).toMatchObject([{ kind: 'end', result: { error: { code: 'not_suspended' } } }]);
  });

  it('ends for every reader, also when nobody read it, when the input is refused, and when it was left', async () => {
    const { options } = scripted(['Hello.']);
    const stream = streamWithTools(options);
    for await (const event of stream) {
      expect(event).toEqual({ kind: 'text', text: 'Hello.' });
      break;
    }
    await stream.result;
    const [first, second] = [await all(stream), await all(stream)];
    expect(first).toEqual(second);
    expect(first.map(({ kind }) => kind)).toEqual(['text', 'end']);
    const { prompt: _, ...silent } = options;
    expect(await all(streamWithTools(silent))).toMatchObject([{ kind: 'end', result: { type: 'error' } }]);
  });

  it('says nothing of a model call that is over', async () => {
    let late: ((piece: string) => void) | undefined;
    const later = defineTool({ name: 'later', run: () => void late?.('more') });
    const { options } = scripted(
      [
        ({ onText }) => {
          late = onText;
          return asking(asks('later'));
        },
        'Done.',
      ],
      { autoExecute: true, tools: [later] },
    );
    expect((await all(streamWithTools(options))).map(({ kind }) => kind)).toEqual(['tool_call', 'tool_result', 'text', 'end']);
  });
});

it('rejects for who breaks the types, also as a stream', async () => {
  const nothing: CallWithToolsOptions = JSON.parse('null');
  await expect(callWithTools(nothing)).rejects.toThrow(TypeError);
  const stream = streamWithTools(nothing);
  await expect(stream.result).rejects.toThrow(TypeError);
  await expect(all(stream)).rejects.toThrow(TypeError);
});

it('is not disturbed by listeners that throw', async () => {
  const fail = () => {
    throw new Error('mine');
  };
  const { options } = scripted([{ ...asking(asks('echo')), text: 'So.' }, 'Done.'], {
    autoExecute: true,
    tools: [echo],
    onText: fail,
    onEvent: fail,
    log: fail,
  });
  expect(await callWithTools(options)).toMatchObject({ type: 'final_answer', text: 'Done.' });
});
