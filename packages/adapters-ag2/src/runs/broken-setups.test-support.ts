import {
  type AgentNetwork,
  type Channel,
  createRuntime,
  type EnvelopeDraft,
  type JournalStore,
  memoryStore,
  type RuntimeOptions,
  type StoreOperation,
  type ToolDefinition,
  type ToolLoader,
} from '@intarsia/core';
import type { SimulationSetup } from '@intarsia/core/testing';
import { embeddedNetwork } from '../embedded/embedded-network.ts';

/** A setup with one thing wrong, and the rules that must catch it. */
export interface BrokenSetup {
  readonly defect: string;
  readonly caughtBy: readonly [string, ...string[]];
  readonly setup: SimulationSetup;
}

const network = embeddedNetwork;

const onStore = (change: (store: JournalStore) => Partial<JournalStore>): SimulationSetup => ({
  network,
  store(clock) {
    const store = memoryStore(clock);
    return { ...store, ...change(store) };
  },
});

const onChannel = (change: (channel: Channel) => Partial<Channel>): SimulationSetup => ({
  network(seat) {
    const whole = embeddedNetwork(seat);
    const changed = async (taken: ReturnType<AgentNetwork['resume']>): ReturnType<AgentNetwork['resume']> => {
      const result = await taken;
      return result.kind === 'owned' ? { kind: 'owned', channel: { ...result.channel, ...change(result.channel) } } : result;
    };
    return { ...whole, open: (spec) => changed(whole.open(spec)), resume: (scope) => changed(whole.resume(scope)) };
  },
});

const onTools = (change: (tool: ToolDefinition) => Partial<ToolDefinition>): SimulationSetup => ({
  network,
  runtime(options: RuntimeOptions) {
    const tools: ToolLoader = {
      async load(workflow, binding) {
        const loaded = await options.tools.load(workflow, binding);
        return loaded.kind === 'loaded' ? { kind: 'loaded', tool: { ...loaded.tool, ...change(loaded.tool) } } : loaded;
      },
    };
    return createRuntime({ ...options, tools });
  },
});

/** A channel that writes each fact of this type twice. */
const twice = (type: string): SimulationSetup =>
  onChannel((channel) => ({
    post: (drafts) => channel.post(drafts.flatMap((draft): readonly EnvelopeDraft[] => (draft.type === type ? [draft, draft] : [draft]))),
  }));

const holds = (operations: readonly StoreOperation[], text: string): boolean =>
  operations.some((operation) => operation.kind === 'append' && operation.content.includes(text));

/** Every `n`th time. */
const every = (n: number): (() => boolean) => {
  let count = 0;
  return () => {
    count += 1;
    return count % n === 0;
  };
};

/** What the simulator must catch. */
export const brokenSetups: readonly BrokenSetup[] = [
  {
    defect: 'a store whose leases never run out',
    caughtBy: ['the conversation reaches its end'],
    setup: onStore((store) => ({
      lease: { ...store.lease, acquire: (lease, { owner }) => store.lease.acquire(lease, { owner, ttlMs: 1e12 }) },
    })),
  },
  {
    defect: 'a pipeline that enters a tool twice',
    caughtBy: ['no unsafe effect twice'],
    setup: onTools((tool) => ({
      async run(input, context) {
        await tool.run(input, context);
        return tool.run(input, context);
      },
    })),
  },
  {
    defect: 'a network that believes in its lease for ever',
    caughtBy: ['no unsafe effect twice'],
    setup: onChannel(() => ({ leaseRemainingMs: () => 10_000 })),
  },
  {
    defect: 'a pipeline that gives each execution a key of its own',
    caughtBy: ['every entry of a tool has a claim of its own'],
    setup: onTools((tool) => ({
      run: (input, context) => tool.run(input, { ...context, idempotencyKey: `${context.idempotencyKey}/${context.run.run}` }),
    })),
  },
  {
    defect: 'a store that forgets one commit of a result in nine',
    caughtBy: ['what was confirmed stands in the journal'],
    setup: {
      network,
      store(clock) {
        const store = memoryStore(clock);
        const forgets = every(9);
        const commit: JournalStore['commit'] = async (operations, conditions) =>
          holds(operations, 'intarsia.tool.settled') && forgets() ? { kind: 'committed' } : store.commit(operations, conditions);
        return { ...store, commit };
      },
    },
  },
  {
    defect: 'a channel that settles every call twice',
    caughtBy: ['every call settles once, after its claim'],
    setup: twice('intarsia.tool.settled'),
  },
  {
    defect: 'a channel that accepts every output twice',
    caughtBy: ['one accepted output a turn'],
    setup: twice('intarsia.output.accepted'),
  },
  {
    defect: 'a channel that records every reply twice',
    caughtBy: ['one recorded reply an ordinal'],
    setup: twice('intarsia.model.replied'),
  },
  {
    defect: 'a network that forgets which requests were served',
    caughtBy: ['one run a request'],
    setup: onChannel((channel) => ({ state: () => ({ ...channel.state(), requests: [] }) })),
  },
  {
    defect: 'a store that checks neither fences nor expectations',
    caughtBy: ['one packet a turn', 'epochs never go back', 'envelopes stand in the order of their ids'],
    setup: onStore((store) => ({ commit: (operations) => store.commit(operations) })),
  },
  {
    defect: 'a network that goes on from a state without the writes of the last packet',
    caughtBy: ['the journal folds to what its owners saw'],
    setup: onChannel((channel) => {
      const { contextVariables } = channel.state().channel;
      return { state: () => ({ ...channel.state(), channel: { ...channel.state().channel, contextVariables } }) };
    }),
  },
  {
    defect: 'a pipeline whose tools write how often they were tried',
    caughtBy: ['the same end as without faults'],
    setup: (() => {
      const tried = new Map<string, number>();
      return onTools((tool) => ({
        run(input, context) {
          const times = (tried.get(context.idempotencyKey) ?? 0) + 1;
          tried.set(context.idempotencyKey, times);
          return Promise.resolve(tool.run(input, context)).then((result) =>
            times > 1 ? { tried: times, result: result ?? null } : result,
          );
        },
      }));
    })(),
  },
  {
    defect: 'a network that renews its lease after the conversation is closed',
    caughtBy: ['nobody waits for time once all is over'],
    setup: onChannel((channel) => ({
      release: async () => {
        if (channel.state().channel.status !== 'closed') await channel.release();
      },
    })),
  },
];
