import { describe, expect, it } from 'vitest';
import type { AgentRequest } from '../ports/agents.ts';
import { scriptedAgents } from './index.ts';

const request = (agent: string): AgentRequest => ({ agent, messages: [], tools: [], signal: new AbortController().signal });

describe('scripted agents', () => {
  it('answer from one list, whoever asks, and fail beyond it', async () => {
    const agents = scriptedAgents(['one', 'two']);
    expect(await agents.run(request('Ann'))).toMatchObject({ text: 'one' });
    expect(() => agents.assertDone()).toThrow('1 scripted answer(s) were never asked for.');
    expect(await agents.run(request('Bob'))).toMatchObject({ text: 'two' });
    agents.assertDone();
    await expect(agents.run(request('Bob'))).rejects.toThrow('The script has no answer left for Bob (call 3).');
  });

  it('answer each from a list of its own', async () => {
    const agents = scriptedAgents({ Ann: ['one'], Bob: ['two'] });
    expect(await agents.run(request('Bob'))).toMatchObject({ text: 'two' });
    await expect(agents.run(request('Bob'))).rejects.toThrow('no answer left for Bob');
    await expect(agents.run(request('Cid'))).rejects.toThrow('no answer left for Cid');
    expect(() => agents.assertDone()).toThrow('1 scripted answer(s) of Ann were never asked for.');
  });
});
