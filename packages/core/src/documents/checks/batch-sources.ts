import { variableOf } from '../../context/variable-path.ts';
import { didYouMean } from '../../outputs/nearest-name.ts';
import type { OutputModel } from '../../outputs/output-model.ts';
import type { FieldShape, Shape } from '../../outputs/shapes/shapes.ts';
import type { Reading } from '../reading/reading.ts';
import { warnAt } from './reports.ts';
import { checkVariable } from './variable-names.ts';

/** Where a batch finds its tasks. */
export interface TaskSource {
  readonly kind: 'context_variable' | 'structured_output';
  readonly kindPath: string;
  /** Where `field` is said. */
  readonly path: string;
  /** The variable, or the field of the output, with dots. */
  readonly field: string;
  /** Advice only; `${key}` for one that a variable names. */
  readonly taskModel: { readonly path: string; readonly name: string } | null;
  /** The fields of a task that the batch reads, each where it is said. */
  readonly taskFields: readonly { readonly path: string; readonly name: string }[];
}

/** The names of the other documents that sources refer to. */
export interface TaskSourceNames {
  readonly variables: ReadonlySet<string>;
  /** Names of models and aliases. */
  readonly models: ReadonlySet<string>;
  /** The model that an agent answers with; null when it has none, undefined when that cannot be known. */
  outputOf(agent: string): OutputModel | null | undefined;
  /** A model by its name; undefined when there is none, or it cannot be compiled. */
  modelOf(name: string): OutputModel | undefined;
}

/** Checks that what a batch takes its tasks from exists, as far as that can be known before a run (workflow-documents 1.12). */
export function checkTaskSource(source: TaskSource, trigger: string, names: TaskSourceNames, reading: Reading): void {
  if (source.kind === 'context_variable') checkVariable(reading, source.path, variableOf(source.field, names.variables), names.variables);
  else checkOutputField(source, trigger, names.outputOf(trigger), reading);
  checkTaskModel(source, names, reading);
}

function checkOutputField(
  { path, field, taskModel, taskFields }: TaskSource,
  trigger: string,
  output: OutputModel | null | undefined,
  reading: Reading,
): void {
  const place = reading.document.placeOf(path);
  if (output === undefined) return;
  if (output === null) {
    const message = `The tasks stand in the output of \`${trigger}\`, and structured_outputs.yaml gives it no model.`;
    reading.problems.refuse(place, 'model_missing', message, { hint: `add \`${trigger}\` to the registry` });
    return;
  }
  const segments = field.split('.');
  const root: Shape = { kind: 'model', name: output.name };
  // The path may begin with the name of the model itself.
  const whole = missingField(root, segments, output.shapes);
  const missing = whole !== null && segments[0] === output.name ? missingField(root, segments.slice(1), output.shapes) : whole;
  if (missing === null) {
    const toTasks = whole === null ? segments : segments.slice(1);
    const lacks = (name: string) => missingField(root, [...toTasks, '0', name], output.shapes);
    if (taskModel === null) warnOfTaskFields(taskFields, `\`${field}\` of \`${output.name}\``, lacks, reading);
    return;
  }
  const message = `\`${output.name}\`, the output of \`${trigger}\`, has no \`${field}\`: there is no field \`${missing.name}\`.`;
  reading.problems.refuse(place, 'unknown_field', message, {
    expected: missing.known.map((name) => `\`${name}\``).join(', '),
    got: `\`${field}\``,
    hint: didYouMean(missing.name, missing.known),
  });
}

interface MissingField {
  readonly name: string;
  readonly known: readonly string[];
}

type Models = OutputModel['shapes'];

/** The first segment of a path that no value of a shape can have; null when one can, or when that cannot be known. */
function missingField(shape: Shape, [segment, ...rest]: readonly string[], models: Models): MissingField | null {
  if (segment === undefined) return null;
  const missing: MissingField[] = [];
  for (const variant of shape.kind === 'union' ? shape.variants : [shape]) {
    const member = memberOf(variant, segment, models);
    if (member === 'any') return null;
    const found =
      member === null ? { name: segment, known: fieldsOf(variant, models).map(({ name }) => name) } : missingField(member, rest, models);
    if (found === null) return null;
    missing.push(found);
  }
  return missing.find(({ known }) => known.length > 0) ?? missing[0] ?? null;
}

/** The shape of a member or an item; null when values of the shape never have it. */
function memberOf(shape: Shape, segment: string, models: Models): Shape | null | 'any' {
  switch (shape.kind) {
    case 'model':
      return fieldsOf(shape, models).find(({ name }) => name === segment)?.shape ?? null;
    case 'open_object':
      return shape.values ?? 'any';
    case 'list':
      return /^\d+$/.test(segment) ? shape.items : null;
    case 'tuple':
      return shape.items[Number(segment)] ?? null;
    default:
      return null;
  }
}

const fieldsOf = (shape: Shape, models: Models): readonly FieldShape[] =>
  shape.kind === 'model' ? (models.get(shape.name)?.fields ?? []) : [];

function checkTaskModel({ taskModel, taskFields }: TaskSource, names: TaskSourceNames, reading: Reading): void {
  if (taskModel === null) return;
  const { path, name } = taskModel;
  const key = /^\$\{(.*)\}$/.exec(name)?.[1];
  const known = key === undefined ? names.models : names.variables;
  if (known.has(key ?? name)) {
    const model = key === undefined ? names.modelOf(name) : undefined;
    if (model === undefined) return;
    const lacks = (field: string) => missingField({ kind: 'model', name }, [field], model.shapes);
    warnOfTaskFields(taskFields, `the model \`${name}\``, lacks, reading);
    return;
  }
  const what =
    key === undefined ? `No model \`${name}\` is declared in structured_outputs.yaml` : `No context variable \`${key}\` is declared`;
  const message = `${what}; \`task_model\` is only advice.`;
  warnAt(reading, path, key === undefined ? 'unknown_model' : 'unknown_variable', message, didYouMean(key ?? name, known));
}

/** What a task lacks is rejected when the batch runs, and the others go on: so it is only warned of. */
function warnOfTaskFields(
  fields: TaskSource['taskFields'],
  tasks: string,
  lacks: (name: string) => MissingField | null,
  reading: Reading,
): void {
  for (const { path, name } of fields) {
    const missing = lacks(name);
    if (missing === null) continue;
    warnAt(reading, path, 'unknown_field', `A task of ${tasks} has no field \`${name}\`.`, didYouMean(name, missing.known));
  }
}
