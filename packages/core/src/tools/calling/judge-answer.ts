import { strictJson } from '../../outputs/json-door/strict-json.ts';
import type { SchemaModel } from '../../outputs/schema-models/define-model.ts';
import type { CallingEvent } from './after-event.ts';

const maxShown = 10;

/** What an answer says under its contract, or what is wrong with it, for the model to mend (case TOOL-81). One code fence around the whole of it is taken off. */
export function judgeAnswer(contract: SchemaModel, text: string): Extract<CallingEvent, { readonly kind: 'accepted' | 'rejected' }> {
  const read = strictJson(text);
  if (read.kind === 'refused') return rejected(read.problem.message);
  const result = contract.validate(read.value);
  if (result.kind === 'accepted') return { kind: 'accepted', value: result.value };
  return rejected(
    result.problems
      .slice(0, maxShown)
      .map(({ path, message }) => `${path}: ${message}`)
      .join('\n'),
  );
}

const rejected = (problems: string) => {
  const feedback = `Your answer is not what was asked for.\n${problems}\nAnswer again: one JSON value of the schema that you were given, and nothing else.`;
  return { kind: 'rejected', problems, feedback } as const;
};
