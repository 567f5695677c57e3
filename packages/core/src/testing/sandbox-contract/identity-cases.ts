import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { sandboxId } from '../../ports/index.ts';
import { type CaseBody, create, owner, rejectsWith } from './harness.ts';

/** What a sandbox is known by, and who finds it. */
export const identityCases: Readonly<Record<string, CaseBody>> = {
  'create gives an identity and a deadline': async ({ port }) => {
    const before = Date.now();
    const { info } = await create(port, { purpose: 'preview', lifetimeMs: 60_000, labels: { version: 'v1' } });
    match(info.id, /^[a-z][a-z0-9]{0,62}$/);
    equal(info.purpose, 'preview');
    deepEqual(info.owner, owner);
    deepEqual(info.labels, { version: 'v1' });
    ok(Date.parse(info.createdAt) >= before - 1_000 && Date.parse(info.createdAt) <= Date.now() + 1_000);
    const lifetimeMs = Date.parse(info.deadline) - Date.parse(info.createdAt);
    ok(Math.abs(lifetimeMs - 60_000) <= 1_000, `the deadline is ${lifetimeMs} ms after the creation`);
  },
  'create refuses a lifetime that is not positive': async ({ port }) => {
    for (const lifetimeMs of [0, -1, Number.NaN]) {
      ok(await rejectsWith('sandbox_limit', () => create(port, { lifetimeMs })), `accepted ${lifetimeMs}`);
    }
    deepEqual(await port.list(), []);
  },
  'an aborted create leaves nothing': async ({ port }) => {
    const reason = new Error('stopped by the case');
    const request = { purpose: 'validation', owner, lifetimeMs: 60_000 } as const;
    const outcome = await port.create(request, { signal: AbortSignal.abort(reason) }).catch((error: unknown) => error);
    equal(outcome, reason);
    deepEqual(await port.list(), []);
  },
  'list gives the identity and labels of every living sandbox': async ({ port, again }) => {
    const first = await create(port, { labels: { version: 'v1', call: 'c:1' } });
    const second = await create(port, { purpose: 'preview', owner: { tenant: 'contract', app: 'app-2' } });
    for (const provider of [port, again]) {
      const listed = await provider.list();
      deepEqual(new Set(listed.map(({ id }) => id)), new Set([first.info.id, second.info.id]));
      for (const info of listed) deepEqual(info, info.id === first.info.id ? first.info : second.info);
    }
  },
  'list of an owner leaves others out': async ({ port }) => {
    const mine = await create(port);
    await create(port, { owner: { tenant: 'contract', app: 'app-2' } });
    await create(port, { owner: { tenant: 'another', app: 'app-1' } });
    deepEqual(
      (await port.list(owner)).map(({ id }) => id),
      [mine.info.id],
    );
    deepEqual(await port.list({ tenant: 'contract', app: 'none' }), []);
  },
  'connect finds what another process created': async ({ port, again }) => {
    const made = await create(port);
    await made.writeFiles([{ path: 'note.txt', content: 'from the first' }]);
    const found = await again.connect(made.info.id);
    deepEqual(found?.info, made.info);
    equal(await found?.readFile('note.txt'), 'from the first');
  },
  'connect gives null for an id that is not there': async ({ port }) => {
    for (const id of ['s00000000000000000000', 'unknown', '', '../..', 'a/b']) equal(await port.connect(sandboxId(id)), null);
  },
  'X4: connecting, reading and running leave the deadline where it is': async ({ port, again }) => {
    const made = await create(port);
    const found = await again.connect(made.info.id);
    await found?.readFile('nothing');
    await found?.run({ command: ['node', '-e', ''] });
    equal(found?.info.deadline, made.info.deadline);
    equal((await port.list(owner))[0]?.deadline, made.info.deadline);
  },
  'every sandbox has a host name of its own': async ({ port }) => {
    const [one, other] = [await create(port), await create(port)];
    notEqual(one.info.id, other.info.id);
    for (const sandbox of [one, other]) {
      const url = new URL(sandbox.previewUrl(4321));
      ok(url.hostname.startsWith(`${sandbox.info.id}.`) || url.hostname.includes(sandbox.info.id), url.href);
    }
    notEqual(new URL(one.previewUrl(4321)).hostname, new URL(other.previewUrl(4321)).hostname);
  },
};
