import { describe, type TestContext, test } from 'vitest';
import { committed, readRecorded } from './support/journal.ts';
import type { OrderDesk, Server } from './support/order-desk.ts';
import { openPaymentDesk, type Payment, requestsOf } from './support/payment-desk.ts';

const bob = { to: 'Bob', euros: 500 };
const paidBob = ['paid Bob 500'];
const json = { 'content-type': 'application/json' };

const post = async (url: string, body: unknown, headers: Readonly<Record<string, string>> = json) => {
  const answer = await fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
  return { status: answer.status, body: Object(await answer.json()) };
};

/** A conversation that waits for a decision, at a server of its own. */
async function waiting({ onTestFinished, expect }: TestContext, ...payments: readonly Payment[]) {
  const opened = await openPaymentDesk(...payments);
  onTestFinished(() => opened.close());
  const server = await opened.serve();
  const { body } = await post(server.url, { input: 'pay' });
  const desk: OrderDesk = { ...opened, scope: { tenant: 'local', chat: body.conversation } };
  const at = ({ url }: Server) => `${url}/${body.conversation}`;
  /** The snapshot, as soon as the conversation has this status. */
  const until = async (asked: Server, status: string) => {
    const look = async () => Object(await (await fetch(`${at(asked)}/snapshot`)).json());
    await expect.poll(async () => (await look()).status, { timeout: 40_000 }).toBe(status);
    return look();
  };
  await until(server, 'paused');
  const requests = await requestsOf(desk);
  return { desk, server, at, until, requests, call: requests[0]?.key ?? '', definition: requests[0]?.definition ?? '' };
}

const kill = async ({ command }: Server): Promise<void> => {
  command.signal('SIGKILL');
  await command.ended;
};

describe.concurrent('a call that needs approval, over HTTP', { timeout: 90_000 }, () => {
  test('is shown with everything it would run with, and runs once when it is allowed, however often the decision is sent', async (context) => {
    const { expect } = context;
    const { desk, server, at, until, call, definition } = await waiting(context, bob);
    const { events } = await until(server, 'paused');
    expect(events.map(({ event }: { readonly event: unknown }) => event)).toContainEqual({
      kind: 'approval.requested',
      call,
      agent: 'Cashier',
      tool: 'pay',
      risk: 'high',
      definition,
      arguments: bob,
    });
    const decided = { call, definition, decision: 'allow', request: 'r1' };
    expect(await post(`${at(server)}/decide`, decided)).toMatchObject({ status: 202 });
    await until(server, 'completed');
    expect(desk.log('effects')).toEqual(paidBob);
    expect(await post(`${at(server)}/decide`, decided)).toMatchObject({ status: 200, body: { run: null } });
    expect(await post(`${at(server)}/decide`, { ...decided, request: 'r2' })).toMatchObject({ status: 409 });
    expect([desk.log('calls'), desk.log('effects')]).toEqual([[call], paidBob]);
  });

  test('T3 is decided once by what two servers are sent at once, opposite or the same', async (context) => {
    const { expect } = context;
    const { desk, server, at, until, call } = await waiting(context, bob);
    const servers = [server, await desk.serve()];
    const sent = [0, 1, 0, 1].map((index) => servers[index] ?? server);
    const answers = await Promise.all(
      sent.map((to, index) => post(`${at(to)}/decide`, { call, decision: index < 2 ? 'allow' : 'deny', request: `r${index}` })),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    for (const { status } of answers) expect([202, 404, 409]).toContain(status);
    for (const each of servers) await until(each, 'completed');
    const { facts } = await readRecorded(desk.store, desk.scope);
    const decided = facts.flatMap((fact) => (fact.type === 'intarsia.approval.decided' ? [fact.data.decision] : []));
    expect(decided).toHaveLength(1);
    expect(desk.log('effects')).toEqual(decided[0] === 'allow' ? paidBob : []);
  });

  test('is not decided by what is no decision, comes from elsewhere, or is about something else', async (context) => {
    const { expect } = context;
    const { desk, server, at, call, definition } = await waiting(context, bob);
    const url = `${at(server)}/decide`;
    const allow = { call, decision: 'allow' };
    const before = (await readRecorded(desk.store, desk.scope)).facts.length;
    const refused: readonly (readonly [number, string, unknown, Readonly<Record<string, string>>?])[] = [
      [415, url, allow, { 'content-type': 'text/plain' }],
      [403, url, allow, { ...json, origin: 'http://evil.example' }],
      [403, url, allow, { ...json, 'sec-fetch-site': 'cross-site' }],
      [400, url, '{"call":'],
      [400, url, `{"decision":"deny","decision":"allow","call":"${call}"}`],
      [413, url, { ...allow, reason: 'x'.repeat(1_000_000) }],
      [422, url, { ...allow, reason: 'x'.repeat(2001) }],
      [422, url, { ...allow, decision: 'ALLOW' }],
      [422, url, { ...allow, by: 'boss' }],
      [422, url, [allow]],
      [404, url, { ...allow, call: 'never-asked' }],
      [404, url, { ...allow, call: '__proto__' }],
      [404, url, { ...allow, definition: definition.replace(/./g, '0') }],
      [404, `${server.url}/nobody/decide`, allow],
      [409, `${at(server)}/resume`, {}],
      [409, `${at(server)}/answer`, { text: 'allow' }],
      [404, `${at(server)}/respond`, { call, action: 'allow' }],
      [404, `${at(server)}/resolve`, { call, resolution: 'happened', result: null }],
    ];
    for (const [status, to, body, headers] of refused)
      expect({ ...(await post(to, body, headers)), to, body }).toMatchObject({ status, to, body });
    expect((await readRecorded(desk.store, desk.scope)).facts).toHaveLength(before);
    expect(desk.log('calls')).toEqual([]);
  });

  test('kill -9 of the server inside of the call: the next one neither makes it again nor loses it', async (context) => {
    const { expect } = context;
    const { desk, server, at, until, call } = await waiting(context, bob);
    await desk.hold('pay.after');
    await post(`${at(server)}/decide`, { call, decision: 'allow', request: 'r1' });
    await desk.reached('pay.after');
    await kill(server);
    await desk.release('pay.after');
    const next = await desk.serve();
    expect(await post(`${at(next)}/decide`, { call, decision: 'allow', request: 'r1' })).toMatchObject({ status: 200 });
    expect(await post(`${at(next)}/resume`, {})).toMatchObject({ status: 202 });
    expect((await until(next, 'paused')).events.at(-1).event).toMatchObject({ reason: 'effect_uncertain', calls: [call] });
    const resolution = { call, attempt: 1, resolution: 'happened', result: { receipt: 'R-1' } };
    expect(await post(`${at(next)}/resolve`, resolution)).toMatchObject({ status: 200 });
    expect(await post(`${at(next)}/resume`, {})).toMatchObject({ status: 202 });
    await until(next, 'completed');
    expect([desk.log('calls'), desk.log('effects')]).toEqual([[call], paidBob]);
  });

  test('kill -9 of a server between the decision and the call: the next one makes the call', async (context) => {
    const { expect } = context;
    const { desk, server, at, until, call } = await waiting(context, bob);
    await kill(server);
    const second = await desk.serve();
    await desk.hold('pay.load');
    const decided = committed(desk.store, desk.scope, ({ type }) => type === 'intarsia.approval.decided');
    await post(`${at(second)}/decide`, { call, decision: 'allow', request: 'r1' });
    await Promise.all([decided, desk.reached('pay.load')]);
    await kill(second);
    await desk.release('pay.load');
    const third = await desk.serve();
    expect(await post(`${at(third)}/resume`, {})).toMatchObject({ status: 202 });
    await until(third, 'completed');
    expect([desk.log('calls'), desk.log('effects')]).toEqual([[call], paidBob]);
  });
});
