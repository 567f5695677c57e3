import type { AgentFailure } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import {
  agent,
  autoAgent,
  call,
  callingAgent,
  converse,
  handleOf,
  rule,
  scope,
  tool,
  variable,
  workflowOf,
} from './conversation.test-support.ts';

const toUser = [rule('Ann', 'user'), rule('user', 'Ann')];
const toEnd = [rule('Ann', 'terminate')];
const failure = (retryable: boolean): AgentFailure => ({ kind: 'failed', code: 'model_unreachable', message: 'No answer.', retryable });

describe('a rejected output', () => {
  const workflow = workflowOf([autoAgent('Ann', ['save'])], toEnd);
  const setup = (replies: readonly string[]) => {
    const saved: unknown[] = [];
    const save = tool((input) => {
      saved.push(input);
      return null;
    });
    return { saved, talk: converse({ workflow, script: { Ann: replies }, tools: { save } }) };
  };

  it('runs no tool, sends no packet and fails the run, which can be resumed', async () => {
    const { saved, talk } = setup(['[1]']);
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'output_rejected', resumable: true });
    expect(saved).toEqual([]);
    expect(talk.store.commits.slice(1)).toEqual([
      ['intarsia.model.replied', 'intarsia.output.rejected', 'intarsia.turn.failed', 'intarsia.run.ended'],
    ]);
    expect((await talk.runtime.inspect(scope))?.state.channel).toMatchObject({ status: 'active', turnCount: 1 });
  });

  it('is dropped by the retry, which asks again under the next ordinal', async () => {
    const { saved, talk } = setup(['not json at all', '{"a":1}']);
    await talk.start();
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect((await talk.facts('intarsia.model.replied')).map(({ ordinal }) => ordinal)).toEqual([0, 1]);
    expect(await talk.facts('intarsia.output.accepted')).toMatchObject([{ ordinal: 1, data: { a: 1 } }]);
    expect(talk.agents.requests[1]?.messages).toEqual(talk.agents.requests[0]?.messages);
    expect(saved).toEqual([{ a: 1 }]);
  });

  it('SO13 a malformed packet after a valid one fails the run; nothing of it is committed to the graph, no next agent speaks', async () => {
    const chain = workflowOf([autoAgent('Ann', []), autoAgent('Ben', []), agent('Cid')], [rule('Ann', 'Ben'), rule('Ben', 'Cid')]);
    const talk = converse({ workflow: chain, script: { Ann: ['{"a":1}'], Ben: ['{"a":'] } });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'output_rejected' });
    expect(talk.agents.requests.map((request) => request.agent)).toEqual(['Ann', 'Ben']);
    expect((await talk.facts('ag2.packet')).map(({ body }) => body)).toEqual(['a bug tracker', '{"a":1}']);
  });
});

describe('a model that fails', () => {
  it('is asked again after growing pauses', async () => {
    const talk = converse({ workflow: workflowOf([agent('Ann')], toUser), script: { Ann: [failure(true), failure(true), 'There.'] } });
    const { done } = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await talk.clock.advance(499);
    expect(talk.agents.requests).toHaveLength(1);
    await talk.clock.advance(1);
    expect(talk.agents.requests).toHaveLength(2);
    await talk.clock.advance(999);
    expect(talk.agents.requests).toHaveLength(2);
    await talk.clock.advance(1);
    expect(await done).toMatchObject({ status: 'paused' });
  });

  it('fails the turn once the tries are used up, and a resume asks again', async () => {
    const talk = converse({
      workflow: workflowOf([agent('Ann')], toUser),
      script: { Ann: [failure(true), failure(true), 'There.'] },
      options: { modelRetries: 1 },
    });
    const { done } = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await talk.clock.advance(500);
    expect(await done).toMatchObject({ status: 'failed', code: 'model_unreachable', resumable: true });
    expect(await talk.facts('intarsia.turn.failed')).toMatchObject([{ code: 'model_unreachable', retryable: true }]);
    expect(await talk.resume()).toMatchObject({ status: 'paused' });
  });

  it('is not asked again when that cannot help', async () => {
    const talk = converse({ workflow: workflowOf([agent('Ann')], toUser), script: { Ann: [failure(false)] } });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'model_unreachable' });
    expect(talk.agents.requests).toHaveLength(1);
  });

  it('counts an empty reply as garbage', async () => {
    const talk = converse({ workflow: workflowOf([agent('Ann')], toUser), script: { Ann: [' \n'] }, options: { modelRetries: 0 } });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'model_garbage' });
    expect(await talk.facts('intarsia.model.replied')).toEqual([]);
  });

  it('that throws against its contract interrupts the run instead of failing the process', async () => {
    const talk = converse({ workflow: workflowOf([agent('Ann')], toUser) });
    expect(await talk.start()).toMatchObject({ status: 'interrupted', code: 'internal' });
    expect(talk.log).toHaveLength(1);
  });
});

describe('a call that the model gets wrong', () => {
  const settledOf = async (script: Parameters<typeof converse>[0]['script'], look = tool(() => 'seen')) => {
    const talk = converse({ workflow: workflowOf([callingAgent('Ann', ['look'])], toUser), script: script ?? {}, tools: { look } });
    expect(await talk.start()).toMatchObject({ status: 'paused' });
    return { settled: await talk.facts('intarsia.tool.settled'), last: talk.agents.requests[1]?.messages.at(-1) };
  };

  it('names a tool that its agent does not have: the model is told and goes on', async () => {
    const { settled, last } = await settledOf({ Ann: [{ toolCalls: [call('fly')] }, 'Never mind.'] });
    expect(settled).toMatchObject([{ status: 'error', code: 'tool_not_found' }]);
    expect(last).toMatchObject({ role: 'tool', content: expect.stringContaining('tool_not_found') });
  });

  it.each([
    ['are not JSON', '{"a":'],
    ['are no object', '[1]'],
  ])('has arguments that %s', async (_, given) => {
    let runs = 0;
    const look = tool(() => {
      runs += 1;
      return null;
    });
    const { settled } = await settledOf({ Ann: [{ toolCalls: [call('look', given)] }, 'Never mind.'] }, look);
    expect(settled).toMatchObject([{ status: 'error', code: 'tool_arguments_invalid', delta: { set: {}, delete: [] } }]);
    expect(runs).toBe(0);
  });

  it('takes no arguments at all as an empty object', async () => {
    const { settled } = await settledOf({ Ann: [{ toolCalls: [call('look', '')] }, 'Seen.'] });
    expect(settled).toMatchObject([{ status: 'ok', result: 'seen' }]);
  });

  it('asks for tools for ever: the turn ends after sixteen rounds', async () => {
    const rounds = Array.from({ length: 17 }, () => ({ toolCalls: [call('look')] }));
    const talk = converse({
      workflow: workflowOf([callingAgent('Ann', ['look'])], toUser),
      script: { Ann: rounds },
      tools: { look: tool(() => null) },
    });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'max_tool_rounds' });
    expect(talk.agents.requests).toHaveLength(16);
  });

  it('calls more tools in one reply than are run: none is, and the turn fails', async () => {
    let runs = 0;
    const calls = (count: number) => ({ toolCalls: Array.from({ length: count }, (_, index) => call('look', {}, `call-${index}`)) });
    const talk = converse({
      workflow: workflowOf([callingAgent('Ann', ['look'])], toUser),
      script: { Ann: [calls(65), calls(64), 'Seen.'] },
      tools: { look: tool(() => ++runs) },
      options: { modelRetries: 0 },
    });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'model_garbage', resumable: true });
    expect(runs).toBe(0);
    expect(await talk.resume()).toMatchObject({ status: 'paused' });
    expect(runs).toBe(64);
  });
});

describe('a tool that fails', () => {
  const workflow = workflowOf([autoAgent('Ann', ['save', 'send'])], toEnd, { variables: [variable('saved')] });
  const ran = async (save: ReturnType<typeof tool>, step?: (talk: ReturnType<typeof converse>) => Promise<void>) => {
    const sent: unknown[] = [];
    const send = tool((_input, { contextVariables }) => {
      sent.push(contextVariables.get('saved') ?? null);
      return 'sent';
    });
    const talk = converse({ workflow, script: { Ann: ['{}'] }, tools: { save, send } });
    const { done } = handleOf(await talk.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await step?.(talk);
    expect(await done).toMatchObject({ status: 'completed' });
    return { sent, settled: await talk.facts('intarsia.tool.settled'), log: talk.log };
  };

  it('by throwing: the call is over, later tools run, the graph goes on; the cause stays in the log', async () => {
    const { sent, settled, log } = await ran(
      tool((_input, { contextVariables }) => {
        contextVariables.set('saved', true);
        throw new Error('disk full: /secret/path');
      }),
    );
    expect(settled).toMatchObject([
      { status: 'error', code: 'tool_execution_failed', result: { status: 'error' }, delta: { set: {}, delete: [] } },
      { status: 'ok', result: 'sent' },
    ]);
    expect(sent).toEqual([null]);
    expect(JSON.stringify(settled)).not.toContain('secret');
    expect(log.map(({ cause }) => String(cause))).toEqual(['Error: disk full: /secret/path']);
  });

  it('by taking too long: it is aborted, and what it still gives is dropped', async () => {
    const late = Promise.withResolvers<string>();
    let aborted = false;
    const slow = tool(
      (_input, { signal, contextVariables }) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        return late.promise.then((value) => {
          contextVariables.set('saved', true);
          return value;
        });
      },
      { timeoutMs: 60_000 },
    );
    const { sent, settled } = await ran(slow, async (talk) => {
      await talk.clock.advance(59_999);
      expect(aborted).toBe(false);
      await talk.clock.advance(1);
      late.resolve('late');
    });
    expect(aborted).toBe(true);
    expect(settled).toMatchObject([{ status: 'error', code: 'tool_timeout', duration_ms: 60_000 }, { status: 'ok' }]);
    expect(sent).toEqual([null]);
  });

  it.each<[string, unknown]>([
    ['a big integer', 1n],
    ['a number that is not finite', { n: Number.NaN }],
    ['a function', { f: () => 1 }],
    ['itself', circular()],
  ])('by giving back %s, which JSON cannot hold', async (_, value) => {
    const { settled } = await ran(tool(() => value as never));
    expect(settled).toMatchObject([{ status: 'error', code: 'tool_result_invalid' }, { status: 'ok' }]);
  });

  it('AT3 by writing the projection of the output: the write is refused, and the tool can go on', async () => {
    let refused: unknown;
    const { settled } = await ran(
      tool((_input, { contextVariables }) => {
        try {
          contextVariables.set('structured_output', { forged: true });
        } catch (error) {
          refused = error;
        }
        contextVariables.set('saved', true);
        return 'went on';
      }),
    );
    expect(refused).toMatchObject({ code: 'context_write_refused' });
    expect(settled).toMatchObject([{ status: 'ok', result: 'went on', delta: { set: { saved: true } } }, { status: 'ok' }]);
  });
});

describe('code that is missing', () => {
  const workflow = workflowOf([autoAgent('Ann', ['save', 'send'])], toEnd);

  it('fails the turn and keeps what ended; once it is there a resume goes on from it', async () => {
    const saves: string[] = [];
    const tools: Record<string, ReturnType<typeof tool>> = {
      save: tool((_input, { idempotencyKey }) => {
        saves.push(idempotencyKey);
        return null;
      }),
    };
    const talk = converse({ workflow, script: { Ann: ['{}'] }, tools });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'tool_not_found', resumable: true });
    tools['send'] = tool(() => 'sent');
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(saves).toHaveLength(1);
    expect(talk.agents.requests).toHaveLength(1);
  });

  it('that goes missing between claim and start gives the claim back, so that an unsafe tool is not thought to have run', async () => {
    let loads = 0;
    const unsafe = tool(() => 'saved', { effect: 'unsafe' });
    const talk = converse({
      workflow: workflowOf([autoAgent('Ann', ['save'])], toEnd),
      script: { Ann: ['{}'] },
      options: {
        tools: {
          load: async () => {
            loads += 1;
            return loads === 2 ? { kind: 'missing', code: 'tool_invalid', message: 'Half saved.' } : { kind: 'loaded', tool: unsafe };
          },
        },
      },
    });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'tool_invalid' });
    expect(await talk.facts('intarsia.tool.released')).toHaveLength(1);
    expect(await talk.resume()).toMatchObject({ status: 'completed' });
    expect(await talk.facts('intarsia.effect.uncertain')).toEqual([]);
    expect((await talk.facts('intarsia.tool.claimed')).map(({ attempt }) => attempt)).toEqual([1, 2]);
  });
});

function circular(): unknown {
  const self: Record<string, unknown> = {};
  self['self'] = self;
  return self;
}
