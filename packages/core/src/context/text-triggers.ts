import type { ContextWriter, TextTrigger, Workflow } from '../documents/workflow.ts';
import { checkWrite } from './authority.ts';
import type { RefusedWrite } from './refused-write.ts';

/** What a text does to the context. */
export interface TextTriggers {
  /** Variables that the text sets to true, in document order. */
  readonly sets: readonly string[];
  /** What the triggers would set, and this kind of text may not (workflow-documents 7.4). */
  readonly refused: readonly RefusedWrite[];
  /** True when the whole text is a control word of a hidden trigger: no person is shown it. */
  readonly hidden: boolean;
}

/** What an agent's reply does through the `agent_text` triggers of that agent (workflow-documents 7.5, 7.7). */
export function controlText(workflow: Workflow, agent: string, text: string): TextTriggers {
  return fire(workflow, 'agent_text', 'agent_text', agent, text);
}

/** What a person's message does through the `user_text` triggers. */
export function userText(workflow: Workflow, text: string): TextTriggers {
  return fire(workflow, 'user_text', 'user_text_trigger', null, text);
}

/**
 * True while a reply that is still streaming may end as hidden control text of that agent, so that nothing of it may be shown yet. Once
 * false it stays false for every longer text. A hidden `regex` holds the whole reply back: its end decides.
 */
export function couldBeControlText(workflow: Workflow, agent: string, textSoFar: string): boolean {
  const hidden = triggersOf(workflow, 'agent_text', agent).flatMap(({ trigger }) => (trigger.hidden ? [trigger] : []));
  if (hidden.some((trigger) => trigger.regex !== null)) return true;
  const words = hidden.flatMap(literals);
  const start = textSoFar.trimStart();
  const whole = start.trimEnd();
  // A long reply is told apart by its length, without folding it again at each piece.
  if (!words.some((word) => whole.length <= word.length)) return false;
  return words.some((word) => word === fold(whole) || word.startsWith(fold(start)));
}

function fire(workflow: Workflow, kind: TextTrigger['kind'], writer: ContextWriter, agent: string | null, text: string): TextTriggers {
  const sets: string[] = [];
  const refused = new Map<string, RefusedWrite>();
  let hidden = false;
  for (const { key, trigger } of triggersOf(workflow, kind, agent)) {
    if (!matches(trigger, text)) continue;
    hidden ||= trigger.hidden && isControlWord(trigger, text);
    if (sets.includes(key)) continue;
    const decision = checkWrite(workflow, { key, operation: 'set', value: true, writer });
    if (decision.kind === 'allowed') sets.push(key);
    else refused.set(key, { key, operation: 'set', writer, rule: `context_authority.${decision.reason}`, message: decision.message });
  }
  return { sets, refused: [...refused.values()], hidden };
}

function triggersOf(
  workflow: Workflow,
  kind: TextTrigger['kind'],
  agent: string | null,
): readonly { readonly key: string; readonly trigger: TextTrigger }[] {
  const variables = [...workflow.contextVariables.values()].filter((variable) => variable.source.kind === 'state');
  return variables.flatMap(({ name: key, triggers }) =>
    triggers.flatMap((trigger) => {
      const listens = trigger.kind !== 'ui_response' && trigger.kind === kind && (agent === null || trigger.agent === agent);
      return listens ? [{ key, trigger }] : [];
    }),
  );
}

/** The one matcher: trimmed and without regard to case; any of equals, contains and regex is enough. */
function matches(trigger: TextTrigger, text: string): boolean {
  const whole = fold(text.trim());
  if (whole === '') return false;
  if (trigger.equals !== null && whole === fold(trigger.equals.trim())) return true;
  if (trigger.contains !== null && trigger.contains.trim() !== '' && whole.includes(fold(trigger.contains))) return true;
  return trigger.regex !== null && new RegExp(trigger.regex, 'i').test(text.trim());
}

/** A matching text is control text only as a whole: a sentence that merely mentions the word is for people. */
function isControlWord(trigger: TextTrigger, text: string): boolean {
  if (literals(trigger).includes(fold(text.trim()))) return true;
  return trigger.regex !== null && new RegExp(`^(?:${trigger.regex})$`, 'i').test(text.trim());
}

function literals(trigger: TextTrigger): readonly string[] {
  return [trigger.equals, trigger.contains].flatMap((word) => (word === null || word.trim() === '' ? [] : [fold(word.trim())]));
}

/** Upper case: unlike lower case it does not depend on the letters around, so the start of a text folds to the start of its fold. */
function fold(text: string): string {
  return text.toUpperCase();
}
