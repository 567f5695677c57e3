import { textDigest } from '../../outputs/canonical.ts';
import { type DocumentFile, documentReaders } from '../schemas/index.ts';
import { canonicalNode } from './canonical-node.ts';
import { parseYaml } from './parse-yaml.ts';
import { ProblemList } from './problems.ts';
import { invalid, type Reader } from './reading.ts';
import { YamlDocument } from './yaml-document.ts';

/** What a document says on its own, before it is checked against the others. */
export class DocumentReading<Value> {
  /** Null for a file that is not there. */
  readonly text: string | null;
  /** Says nothing when `text` is null or cannot be looked into. */
  readonly document: YamlDocument;
  readonly isReadable: boolean;
  /** Null when the document as a whole is invalid. */
  readonly value: Value | null;
  /** Everything that was found in it. */
  readonly problems: ProblemList = new ProblemList();
  #digest: string | null | undefined;

  constructor(file: DocumentFile, text: string | null, reader: Reader<Value>) {
    const parsed = text === null ? YamlDocument.empty(file) : parseYaml(file, text, this.problems);
    this.text = text;
    this.isReadable = parsed !== null;
    this.document = parsed ?? YamlDocument.empty(file);
    const value = parsed === null ? invalid : reader(parsed.root, '', { document: parsed, problems: this.problems });
    this.value = value === invalid ? null : value;
  }

  /** Digest of all that the document says, whatever the order of keys; null when it says nothing. */
  get digest(): string | null {
    if (this.#digest === undefined) {
      const canonical = canonicalNode(this.document.root);
      this.#digest = canonical === 'null' || canonical === '{}' ? null : textDigest(canonical);
    }
    return this.#digest;
  }
}

/** One document of a folder as it was last read; it is read again when its text is another. */
export class KeptDocument<Value> {
  readonly file: DocumentFile;
  readonly #reader: Reader<Value>;
  #last: DocumentReading<Value> | undefined;

  constructor(file: DocumentFile, reader: Reader<Value>) {
    this.file = file;
    this.#reader = reader;
  }

  read(text: string | null): DocumentReading<Value> {
    if (this.#last === undefined || this.#last.text !== text) this.#last = new DocumentReading(this.file, text, this.#reader);
    return this.#last;
  }
}

/** The documents of one folder as they were last read, so that a reload reads only what changed. What was found in each is kept with it. */
export class KeptDocuments {
  readonly orchestrator = new KeptDocument('orchestrator.yaml', documentReaders['orchestrator.yaml']);
  readonly agents = new KeptDocument('agents.yaml', documentReaders['agents.yaml']);
  readonly transitions = new KeptDocument('transition_graph.yaml', documentReaders['transition_graph.yaml']);
  readonly context = new KeptDocument('context_variables.yaml', documentReaders['context_variables.yaml']);
  readonly outputs = new KeptDocument('structured_outputs.yaml', documentReaders['structured_outputs.yaml']);
  readonly tools = new KeptDocument('tools.yaml', documentReaders['tools.yaml']);
  readonly uiConfig = new KeptDocument('ui_config.yaml', documentReaders['ui_config.yaml']);
  readonly middleware = new KeptDocument('middleware.yaml', documentReaders['middleware.yaml']);
  readonly a2a = new KeptDocument('a2a.yaml', documentReaders['a2a.yaml']);
  readonly taskBatches = new KeptDocument(
    'extended_orchestration/task_batches.yaml',
    documentReaders['extended_orchestration/task_batches.yaml'],
  );
}
