import { describe, expect, it } from 'vitest';
import { buildStory, numbered } from '../state/test/story.ts';
import type { FeedApi } from './api.ts';
import { type ConversationStore, type ConversationView, createConversationStore } from './conversation-store.ts';
import { followConversation } from './follow-conversation.ts';

const events = numbered(buildStory);
const times = { graceMs: 10, retryMs: 2, longestRetryMs: 30, silenceMs: 60_000, lookMs: 3 };

/** A server whose log, state and streams a test moves. */
function scriptedApi() {
  const encoder = new TextEncoder();
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const script = {
    head: 0,
    status: 'running' as 'running' | 'interrupted',
    ownedElsewhere: false,
    reachable: true,
    known: true,
    asked: [] as number[],
  };
  const api: FeedApi = {
    async snapshot() {
      if (!script.reachable) return { kind: 'failed', code: 'unreachable', message: '', status: 0 };
      if (!script.known) return { kind: 'failed', code: 'conversation_unknown', message: '', status: 404 };
      const { head, status, ownedElsewhere } = script;
      return { kind: 'ok', value: { conversation: 'c', status, ownedElsewhere, head, events: events.slice(0, head) } };
    },
    async events(_, after) {
      if (!script.reachable) throw new TypeError('fetch failed');
      script.asked.push(after);
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => void open.add(controller),
        cancel: () => open.clear(),
      });
      return new Response(body, { status: 200 });
    },
  };
  const send = (name: string, data: unknown) => {
    for (const controller of open) controller.enqueue(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
  };
  const cut = () => {
    for (const controller of open) controller.error(new TypeError('terminated'));
    open.clear();
  };
  return { api, script, send, cut };
}

function reached(store: ConversationStore, holds: (view: ConversationView) => boolean): Promise<ConversationView> {
  return new Promise((resolve) => {
    let leave = () => undefined as unknown;
    const look = () => {
      if (!holds(store.view())) return;
      leave();
      resolve(store.view());
    };
    leave = store.subscribe(look);
    look();
  });
}

function follow(ownedElsewhere = false) {
  const server = scriptedApi();
  server.script.ownedElsewhere = ownedElsewhere;
  const store = createConversationStore('c');
  const ended = new AbortController();
  server.script.head = 3;
  const done = followConversation('c', store, server.api, ended.signal, times);
  return {
    ...server,
    store,
    done,
    stop: async () => {
      ended.abort();
      server.cut();
      await done;
    },
  };
}

describe('following a conversation', () => {
  it('reads the snapshot, then listens from its head', async () => {
    const { store, send, script, stop } = follow();
    await reached(store, ({ connection }) => connection.kind === 'live');
    send('visible', events[3]);
    const { studio, connection } = await reached(store, (view) => view.studio.lastSeq === 4);
    expect([studio.loaded, connection, script.asked]).toEqual([true, { kind: 'live', caughtUp: null }, [3]]);
    await stop();
  });

  it('mentions a break only after a while, and says how many events it caught up', async () => {
    const { store, script, cut, stop } = follow();
    await reached(store, ({ connection }) => connection.kind === 'live');
    script.reachable = false;
    cut();
    await reached(store, ({ connection }) => connection.kind === 'lost');
    script.head = 8;
    script.reachable = true;
    const { connection, studio } = await reached(store, (view) => view.connection.kind === 'live');
    expect([connection, studio.lastSeq, script.asked]).toEqual([{ kind: 'live', caughtUp: 5 }, 8, [3, 8]]);
    await stop();
  });

  it('does not mention a break that was short', async () => {
    const { store, script, cut, stop } = follow();
    await reached(store, ({ connection }) => connection.kind === 'live');
    script.head = 5;
    const lost: string[] = [];
    store.subscribe(() => lost.push(store.view().connection.kind));
    cut();
    await reached(store, ({ studio }) => studio.lastSeq === 5);
    expect(lost).not.toContain('lost');
    await stop();
  });

  it('closes a gap with a snapshot', async () => {
    const { store, script, send, stop } = follow();
    await reached(store, ({ connection }) => connection.kind === 'live');
    script.head = 7;
    send('visible', events[6]);
    const { studio } = await reached(store, (view) => view.studio.lastSeq === 7);
    expect(studio.gap).toBe(false);
    await stop();
  });

  it('notices that the owner of a run died, which no event tells', async () => {
    const { store, script, stop } = follow(true);
    await reached(store, ({ connection }) => connection.kind === 'live');
    script.ownedElsewhere = false;
    script.status = 'interrupted';
    const { studio } = await reached(store, (view) => view.studio.status !== 'running');
    expect(studio.status).toBe('interrupted');
    await stop();
  });

  it('starts over when the server says so', async () => {
    const { store, send, stop } = follow();
    await reached(store, ({ connection }) => connection.kind === 'live');
    send('resync', { reason: 'ahead' });
    send('visible', events[0]);
    const { studio } = await reached(store, (view) => view.studio.lastSeq === 1);
    expect(studio.run).toBe('r1');
    await stop();
  });

  it('ends when there is no such conversation', async () => {
    const { api, script } = scriptedApi();
    script.known = false;
    const store = createConversationStore('c');
    await followConversation('c', store, api, new AbortController().signal, times);
    expect(store.view().studio.absent).toBe(true);
  });

  it('drops what is no event', async () => {
    const { store, send, stop } = follow();
    await reached(store, ({ connection }) => connection.kind === 'live');
    send('visible', { seq: 'four' });
    send('live', { kind: 'message.text', message: 'm9' });
    send('weather', {});
    send('visible', events[3]);
    expect((await reached(store, (view) => view.studio.lastSeq === 4)).studio.live).toBeNull();
    await stop();
  });
});
