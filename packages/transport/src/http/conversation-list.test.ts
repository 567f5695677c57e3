import { IntarsiaError } from '@intarsia/core';
import { expect, it } from 'vitest';
import { exchange, scriptedConversation } from '../test/scripted-conversation.ts';
import { createConversationList } from './conversation-list.ts';

/** A list of two conversations, the newer of which cannot be looked at. */
function listWith(code: 'journal_version' | 'store_corrupt') {
  const { runtime, scope, post } = scriptedConversation();
  post(...exchange(1));
  return createConversationList({
    ...runtime,
    conversations: async () => [scope.chat, 'other'],
    inspect: (asked) =>
      asked.chat === scope.chat ? runtime.inspect(asked) : Promise.reject(new IntarsiaError(code, 'It cannot be read.')),
  })(scope.tenant);
}

it('C20 a conversation of a newer release is left out of the list, and the others are in it', async () => {
  expect(await listWith('journal_version')).toMatchObject([{ title: 'question 1' }]);
});

it('a conversation that is damaged is told', async () => {
  await expect(listWith('store_corrupt')).rejects.toMatchObject({ code: 'store_corrupt' });
});
