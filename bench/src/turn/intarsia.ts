import { embeddedNetwork } from '@intarsia/adapters-ag2';
import {
  type AgentNetwork,
  type Channel,
  type ChannelResult,
  type ConversationScope,
  createRuntime,
  type Envelope,
  type JournalStore,
  type StartResult,
} from '@intarsia/core';
import { randomIds, systemClock } from '@intarsia/core/node';
import { initialProjection, type ProjectionState, project } from '@intarsia/transport';
import { instantModel, type Next, Script, tools, workflow } from './scenario.ts';

/** The runtime over a store: every envelope is projected as soon as it is committed. */
export interface Intarsia {
  /** Microseconds a turn of a fresh conversation, from turn `first` to its last one. */
  conversation(turns: number, first?: number): Promise<number>;
  /** Opens a conversation that pauses for its person after so many turns; gives the way to answer. */
  longConversation(turns: number): Promise<Answer>;
  close(): Promise<void>;
}

/** Goes on with a paused conversation for so many turns. Microseconds a turn, from the second of them on. */
export type Answer = (turns: number) => Promise<number>;

/** Opens the runtime; nothing of it is stubbed but the model, which answers at once. */
export function intarsia(store: JournalStore): Intarsia {
  let script = new Script(() => 'stop');
  let chats = 0;
  const runtime = createRuntime({
    workflows: [workflow],
    network: projecting(embeddedNetwork({ store, clock: systemClock, ids: randomIds })),
    agents: instantModel(() => script),
    tools,
    clock: systemClock,
    ids: randomIds,
    log: ({ message, cause }) => {
      throw new Error(message, { cause });
    },
  });
  const newChat = (): ConversationScope => {
    chats += 1;
    return { tenant: 'bench', chat: `chat-${chats}` };
  };
  /** Runs a conversation for so many turns; `last` is what its last turn asks for. */
  const activate = async (turns: number, last: Next, start: () => Promise<StartResult>): Promise<Script> => {
    script = new Script((turn) => (turn === turns ? last : 'go_on'));
    const started = await start();
    if (started.kind !== 'started') throw new Error(`Not started: ${JSON.stringify(started)}`);
    const { status } = await started.handle.done;
    if (status !== (last === 'stop' ? 'completed' : 'paused')) throw new Error(`The conversation is ${status}.`);
    return script;
  };
  const start = (scope: ConversationScope) => runtime.start({ workflow: workflow.name, scope, input: 'Check these invoices.' });

  return {
    async conversation(turns, first = 1) {
      const run = await activate(turns, 'stop', () => start(newChat()));
      return run.perTurn(first, turns);
    },
    async longConversation(turns) {
      const scope = newChat();
      await activate(turns, 'ask', () => start(scope));
      return async (more) => {
        const run = await activate(more, 'ask', () => runtime.answer({ scope, text: 'And these.' }));
        return run.perTurn(2, more);
      };
    },
    close: () => runtime.close(),
  };
}

/** A network whose commits are projected to visible events, each once, as the feed of a conversation does. */
function projecting(network: AgentNetwork): AgentNetwork {
  const states = new Map<string, ProjectionState>();
  const watched = async (channel: Channel): Promise<Channel> => {
    const show = (envelopes: readonly Envelope[]) => {
      let state = states.get(channel.id) ?? initialProjection(channel.facts);
      for (const envelope of envelopes) state = project(channel.facts, state, envelope).state;
      states.set(channel.id, state);
      return envelopes;
    };
    if (!states.has(channel.id)) show((await network.read(channel.scope, 0)).envelopes);
    return { ...channel, post: async (drafts) => show(await channel.post(drafts)) };
  };
  const watchedResult = async (result: ChannelResult): Promise<ChannelResult> =>
    result.kind === 'owned' ? { ...result, channel: await watched(result.channel) } : result;
  return {
    ...network,
    open: async (spec) => watchedResult(await network.open(spec)),
    resume: async (scope) => watchedResult(await network.resume(scope)),
  };
}
