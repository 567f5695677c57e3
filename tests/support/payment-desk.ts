import type { FactData } from '@intarsia/core';
import { readRecorded } from './journal.ts';
import type { AskedModel, ModelAnswer } from './model-endpoint.ts';
import { type OrderDesk, openOrderDesk } from './order-desk.ts';

/** What a model asks to be paid. */
export interface Payment {
  readonly to: string;
  readonly euros: number;
}

/** Opens a desk whose model asks for these payments at once, each of which needs approval, and then says how many were made. */
export const openPaymentDesk = (...payments: readonly Payment[]): Promise<OrderDesk> => openPaymentDeskIn(undefined, ...payments);

/** The same with its conversation in the store that a URL names. */
export const openPaymentDeskIn = (store: string | undefined, ...payments: readonly Payment[]): Promise<OrderDesk> =>
  openOrderDesk((asked) => replyTo(asked, payments), 'tests/fixtures/PaymentDesk', store);

function replyTo({ body }: AskedModel, payments: readonly Payment[]): ModelAnswer {
  const results = (Object(body).messages as readonly { readonly role: string; readonly content: string }[]).filter(
    ({ role }) => role === 'tool',
  );
  if (results.length === 0) return { kind: 'calls', calls: payments.map((payment) => ({ name: 'pay', arguments: payment })) };
  return { kind: 'reply', content: `${results.filter(({ content }) => content.includes('R-1')).length} made.` };
}

/** What was asked of people in the conversation of the desk, in order. */
export async function requestsOf({ store, scope }: OrderDesk): Promise<readonly FactData<'intarsia.approval.requested'>[]> {
  const { facts } = await readRecorded(store, scope);
  return facts.flatMap((fact) => (fact.type === 'intarsia.approval.requested' ? [fact.data] : []));
}
