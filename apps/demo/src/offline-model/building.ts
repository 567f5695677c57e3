import { appPlanSchema, generateApp } from '../generated-app/index.ts';
import { type Prompt, type Schema, shownVariable } from './api/request.ts';
import type { Reply } from './reply.ts';
import { fits, itemsOf, property, propertyNames } from './schema-fit.ts';

/** True for a schema of files, each with a path and its content. */
export function wantsFiles(schema: Schema): boolean {
  const item = itemsOf(property(schema, 'files'));
  return item !== null && property(item, 'path') !== null && property(item, 'content') !== null;
}

/** The app for the plan that the prompt shows. */
export function build(prompt: Prompt, schema: Schema): Reply {
  const plan = appPlanSchema.safeParse(shownVariable(prompt, 'APP_PLAN'));
  if (!plan.success) return { kind: 'text', text: 'There is no complete plan in this conversation to build from.' };
  const files = generateApp(plan.data);
  const lines = files.reduce((sum, file) => sum + file.content.split('\n').length - 1, 0);
  const whole: Record<string, unknown> = { files, summary: `${plan.data.title}: ${files.length} files, ${lines} lines, no dependencies.` };
  const known = propertyNames(schema);
  const answer = Object.fromEntries(Object.entries(whole).filter(([name]) => known.includes(name)));
  return fits(schema, answer)
    ? { kind: 'text', text: JSON.stringify(answer) }
    : { kind: 'text', text: 'The files that are asked for have parts this model does not know.' };
}
