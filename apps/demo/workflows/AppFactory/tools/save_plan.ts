import { defineTool } from '@intarsia/core';

/** Keeps the validated plan where the builder sees it. */
export const save_plan = defineTool({
  description: 'Keeps the plan for the builder.',
  effect: 'none',
  run(plan, ctx) {
    ctx.contextVariables.set('app_plan', plan);
    return { status: 'ok', plan };
  },
});
