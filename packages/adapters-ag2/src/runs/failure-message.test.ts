import type { Json, TransitionRule } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import { autoAgent, call, callingAgent, converse, handleOf, rule, scope, tool, variable, workflowOf } from './conversation.test-support.ts';

const toFailure: TransitionRule = { ...rule('Ann', 'terminate'), terminationReason: 'workflow_failed' };
/** A workflow whose agent has an auto tool that says why things went wrong. */
const saying = (said: Json, rules: readonly TransitionRule[] = [toFailure]) =>
  converse({
    workflow: workflowOf([autoAgent('Ann', ['judge'])], rules, { variables: [variable('trouble')], failureMessageKey: 'trouble' }),
    script: { Ann: ['{}'] },
    tools: {
      judge: tool((_input, { contextVariables }) => {
        contextVariables.set('trouble', said);
        return null;
      }),
    },
  });

describe('the message of a failed run', () => {
  it('is what the declared variable says, also in the journal', async () => {
    const talk = saying('The invoice has no total.');
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'workflow_failed', message: 'The invoice has no total.' });
    expect(await talk.facts('intarsia.run.ended')).toMatchObject([{ message: 'The invoice has no total.', worded: true }]);
  });

  it.each<[string, Json]>([
    ['nothing', null],
    ['empty text', '  '],
    ['no text', { total: 0 }],
  ])('is the usual one when the variable holds %s', async (_, said) => {
    const talk = saying(said);
    expect(await talk.start()).toMatchObject({ status: 'failed', message: 'The workflow ended itself as failed.' });
    expect((await talk.facts('intarsia.run.ended'))[0]).not.toHaveProperty('worded');
  });

  it('is not told when the run goes well', async () => {
    const talk = saying('Nothing to worry about.', [rule('Ann', 'terminate')]);
    expect(await talk.start()).not.toHaveProperty('message');
    expect(await talk.facts('intarsia.run.ended')).toMatchObject([{ status: 'completed', message: '' }]);
  });

  it('is the variable’s also when a turn fails, and the journal keeps what went wrong', async () => {
    const talk = converse({
      workflow: workflowOf([callingAgent('Ann', ['judge'])], [rule('Ann', 'user')], {
        variables: [variable('trouble')],
        failureMessageKey: 'trouble',
      }),
      script: {
        Ann: [
          { toolCalls: [call('judge')] },
          { kind: 'failed', code: 'model_refused', message: 'The key is wrong.', retryable: false },
          'Fine.',
        ],
      },
      tools: {
        judge: tool((_input, { contextVariables }) => {
          contextVariables.set('trouble', 'Please try again later.');
          return null;
        }),
      },
    });
    expect(await talk.start()).toMatchObject({ status: 'failed', code: 'model_refused', message: 'Please try again later.' });
    expect(await talk.facts('intarsia.turn.failed')).toMatchObject([{ message: 'The key is wrong.' }]);
    expect(await talk.resume()).toMatchObject({ status: 'paused' });
  });

  it('is the variable’s when the run was idle too long, and not when a person cancelled it', async () => {
    const silent = () =>
      converse({
        workflow: workflowOf([autoAgent('Ann', [])], [toFailure], {
          variables: [variable('trouble', 'Nobody answered.')],
          failureMessageKey: 'trouble',
        }),
        script: { Ann: [() => new Promise<string>(() => {})] },
        options: { idleTimeoutMs: 60_000 },
      });
    const idle = silent();
    const waiting = handleOf(await idle.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    await idle.clock.advance(60_000);
    expect(await waiting.done).toMatchObject({ status: 'failed', code: 'idle_timeout', message: 'Nobody answered.' });

    const stopped = silent();
    const handle = handleOf(await stopped.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
    handle.cancel();
    await stopped.clock.advance(2_000);
    expect(await handle.done).toMatchObject({ status: 'cancelled' });
    expect(await stopped.facts('intarsia.run.ended')).toMatchObject([{ message: 'The run was cancelled.' }]);
  });
});
