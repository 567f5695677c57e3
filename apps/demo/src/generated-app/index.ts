export type { GeneratedFile } from './generate-app.ts';
export { generateApp } from './generate-app.ts';
export type { AppPlan, PlannedField } from './plan.ts';
export { appPlanSchema } from './plan.ts';
