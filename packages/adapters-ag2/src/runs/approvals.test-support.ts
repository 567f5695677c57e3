import { type CallKey, callKey, type JsonObject, type ToolDefinition } from '@intarsia/core';
import { type Conversation, handleOf, rule, scope } from './conversation.test-support.ts';
import { recorded } from './ui-tools.test-support.ts';

/** Ann speaks with the person. */
export const around = [rule('Ann', 'user'), rule('user', 'Ann')];

/** The declared input of every paying tool. */
export const input = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] };

/** A tool that pays, keeps what it was given, and may not be called without approval. */
export const paying = (extra: Parameters<typeof recorded>[1] = {}, run?: ToolDefinition['run']) =>
  recorded(run ?? (() => ({ paid: true })), { input, requiresApproval: true, ...extra });

/** The keys of everything that waited for approval, in order. */
export const approvals = async (talk: Conversation): Promise<readonly CallKey[]> =>
  (await talk.facts('intarsia.approval.requested')).map(({ key }) => callKey(String(key)));
/** The key of what waited for approval first. */
export const onlyApproval = async (talk: Conversation): Promise<CallKey> => (await approvals(talk))[0] ?? callKey('');

/** Decides, and waits for the end of the activation. */
export const decide = async (talk: Conversation, call: CallKey, decision: 'allow' | 'deny', reason?: string) =>
  handleOf(await talk.runtime.decide({ scope, call, decision, by: 'boss', ...(reason === undefined ? {} : { reason }) })).done;

/** What the model was told last of its calls. */
export const toldLast = ({ agents }: Conversation): readonly JsonObject[] =>
  (agents.requests.at(-1)?.messages ?? []).flatMap((message) => (message.role === 'tool' ? [JSON.parse(message.content)] : []));
