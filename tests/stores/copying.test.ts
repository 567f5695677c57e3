import { type JournalStore, namespaceStore } from '@intarsia/core';
import { openStore } from '@intarsia/knowledge-stores/url';
import { describe, type TestContext, test } from 'vitest';
import { readRecorded } from '../support/journal.ts';
import { openPaymentDeskIn, requestsOf } from '../support/payment-desk.ts';
import { type StoreKind, storeKinds } from '../support/store-kinds.ts';

/** Each kind with the one that is copied into. */
const ring = storeKinds.map((from, index) => ({ from, to: storeKinds[(index + 1) % storeKinds.length] ?? from }));
const ways = ring.map((way) => ({ ...way, name: `${way.from.kind} into ${way.to.kind}` }));

async function own(kind: StoreKind, { onTestFinished }: TestContext): Promise<{ readonly url: string; readonly store: JournalStore }> {
  const { url, remove } = await kind.open();
  const store = await openStore(url);
  onTestFinished(async () => {
    await store.close();
    await remove();
  });
  return { url, store };
}

describe.concurrent('a paused conversation that is copied', { timeout: 180_000 }, () => {
  test.for(ways)('from $name, by a command that is killed and given again, goes on there', async ({ from, to }, context) => {
    const { expect } = context;
    const [source, target] = [await own(from, context), await own(to, context)];
    const desk = await openPaymentDeskIn(source.url, { to: 'Bob', euros: 500 });
    context.onTestFinished(() => desk.close());
    expect(await desk.run('--input', 'pay').ended).toMatchObject({ exitCode: 3 });
    const before = await readRecorded(source.url, desk.scope);
    await namespaceStore(source.store, desk.scope).write('/attachments/large', 'ä€😀\n'.repeat(600_000));

    const command = desk.intarsia('store', 'copy', source.url, target.url);
    const there = namespaceStore(target.store, desk.scope);
    await new Promise<void>((resolve) => there.onChange('/', () => resolve()));
    command.signal('SIGKILL');
    const { exitCode } = await command.ended;
    const again = await desk.intarsia('store', 'copy', source.url, target.url).ended;
    expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/conversation local\/order: (copied|there already)/) });
    expect(exitCode === null || again.stdout.includes('there already')).toBe(true);
    expect(await desk.intarsia('store', 'verify', source.url, target.url).ended).toMatchObject({ exitCode: 0 });

    const [request] = await requestsOf(desk);
    const on = ['run', 'tests/fixtures/PaymentDesk', '--resume', '--store', target.url, '--conversation', 'order'];
    expect(await desk.intarsia(...on, '--call', request?.key ?? '', '--answer', 'allow').ended).toMatchObject({ exitCode: 0 });
    expect(desk.log('effects')).toEqual(['paid Bob 500']);
    expect(await readRecorded(target.url, desk.scope)).toMatchObject({ status: 'completed' });
    expect(await readRecorded(source.url, desk.scope)).toEqual(before);
  });
});
