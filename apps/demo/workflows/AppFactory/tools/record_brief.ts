import { defineTool } from '@intarsia/core';
import { briefSchema, openQuestion } from './brief.ts';

/** Records what the person wants, or answers with the question that is still open. Nothing outside the context changes. */
export const record_brief = defineTool({
  description: 'Records what the person wants. Call it once the kind of entry, its fields with their types and all rules are clear.',
  input: briefSchema,
  effect: 'none',
  run(brief, ctx) {
    const ask = openQuestion(brief);
    if (ask !== null) return { status: 'error', message: 'The brief is not clear yet. Ask the person the question in `ask`.', ask };
    ctx.contextVariables.set('brief', JSON.parse(JSON.stringify(brief)));
    ctx.contextVariables.set('interview_complete', true);
    return { status: 'ok', entity: brief.entity.singular, fields: brief.fields.map((field) => field.label) };
  },
});
