import { ContainerModule } from 'inversify';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../journal/memory-store.ts';
import { countingIds, scriptedAgents, virtualClock } from '../testing/index.ts';
import { createContainer, runtimeModule, tokens, valueModule } from './index.ts';

const clock = virtualClock();
const all: readonly (readonly [(typeof tokens)[keyof typeof tokens], unknown])[] = [
  [tokens.store, memoryStore(clock)],
  [tokens.network, { close: async () => {} }],
  [tokens.agents, scriptedAgents({})],
  [tokens.tools, { load: async () => ({ kind: 'missing', code: 'tool_not_found', message: '' }) }],
  [tokens.sandbox, {}],
  [tokens.clock, clock],
  [tokens.ids, countingIds()],
  [tokens.workflows, []],
  [tokens.settings, {}],
];

describe('createContainer', () => {
  it('makes one runtime of bound ports', async () => {
    const container = await createContainer([valueModule(all), runtimeModule]);
    expect(container.get(tokens.runtime)).toBe(container.get(tokens.runtime));
  });

  it('names a port that no module binds', async () => {
    const withoutStore = all.filter(([token]) => token !== tokens.store);
    await expect(createContainer([valueModule(withoutStore), runtimeModule])).rejects.toMatchObject({
      code: 'wiring_invalid',
      message: expect.stringContaining('"store" is not bound'),
    });
  });

  it('refuses two bindings of one port', async () => {
    const twice = valueModule([[tokens.store, memoryStore(clock)]]);
    await expect(createContainer([valueModule(all), twice, runtimeModule])).rejects.toMatchObject({
      code: 'wiring_invalid',
      message: expect.stringContaining('"store" cannot be made'),
    });
  });

  it('names a port whose factory fails', async () => {
    const failing = new ContainerModule(({ bind }) => {
      bind(tokens.store).toDynamicValue(() => {
        throw new Error('disk full');
      });
    });
    const rest = all.filter(([token]) => token !== tokens.store);
    await expect(createContainer([valueModule(rest), failing, runtimeModule])).rejects.toMatchObject({
      code: 'wiring_invalid',
      message: expect.stringContaining('"store" cannot be made'),
    });
  });
});
