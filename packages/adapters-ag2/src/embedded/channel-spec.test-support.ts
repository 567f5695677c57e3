import { agentId, type ChannelSpec } from '@intarsia/core';

/** Whose conversation it is. */
export const scope = { tenant: 'acme', chat: 'tracker' };

/** A channel in which the first of the named participants speaks for ever. */
export const spec = (...names: readonly string[]): ChannelSpec => ({
  scope,
  workflow: 'Tracker',
  participants: names.map((name) => ({ name, kind: 'agent', description: '' })),
  graph: (ids) => ({
    initial_speaker: [...ids.values()][0] ?? agentId(''),
    transitions: [],
    default_target: { name: 'stay', args: {} },
    max_turns: null,
  }),
  contextVariables: {},
  labels: {},
  opening: () => [],
});
