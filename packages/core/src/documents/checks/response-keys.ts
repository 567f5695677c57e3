import { didYouMean } from '../../outputs/nearest-name.ts';
import { closeSchema } from '../../outputs/schema-models/closed-schema.ts';
import type { ModelShape, Shape } from '../../outputs/shapes/shapes.ts';
import type { Reading } from '../reading/reading.ts';
import type { ToolsDocument } from '../schemas/tools.ts';
import type { UiContract } from '../workflow.ts';
import { warnAt } from './reports.ts';
import { uiContractOf } from './ui-contracts.ts';

/** What nests deeper than an answer can. */
const maxSteps = 200;

/** What each function of tools.yaml asks a person where it is a UI_Tool: one contract an entry. A function that asks nobody has none. */
export function contractsByTool(document: ToolsDocument | null): ReadonlyMap<string, readonly UiContract[]> {
  const asking = (document?.tools ?? []).filter(({ value }) => value.tool_type === 'UI_Tool');
  const byTool = Map.groupBy(asking, ({ value }) => value.function);
  return new Map([...byTool].map(([name, entries]) => [name, entries.map(({ value }) => uiContractOf(value.ui_contract))]));
}

/** Warns of a key that no answer to the tool can hold: its trigger never sets the variable (workflow-documents 7.5). */
export function checkResponseKey(reading: Reading, path: string, key: string, tool: string, contracts: readonly UiContract[]): void {
  const known: string[] = [];
  for (const { actions } of contracts) {
    if (actions.length === 0) return; // any object answers
    known.push('action', ...(actions.some(({ approved }) => approved !== null) ? ['approved'] : []));
    for (const { payload } of actions) {
      const closed = payload === null ? null : closeSchema('payload', payload, 'tool_invalid');
      if (closed?.kind !== 'closed') return; // any object, or told where it stands
      const { shapes } = closed.schema.model;
      const held = [[key], key.split('.')].map((steps) => follow(shapes, steps));
      if (held.includes('held')) return;
      known.push(...held.flat());
    }
  }
  if (known.includes(key)) return;
  const message = `No answer to \`${tool}\` can hold \`${key}\`, so it never sets the variable.`;
  warnAt(reading, path, 'no_effect', message, didYouMean(key, known));
}

/** Follows a path into an answer: `held` when one can hold it all, else the paths that go as far as one can and one step on. */
function follow(shapes: ReadonlyMap<string, ModelShape>, steps: readonly string[]): 'held' | readonly string[] {
  let at: readonly Shape[] = [{ kind: 'model', name: 'payload' }];
  for (const [index, step] of steps.slice(0, maxSteps).entries()) {
    const next = new Set(at.flatMap((shape) => below(shape, step, shapes)));
    if (next.size === 0) return at.flatMap((shape) => namesOf(shape, shapes)).map((name) => [...steps.slice(0, index), name].join('.'));
    at = [...next];
  }
  return steps.length > maxSteps ? [] : 'held';
}

function below(shape: Shape, step: string, shapes: ReadonlyMap<string, ModelShape>): readonly Shape[] {
  switch (shape.kind) {
    case 'model':
      return (shapes.get(shape.name)?.fields ?? []).filter(({ name }) => name === step).map((field) => field.shape);
    case 'open_object':
      return [shape.values ?? shape];
    case 'union':
      return shape.variants.flatMap((variant) => below(variant, step, shapes));
    default:
      return [];
  }
}

function namesOf(shape: Shape, shapes: ReadonlyMap<string, ModelShape>): readonly string[] {
  if (shape.kind === 'union') return shape.variants.flatMap((variant) => namesOf(variant, shapes));
  return shape.kind === 'model' ? (shapes.get(shape.name)?.fields ?? []).map(({ name }) => name) : [];
}
