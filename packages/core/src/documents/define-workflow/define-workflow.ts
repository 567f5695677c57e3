import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import { compileWorkflow } from '../compile-workflow.ts';
import type { WorkflowFile } from '../reading/folder-reading.ts';
import { ProblemList, wholeFile } from '../reading/problems.ts';
import type { DocumentProblem, Workflow } from '../workflow.ts';
import type { ModelsOf, OutputsOf } from './output-types.ts';
import { type WorkflowDocuments, writtenFiles } from './written-documents.ts';

/** A workflow that was written in code; it knows the types of its models. */
export interface DefinedWorkflow<Documents extends WorkflowDocuments> extends Workflow {
  /** Types only; never there. */
  readonly '~models'?: ModelsOf<Documents>;
  /** Types only; never there. */
  readonly '~outputs'?: OutputsOf<Documents>;
}

/** The type of what an agent of a defined workflow answers: `OutputOf<typeof invoiceCheck, 'Reader'>`. */
export type OutputOf<Defined, Agent extends keyof NonNullable<OutputTypes<Defined>>> = NonNullable<OutputTypes<Defined>>[Agent];
type OutputTypes<Defined> = Defined extends { readonly '~outputs'?: infer Outputs } ? Outputs : never;

/** The type of a model of a defined workflow: `ModelOf<typeof invoiceCheck, 'Invoice'>`. */
export type ModelOf<Defined, Name extends keyof NonNullable<ModelTypes<Defined>>> = NonNullable<ModelTypes<Defined>>[Name];
type ModelTypes<Defined> = Defined extends { readonly '~models'?: infer Models } ? Models : never;

const maxDepth = 64;

/**
 * A workflow written in code: the documents as objects, with the keys and words of the YAML documents. The equal YAML folder gives the same workflow and
 * digest. `folder` is the absolute folder that tool files are found in; without one the tools come from a loader of the host's own.
 * Throws `workflow_invalid` with every problem in `details.problems`; the place of a problem is its document and JSON pointer.
 */
export function defineWorkflow<const Documents extends WorkflowDocuments>(
  documents: Documents,
  { folder = null }: { readonly folder?: string | null } = {},
): DefinedWorkflow<Documents> {
  const problems = new ProblemList();
  const files = Object.entries(writtenFiles).flatMap(([key, file]): WorkflowFile[] => {
    const written: unknown = Reflect.get(documents, key);
    if (written === undefined) return [];
    // JSON is YAML: the same text gives the same nodes, so that nothing is read in two ways.
    return refuseOtherThanJson(written, '', file, problems) ? [{ file, text: jsonText(written) }] : [];
  });
  refuseUnknownDocuments(documents, problems);
  const name: unknown = Reflect.get(Object(documents.orchestrator), 'workflow_name');
  const result = compileWorkflow(files, {
    folderName: typeof name === 'string' ? name.trim() : '',
    folder,
    problems: problems.problems(),
  });
  if (result.kind === 'loaded') return result.workflow;
  throw invalidWorkflow(result.problems);
}

function refuseUnknownDocuments(documents: object, problems: ProblemList): void {
  for (const key of Object.keys(documents)) {
    if (Object.hasOwn(writtenFiles, key)) continue;
    problems.refuse(wholeFile(key), 'unknown_document', `\`${key}\` is no workflow document.`, {
      expected: Object.keys(writtenFiles).join(', '),
    });
  }
}

/** True when a value is JSON all the way down; a key that is `undefined` counts as absent. */
function refuseOtherThanJson(value: unknown, path: string, file: string, problems: ProblemList, depth = 0): boolean {
  const refuse = (code: string, message: string): false => {
    problems.refuse({ ...wholeFile(file), path }, code, message);
    return false;
  };
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) || refuse('wrong_type', `${String(value)} is no JSON number.`);
  if (typeof value !== 'object') return refuse('wrong_type', `A ${typeof value} is no JSON value.`);
  if (depth === maxDepth) return refuse('too_deep', `The value is nested more than ${maxDepth} levels deep, or contains itself.`);
  if (Array.isArray(value))
    return Array.from(value, (item: unknown, index) => refuseOtherThanJson(item, pointerTo(path, index), file, problems, depth + 1)).every(
      Boolean,
    );
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return refuse('wrong_type', 'Only plain objects are JSON values.');
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]: [string, unknown]) => refuseOtherThanJson(member, pointerTo(path, key), file, problems, depth + 1))
    .every(Boolean);
}

/** ASCII only, so that no character of the text means anything to YAML. */
const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 1).replace(/[^\n -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

function invalidWorkflow(problems: readonly DocumentProblem[]): IntarsiaError {
  const shown = problems
    .slice(0, 20)
    .map(({ file, path, message, hint }) => `  ${file}#${path} ${message}${hint === undefined ? '' : ` (${hint})`}`);
  const more = problems.length > shown.length ? [`  and ${problems.length - shown.length} more`] : [];
  return new IntarsiaError('workflow_invalid', ['The workflow has problems:', ...shown, ...more].join('\n'), {
    details: { problems: problems.map((problem) => ({ ...problem, line: 1, column: 1 })) },
  });
}
