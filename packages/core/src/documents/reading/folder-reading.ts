import { digestOf } from '../../outputs/canonical.ts';
import { didYouMean } from '../../outputs/nearest-name.ts';
import { type DocumentFile, documentFiles, documentReaders } from '../schemas/index.ts';
import type { DocumentProblem } from '../workflow.ts';
import type { DocumentReading, KeptDocument } from './kept-documents.ts';
import { ProblemList, wholeFile } from './problems.ts';
import type { Reading } from './reading.ts';

/** One file of a workflow's folder. `file` is its path in the folder, with `/`. */
export interface WorkflowFile {
  readonly file: string;
  readonly text: string;
}

/** A document that was read, as far as it could be. */
export interface ReadDocument<Value> {
  readonly reading: Reading;
  /** Null when the document as a whole is invalid; its problems are told. */
  readonly value: Value | null;
  /** False when its text is no YAML that could be looked into. */
  readonly isReadable: boolean;
}

/** The documents of one folder while they are read, with the problems found so far. */
export class FolderReading {
  readonly problems = new ProblemList();
  readonly #texts = new Map<string, string>();
  readonly #unread: ReadonlySet<string>;
  readonly #readings: DocumentReading<unknown>[] = [];

  constructor(files: readonly WorkflowFile[], problems: readonly DocumentProblem[]) {
    for (const problem of problems) this.problems.refuse(problem, problem.code, problem.message, problem);
    this.#unread = new Set(problems.map(({ file }) => file));
    const others = files.flatMap(({ file }) => (isDocumentFile(file) || !/\.ya?ml$/i.test(file) ? [] : [file]));
    for (const { file, text } of files) if (isDocumentFile(file)) this.#texts.set(file, text);
    for (const file of others.toSorted()) this.#refuseUnknown(file);
    if (!this.has('orchestrator.yaml') && !this.#unread.has('')) {
      this.problems.refuse(wholeFile('orchestrator.yaml'), 'document_missing', 'A workflow folder needs an orchestrator.yaml.');
    }
  }

  has(file: string): boolean {
    return this.#texts.has(file) || this.#unread.has(file);
  }

  read<Value>(kept: KeptDocument<Value>): ReadDocument<Value> {
    const { file } = kept;
    const text = this.#texts.get(file) ?? null;
    const isMissing = text === null && (this.#unread.has(file) || file === 'orchestrator.yaml');
    const found = kept.read(text);
    const reading: Reading = { document: found.document, problems: this.problems };
    if (isMissing) return { reading, value: null, isReadable: false };
    this.problems.include(found.problems);
    this.#readings.push(found);
    return { reading, value: found.value, isReadable: found.isReadable };
  }

  /** Digest of the documents by their names; one that says nothing is as good as none. */
  digest(): string {
    return digestOf(
      Object.fromEntries(this.#readings.flatMap(({ document, digest }) => (digest === null ? [] : [[document.file, digest]]))),
    );
  }

  #refuseUnknown(file: string): void {
    const renamed = file.replace(/\.yml$/i, '.yaml');
    const place = wholeFile(file);
    if (renamed !== file) {
      const hint = (): string =>
        isDocumentFile(renamed)
          ? `rename it to ${renamed}`
          : `documents end in .yaml; ${nearestDocument(renamed) ?? 'this one is not known'}`;
      this.problems.refuse(place, 'file_name', `${file} is not read: documents end in .yaml.`, { hint });
    } else {
      const expected = documentFiles.join(', ');
      this.problems.refuse(place, 'unknown_document', `${file} is no workflow document.`, { expected, hint: () => nearestDocument(file) });
    }
  }
}

/** The document that a file is most likely meant for, by its name in any folder. */
function nearestDocument(file: string): string | undefined {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const elsewhere = documentFiles.find((document) => document.slice(document.lastIndexOf('/') + 1) === name);
  return elsewhere === undefined ? didYouMean(file, documentFiles) : `did you mean \`${elsewhere}\`?`;
}

const isDocumentFile = (file: string): file is DocumentFile => Object.hasOwn(documentReaders, file);
