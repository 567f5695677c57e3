import type { AppDescription, Rules } from './app-description.ts';

/** Ways to answer which fields must always be filled in, by turns: none, the first, the first and the last, in a sentence, all. */
export function rulesOf({ fields }: AppDescription, turn: number): Rules {
  const [first] = fields;
  const last = fields.at(-1) ?? first;
  switch (turn % 5) {
    case 0:
      return { answer: 'none', required: [] };
    case 1:
      return { answer: `Only the ${first.label}.`, required: [first.name] };
    case 2:
      return { answer: `${first.label} and ${last.label}`, required: [first.name, last.name] };
    case 3:
      return { answer: `The ${first.label} must be filled in`, required: [first.name] };
    default:
      return { answer: 'All of them', required: fields.map(({ name }) => name) };
  }
}
