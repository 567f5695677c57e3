import { strict as assert } from 'node:assert';
import { namespaceStore, storeNamespaces } from '../../../journal/index.ts';
import type { JournalStore } from '../../../ports/index.ts';
import type { StoreCase } from '../case.ts';
import type { StoreHarness } from '../harness.ts';
import { acquired, bytesOf, contents, rejectsWith } from '../looking.ts';
import { hostileNames } from './names.ts';

/** Closes the store and opens its data again, which the harness said it can do. */
async function restarted({ reopen }: StoreHarness): Promise<JournalStore> {
  assert.ok(reopen !== undefined, 'the harness offers `reopens` and has no `reopen`');
  return reopen();
}

const line = (path: string, content: string) => [{ kind: 'append', path, content }] as const;

/** What a store knows after it was closed and opened again. */
export const restartCases: readonly StoreCase[] = [
  {
    name: 'restart: everything that was acknowledged is there, and nothing that was deleted',
    needs: 'reopens',
    async body(harness) {
      const { store } = harness;
      await store.write('/written', 'a longer text');
      await store.write('/written', 'short');
      await store.append('/folder/appended', 'one');
      await store.append('/folder/appended', 'zwölf');
      await store.write('/folder', 'a file too');
      await store.write('/deleted/a', 'x');
      await store.commit([
        { kind: 'write', path: '/committed', content: '1' },
        ...line('/committed', '2'),
        { kind: 'delete', path: '/deleted' },
      ]);
      await store.write('/empty', '');
      const before = await contents(store);
      let opened = await restarted(harness);
      for (let round = 0; round < 2; round += 1) {
        assert.deepEqual(await contents(opened), before);
        assert.deepEqual(
          [await opened.list(), await opened.exists('/deleted')],
          [['committed', 'empty', 'folder', 'folder/', 'written'], false],
        );
        opened = await restarted(harness);
      }
      assert.equal(await opened.append('/folder/appended', '!'), 9);
      assert.equal(await opened.readRange('/folder/appended', 3), 'zwölf!');
    },
  },
  {
    name: 'restart: names and text are kept byte for byte',
    needs: 'reopens',
    async body(harness) {
      const text = '\ufeffNUL \u0000, \r\n, \u2028, \u{1f600} ';
      const names = [...hostileNames, 'n'.repeat(2_000)];
      await harness.store.commit(names.map((name) => ({ kind: 'write', path: `/${name}/${name}`, content: text + name })));
      const opened = await restarted(harness);
      assert.deepEqual(await opened.list(), names.map((name) => `${name}/`).sort());
      for (const name of names) assert.equal(await opened.read(`/${name}/${name}`), text + name);
    },
  },
  {
    name: 'restart: a large file is whole, and ranges of it too',
    needs: 'reopens',
    async body(harness) {
      const record = 'a line of 20 bytes\r\n';
      for (let index = 0; index < 10; index += 1) await harness.store.append('/a', record.repeat(5_000));
      const opened = await restarted(harness);
      assert.ok((await opened.read('/a')) === record.repeat(50_000), 'the whole file');
      assert.equal(await opened.readRange('/a', 999_980), record);
      assert.equal(await opened.append('/a', record), bytesOf(record) * 50_000);
    },
  },
  {
    name: 'restart: a file of 17 MB is one like any other, before it and after it',
    needs: 'reopens',
    async body(harness) {
      const text = 'one of half a million short lines'.repeat(531_250); // 33 bytes each
      await harness.store.write('/huge', text);
      assert.equal(await harness.store.append('/huge', 'tail'), 17_531_250);
      const opened = await restarted(harness);
      assert.equal(await opened.readRange('/huge', 17_531_217), `${text.slice(-33)}tail`);
      assert.ok((await opened.read('/huge')) === `${text}tail`, 'the text read back is the text written');
    },
  },
  {
    name: 'restart: a lease is still held, and its fence still holds',
    needs: 'reopens',
    async body(harness) {
      const stale = await acquired(harness.store, '/run', 'a');
      const epoch = await acquired(harness.store, '/run', 'a');
      const opened = await restarted(harness);
      const refused = await opened.lease.acquire('/run', { owner: 'b', ttlMs: 60_000 });
      assert.ok(refused.kind === 'held' && refused.owner === 'a' && refused.remainingMs > 0 && refused.remainingMs <= 60_000);
      assert.deepEqual(await opened.commit(line('/log', 'bad'), { fence: { lease: '/run', epoch: stale } }), {
        kind: 'stale_epoch',
        currentEpoch: epoch,
      });
      assert.deepEqual(await opened.commit(line('/log', '1'), { fence: { lease: '/run', epoch } }), { kind: 'committed' });
      assert.equal(await opened.lease.renew('/run', { epoch, ttlMs: 60_000 }), true);
      assert.deepEqual(await contents(opened), { '/log': '1' });
    },
  },
  {
    name: 'restart: the release and the renewal of a lease last',
    needs: 'reopens',
    async body(harness) {
      const [released, renewed] = [await acquired(harness.store, '/released', 'a'), await acquired(harness.store, '/renewed', 'a')];
      await harness.store.lease.release('/released', { epoch: released });
      assert.equal(await harness.store.lease.renew('/renewed', { epoch: renewed, ttlMs: 600_000 }), true);
      const opened = await restarted(harness);
      const holder = await opened.lease.holder('/renewed');
      assert.ok(holder?.epoch === renewed && holder.remainingMs > 60_000, `held for ${holder?.remainingMs} ms`);
      assert.equal(await opened.lease.holder('/released'), null);
      assert.ok((await acquired(opened, '/released', 'b')) > released);
    },
  },
  {
    name: 'restart: no epoch comes back',
    needs: 'reopens',
    async body(harness) {
      const epochs: number[] = [];
      let { store } = harness;
      for (let life = 0; life < 4; life += 1) {
        for (const lease of ['/run', '/run']) epochs.push(await acquired(store, lease, 'a'));
        if (life % 2 === 0) await store.lease.release('/run', { epoch: epochs.at(-1) ?? 0 });
        if (life === 1) await store.delete('/');
        store = await restarted(harness);
        const last = await store.commit(line('/log', 'x'), { fence: { lease: '/run', epoch: (epochs.at(-1) ?? 0) - 1 } });
        assert.deepEqual(last, { kind: 'stale_epoch', currentEpoch: epochs.at(-1) });
      }
      for (const [index, epoch] of epochs.entries()) assert.ok(epoch > (epochs[index - 1] ?? 0), `epochs ${epochs.join(', ')}`);
    },
  },
  {
    name: 'restart: no version comes back, and one that nobody changed stays',
    needs: 'reopens',
    async body(harness) {
      const versions: (string | undefined)[] = [];
      let { store } = harness;
      await store.write('/untouched', 'x');
      const untouched = (await store.stat('/untouched'))?.version ?? '';
      for (let life = 0; life < 4; life += 1) {
        for (let write = 0; write < 3; write += 1) {
          if (write === life) await store.delete('/a');
          await store.write('/a', 'x');
          versions.push((await store.stat('/a'))?.version);
        }
        store = await restarted(harness);
        assert.equal((await store.stat('/a'))?.version, versions.at(-1));
      }
      assert.equal(new Set(versions).size, versions.length, `versions repeat: ${versions.join(', ')}`);
      const expect = [{ path: '/untouched', size: 1, version: untouched }];
      assert.deepEqual(await store.commit(line('/untouched', 'y'), { expect }), { kind: 'committed' });
      assert.deepEqual(await store.commit(line('/untouched', 'z'), { expect }), { kind: 'conflict', path: '/untouched' });
    },
  },
  {
    name: 'restart: namespaces are listed as before, with their files and leases',
    needs: 'reopens',
    async body(harness) {
      const names = ['a', 'A', 'a/b', '{a}', '\u{1f600}'];
      for (const chat of names) {
        const view = namespaceStore(harness.store, { tenant: 't', chat });
        await view.write('/a', chat);
        await acquired(view, '/run', chat);
      }
      await namespaceStore(harness.store, { tenant: 't', chat: 'emptied' }).write('/a', 'x');
      await namespaceStore(harness.store, { tenant: 't', chat: 'emptied' }).delete('/');
      const opened = await restarted(harness);
      const listed = (await storeNamespaces(opened, 't')).map((namespace) => ('chat' in namespace ? namespace.chat : ''));
      assert.deepEqual(listed.sort(), [...names].sort());
      for (const chat of names) {
        const view = namespaceStore(opened, { tenant: 't', chat });
        assert.deepEqual([await contents(view), (await view.lease.holder('/run'))?.owner], [{ '/a': chat }, chat]);
      }
    },
  },
  {
    name: 'restart: calls that were under way were made whole or not at all, and those that were acknowledged were made',
    needs: 'reopens',
    async body(harness) {
      const { store } = harness;
      const commits = Array.from({ length: 12 }, (_, index) =>
        store.commit([...line('/log', `<${index}>`), { kind: 'write', path: `/marks/${index}`, content: String(index) }]).then(
          () => true,
          () => false,
        ),
      );
      await Promise.race(commits);
      const opened = await restarted(harness);
      const log = (await opened.read('/log')) ?? '';
      for (const [index, acknowledged] of (await Promise.all(commits)).entries()) {
        const times = log.split(`<${index}>`).length - 1;
        assert.equal((await opened.exists(`/marks/${index}`)) ? 1 : 0, times, `commit ${index}: one of its two files`);
        if (acknowledged) assert.equal(times, 1, `commit ${index} was acknowledged`);
      }
    },
  },
  {
    name: 'restart: a handle of before stays closed, and so do its views',
    needs: 'reopens',
    async body(harness) {
      const { store } = harness;
      const view = namespaceStore(store, { tenant: 't', chat: 'c' });
      await view.write('/a', 'x');
      const opened = await restarted(harness);
      await rejectsWith('store_closed', 'write', () => store.write('/a', 'late'));
      await rejectsWith('store_closed', 'commit of a view', () => view.commit(line('/a', 'late')));
      assert.equal(await namespaceStore(opened, { tenant: 't', chat: 'c' }).read('/a'), 'x');
    },
  },
];
