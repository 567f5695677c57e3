import { unquote, wordsOf } from '../language/text.ts';
import { collect, findField, replaceField, withCollected, withEntity } from './collect.ts';
import type { Description, Field } from './description.ts';
import { entityText } from './entity.ts';
import { typeNamed } from './field-types.ts';
import { choicesIn, limitsNamed } from './hints.ts';

const done =
  /^(?:(?:no|nope|nah|nothing|none|yes|yep|yeah|ok|okay|sure|fine|right|correct|exactly|great|good|perfect|all good|done|enough|go|please)\b[\s,.!]*)*(?:(?:that(?:'s| is| was| would be| will be)?|this is|it's|looks?|sounds?|go|thats)\s+(?:all|it|everything|enough|fine|good|great|right|correct|perfect|ahead|for it|okay|ok|complete)(?:\s+(?:for now|then|i need|we need|good))*|(?:nothing|no more|no others?|none|no other fields?|nothing (?:else|more)|no more fields|build it|do it|start|continue|just (?:that|those|these)(?: fields)?|leave it(?: like that| out)?|skip (?:it|that|this)|ignore (?:it|that)|forget (?:it|that)(?: one)?|only (?:those|these|that)|thanks|thank you))?[\s,.!]*(?:thanks|thank you|please)?[\s.!]*$/i;

/** Words that leave out what was asked for. */
const declines =
  /^(?:no|none|nope|nothing|any(?:thing)?|no (?:values|choices|limits)|(?:it )?(?:doesn't|does not) matter|whatever|skip(?: (?:it|that|this))?|i (?:don't|do not) (?:know|mind|care))[\s.!]*$/i;

/** True for words that agree or close, and say nothing new. */
export const isClosing = (text: string): boolean => text.trim() !== '' && done.test(text.trim());

/** Reads an answer to the question that a doubt made, or null when the words answer something else. */
export function answerDoubt(description: Description, text: string): Description | null {
  const { doubt } = description;
  if (doubt === null) return null;
  const settled: Description = { ...description, doubt: null };
  switch (doubt.kind) {
    case 'too_few_choices': {
      if (declines.test(text))
        return changeField(settled, doubt.label, (field) => ({ ...field, type: 'text', typeGiven: true, choices: [] }));
      const choices = choicesIn(
        text.replace(/^(?:it (?:can|could) be|they are|the values are|values?:?|options?:?|one of|either|choices?:?)\s+/i, ''),
      );
      return choices === null
        ? null
        : changeField(settled, doubt.label, (field) => ({ ...field, type: 'choice', typeGiven: true, choices }));
    }
    case 'limits_swapped': {
      if (declines.test(text)) return changeField(settled, doubt.label, (field) => ({ ...field, min: null, max: null }));
      const numbers = [...text.matchAll(/-?\d+(?:[.,]\d+)?/g)].map(([number]) => Number(number.replace(',', '.')));
      const limits = limitsNamed(text) ?? { min: numbers[0], max: numbers[1] };
      if (limits.min === undefined || limits.max === undefined) return null;
      const [min, max] = [Math.min(limits.min, limits.max), Math.max(limits.min, limits.max)];
      return changeField(settled, doubt.label, (field) => ({ ...field, min, max }));
    }
    case 'field_twice': {
      const type = typeNamed(text.replace(/^(?:it's|it is|use|take|make it|as|should be|it should be)\s+/i, ''));
      return type === null ? null : changeField(settled, doubt.label, (field) => ({ ...field, type, typeGiven: true }));
    }
    case 'too_long':
      return null;
    case 'two_entities':
    case 'unclear_entity': {
      const name = entityText(text.replace(/^(?:it's|it is|the|only|just|they are|call them|for|about)\s+/i, ''));
      return name === null || wordsOf(name).length > 4 || /[,:]/.test(text) ? null : withEntity(settled, name);
    }
    case 'open_list':
    case 'unclear_field':
    case 'unknown_field': {
      if (isClosing(text)) return settled;
      const collected = collect(unquote(text));
      const plausible =
        collected.fields.length > 0 &&
        collected.doubts.length === 0 &&
        !/[?]|\b(?:i|you|rename|remove|delete|drop|add|make|change|meant|instead)\b/i.test(text);
      return plausible ? withCollected(settled, collected) : null;
    }
  }
}

function changeField(description: Description, label: string, change: (field: Field) => Field): Description {
  const field = findField(description.fields, label);
  return field === null ? description : { ...description, fields: replaceField(description.fields, field, change(field)) };
}
