import { pointerTo } from '../../outputs/shapes/model-definition.ts';
import { IntarsiaError } from '../../ports/errors.ts';
import { compileWorkflow } from '../compile-workflow.ts';
import type { WorkflowFile } from '../reading/folder-reading.ts';
import { ProblemList, wholeFile } from '../reading/problems.ts';
import type { DocumentProblem, Workflow } from '../workflow.ts';
import type { CheckedModels, ModelsOf, OutputsOf } from './output-types.ts';
import { type WorkflowDocuments, type WrittenModel, type WrittenOutputs, writtenFiles } from './written-documents.ts';

/** A workflow that was written in code; it knows the types of its models. */
export interface DefinedWorkflow<Models = unknown, Registry = unknown> extends Workflow {
  /** Types only; never there. */
  readonly '~models'?: ModelsOf<Models>;
  /** Types only; never there. */
  readonly '~outputs'?: OutputsOf<Models, Registry>;
}

/** The type of what an agent of a defined workflow answers: `OutputOf<typeof invoiceCheck, 'Reader'>`. */
export type OutputOf<Defined, Agent extends keyof NonNullable<OutputTypes<Defined>>> = NonNullable<OutputTypes<Defined>>[Agent];
type OutputTypes<Defined> = Defined extends { readonly '~outputs'?: infer Outputs } ? Outputs : never;

/** The type of a model of a defined workflow: `ModelOf<typeof invoiceCheck, 'Invoice'>`. */
export type ModelOf<Defined, Name extends keyof NonNullable<ModelTypes<Defined>>> = NonNullable<ModelTypes<Defined>>[Name];
type ModelTypes<Defined> = Defined extends { readonly '~models'?: infer Models } ? Models : never;

const maxDepth = 64;
/** Values of all kinds in the documents of one workflow; a document of the largest size has fewer. */
const maxValues = 500_000;
const absolutePath = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;

/**
 * A workflow written in code: the documents as objects, with the keys and words of the YAML documents. The equal YAML folder gives the same workflow and
 * digest. `folder` is the absolute folder that tool files are found in; without one the tools come from a loader of the host's own.
 * Throws `workflow_invalid` with every problem in `details.problems`; the place of a problem is its document and JSON pointer.
 */
export function defineWorkflow<
  const Models extends Readonly<Record<string, WrittenModel>> = Readonly<Record<never, never>>,
  const Registry extends Readonly<Record<string, (keyof Models & string) | null>> = Readonly<Record<never, never>>,
>(
  documents: Omit<WorkflowDocuments, 'structured_outputs'> & {
    readonly structured_outputs?:
      | (Omit<WrittenOutputs, 'models' | 'registry'> & {
          readonly models?: (Models & CheckedModels<Models>) | undefined;
          readonly registry?: Registry | undefined;
        })
      | undefined;
  },
  options: { readonly folder?: string | null } = {},
): DefinedWorkflow<Models, Registry> {
  const problems = new ProblemList();
  const files = filesOf(documents, problems);
  const folder = Object(options)['folder'] ?? null;
  if (folder !== null && (typeof folder !== 'string' || !absolutePath.test(folder)))
    problems.refuse(wholeFile('folder'), 'path_refused', 'The folder of tool files must be an absolute path.');
  const name: unknown = Reflect.get(Object(Reflect.get(Object(documents), 'orchestrator')), 'workflow_name');
  const result = compileWorkflow(files, {
    folderName: typeof name === 'string' ? name.trim() : '',
    folder,
    problems: problems.problems(),
  });
  if (result.kind === 'loaded') return result.workflow;
  throw invalidWorkflow(result.problems);
}

function filesOf(documents: object, problems: ProblemList): readonly WorkflowFile[] {
  const walk = new JsonWalk(problems);
  refuseUnknownDocuments(Object(documents), problems);
  return Object.entries(writtenFiles).flatMap(([key, file]): WorkflowFile[] => {
    const written: unknown = Reflect.get(Object(documents), key);
    if (written === undefined) return [];
    // JSON is YAML: the same text gives the same nodes, so that nothing is read in two ways.
    return walk.isJson(written, '', file) ? [{ file, text: jsonText(written) }] : [];
  });
}

function refuseUnknownDocuments(documents: object, problems: ProblemList): void {
  for (const key of Object.keys(documents)) {
    if (Object.hasOwn(writtenFiles, key)) continue;
    problems.refuse(wholeFile(key), 'unknown_document', `\`${key}\` is no workflow document.`, {
      expected: Object.keys(writtenFiles).join(', '),
    });
  }
}

/** Looks whether values are JSON all the way down, and refuses what is not, with its place. */
class JsonWalk {
  readonly #problems: ProblemList;
  #seen = 0;

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  /** A key that is `undefined` counts as absent. */
  isJson(value: unknown, path: string, file: string, depth = 0): boolean {
    const refuse = (code: string, message: string): false => {
      this.#problems.refuse({ ...wholeFile(file), path }, code, message);
      return false;
    };
    this.#seen += 1;
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
    if (typeof value === 'number') return Number.isFinite(value) || refuse('wrong_type', `${String(value)} is no JSON number.`);
    if (typeof value !== 'object') return refuse('wrong_type', `Of type ${typeof value}: no JSON value.`);
    if (depth === maxDepth) return refuse('too_deep', `The value is nested more than ${maxDepth} levels deep, or contains itself.`);
    if (!Array.isArray(value) && !isPlain(value)) return refuse('wrong_type', 'Only plain objects are JSON values.');
    const keys = Array.isArray(value) ? null : Object.keys(value).filter((key) => Reflect.get(value, key) !== undefined);
    const count = keys === null ? Reflect.get(value, 'length') : keys.length;
    if (this.#seen + Number(count) > maxValues) return refuse('too_large', `The documents hold more than ${maxValues} values.`);
    const members = keys ?? Array.from({ length: Number(count) }, (_, index) => index);
    return members.map((key) => this.isJson(Reflect.get(value, key), pointerTo(path, key), file, depth + 1)).every(Boolean);
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
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
