import {
  type Agent,
  type CallKey,
  callKey,
  type JsonObject,
  type ToolBinding,
  type ToolDefinition,
  type UiAction,
  type UiContract,
} from '@intarsia/core';
import { type Conversation, handleOf, rule, scope, tool } from './conversation.test-support.ts';

/** What every asking tool is shown in. */
export const surface = { component: 'ApprovalCard', mode: 'inline' };
const action = (id: string, more: Partial<UiAction> = {}): UiAction => ({
  id,
  label: null,
  description: null,
  variant: null,
  approved: null,
  payload: null,
  ...more,
});
/** What goes with a rejection. */
export const reason = { type: 'object', properties: { reason: { type: 'string' } }, required: ['reason'] };
/** Two actions; only the second one takes something, and declares what. */
export const review: UiContract = {
  payload: null,
  actions: [action('approve', { label: 'Approve', approved: true }), action('reject', { approved: false, payload: reason })],
};
/** No actions: any object is an answer. */
export const open: UiContract = { payload: null, actions: [] };

/** The agent with some of its tools asking the person. */
export function asking(agent: Agent, contracts: Readonly<Record<string, UiContract>>): Agent {
  const asks = (binding: ToolBinding): ToolBinding => {
    const ui = contracts[binding.function];
    return ui === undefined ? binding : { ...binding, type: 'UI_Tool', surface, ui };
  };
  return { ...agent, autoTools: agent.autoTools.map(asks), callableTools: agent.callableTools.map(asks) };
}

/** Ann speaks with the person. */
export const around = [rule('Ann', 'user'), rule('user', 'Ann')];
/** An output of Ann's. */
export const output = '{"title":"Release 2"}';

/** A tool that keeps what it was given, in order. */
export function recorded(run: ToolDefinition['run'] = () => ({ done: true }), extra: Parameters<typeof tool>[1] = {}) {
  const runs: { readonly input: JsonObject; readonly answer: unknown; readonly key: string }[] = [];
  const definition = tool((input, context) => {
    runs.push({ input, answer: context.answer, key: context.idempotencyKey });
    return run(input, context);
  }, extra);
  return { runs, definition };
}

/** The keys of everything that was asked, in order. */
export const requests = async (talk: Conversation): Promise<readonly CallKey[]> =>
  (await talk.facts('intarsia.ui.requested')).map(({ key }) => callKey(String(key)));
/** The key of the first thing that was asked. */
export const onlyRequest = async (talk: Conversation): Promise<CallKey> => (await requests(talk))[0] ?? callKey('');
/** Answers, and waits for the end of the activation. */
export const respond = async (
  talk: Conversation,
  given: { readonly call: CallKey; readonly action?: string; readonly response?: JsonObject },
) => handleOf(await talk.runtime.respond({ scope, ...given })).done;
