import { type EnvelopeDraft, envelopeId, envelopeOf, journalLine } from '@intarsia/core';
import { type Conversation, scope } from './conversation.test-support.ts';

/** Writes envelopes of the person at the end of the conversation's journal, behind its runtime's back, as another program on the same store would. */
export async function plant(talk: Conversation, ...planted: readonly Pick<EnvelopeDraft, 'type' | 'data'>[]): Promise<void> {
  const snapshot = await talk.runtime.inspect(scope);
  if (snapshot === null) throw new Error('There is no conversation.');
  const [sender] = snapshot.participants.values();
  const [last = '', at = ''] = [snapshot.state.lastEnvelope ?? '', (await talk.envelopes()).at(-1)?.created_at];
  if (sender === undefined) throw new Error('Nobody takes part.');
  const lines = planted.map(({ type, data }, index) => {
    // After the last envelope, and before whatever the hub mints next.
    const id = envelopeId(`${last.slice(0, 16)}${'f'.repeat(15)}${index.toString(16)}`);
    return journalLine(envelopeOf({ sender, type, data, audience: [], causation: null }, { channel: snapshot.channel, id, at }));
  });
  await talk.store.append(`/conversations/${scope.tenant}/${scope.chat}/channels/${snapshot.channel}/wal.jsonl`, lines.join(''));
}
