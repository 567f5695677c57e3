import { compileWorkflow } from './compile-workflow.ts';
import type { DocumentProblem, Workflow, WorkflowResult } from './workflow.ts';

/** A small complete folder: two agents, a model, an auto tool that routes. */
export const invoiceCheck: Readonly<Record<string, string>> = {
  'orchestrator.yaml': `schema_version: mozaiks.orchestrator.v1
workflow_name: InvoiceCheck
workflow_startup_mode: BackendOnly
initial_agent: Reader
max_turns: 8
`,
  'agents.yaml': `agents:
  - { name: Reader, system_message: Read the invoice., structured_outputs_required: true }
  - { name: Closer, system_message: Say goodbye., structured_outputs_required: false }
`,
  'structured_outputs.yaml': `schema_version: mozaiks.structured_outputs.v1
registry: { Reader: Invoice, Closer: null }
models:
  Currency: { type: literal, values: [EUR, USD] }
  Invoice:
    type: model
    fields: { total: { type: float }, currency: { type: Currency }, extra: { type: optional_dict } }
`,
  'tools.yaml': `tools:
  - { agent: Reader, file: book.ts, function: book, tool_type: Agent_Tool, auto_tool_call: true, bind_to_agent: false }
`,
  'context_variables.yaml': `definitions:
  book_result: { type: string, authority_class: closed_writer_routing_state, writer_ids: [deterministic_tool], persisted: true,
                 source: { type: state, default: blocked } }
  book_tries: { type: integer, authority_class: closed_writer_quality_state, writer_ids: [deterministic_tool], persisted: true,
                source: { type: state, default: 0 } }
`,
  'transition_graph.yaml': `transition_rules:
  - { source_agent: Reader, target_agent: Closer, transition_type: condition, condition_type: context_equals, condition_key: book_result, condition_value: booked }
  - { source_agent: Reader, target_agent: terminate, transition_type: condition, condition_type: context_equals, condition_key: book_result,
      condition_value: blocked, termination_reason: workflow_failed }
  - { source_agent: Closer, target_agent: terminate, transition_type: after_turn }
`,
};

/** The folder with files in other words; null takes one away. */
export function compileWith(changes: Readonly<Record<string, string | null>> = {}, folderName = 'InvoiceCheck'): WorkflowResult {
  const files = Object.entries({ ...invoiceCheck, ...changes }).flatMap(([file, text]) => (text === null ? [] : [{ file, text }]));
  return compileWorkflow(files, { folderName, folder: null });
}

/** The workflow of a folder without problems, with its warnings. */
export function loadedWith(changes: Readonly<Record<string, string | null>> = {}): {
  readonly workflow: Workflow;
  readonly warnings: readonly DocumentProblem[];
} {
  const result = compileWith(changes);
  if (result.kind === 'refused')
    throw new Error(result.problems.map((problem) => `${problem.file} ${problem.path} ${problem.code}: ${problem.message}`).join('\n'));
  return result;
}

/** The problems of a folder. */
export function problemsWith(changes: Readonly<Record<string, string | null>>, folderName?: string): readonly DocumentProblem[] {
  const result = compileWith(changes, folderName);
  return result.kind === 'refused' ? result.problems : [];
}

/** They are told apart by file, pointer and code. */
export const shortly = (problems: readonly DocumentProblem[]): readonly string[] =>
  problems.map(({ file, path, code }) => `${file} ${path} ${code}`.replace('  ', ' '));

/** A document of the folder with one text in place of another. */
export function edited(file: string, from: string | RegExp, to: string): Readonly<Record<string, string>> {
  const text = invoiceCheck[file] ?? '';
  const changed = text.replace(from, to);
  if (changed === text && from !== to && !text.match(from)) throw new Error(`${file} does not contain ${from}`);
  return { [file]: changed };
}
