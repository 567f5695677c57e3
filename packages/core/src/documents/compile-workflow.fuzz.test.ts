import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileKept, compileWorkflow } from './compile-workflow.ts';
import { invoiceCheck } from './folder.test-support.ts';
import { KeptDocuments } from './reading/kept-documents.ts';
import { editedDocument, printedYaml, yamlLines, yamlSoup } from './reading/test/arbitrary-documents.ts';
import { documentFiles } from './schemas/index.ts';
import type { DocumentProblem, WorkflowResult } from './workflow.ts';

/** Runs of each property; a long run gives more through the environment. */
const numRuns = Number(process.env['INTARSIA_FUZZ_RUNS'] ?? 150);

type Folder = Readonly<Record<string, string>>;
const options = { folderName: 'InvoiceCheck', folder: null };
const filesOf = (folder: Folder) => Object.entries(folder).map(([file, text]) => ({ file, text }));

const anyText = fc.oneof(yamlSoup, yamlLines, printedYaml, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const anyFile = fc.constantFrom(...documentFiles, 'agents.yml', 'Agents.yaml', 'notes.txt', 'a\n.yaml');
const changes = fc.oneof({ weight: 1, arbitrary: fc.record({ file: anyFile, text: anyText }) }, { weight: 3, arbitrary: editedDocument });
const folders: fc.Arbitrary<Folder> = fc
  .array(changes, { minLength: 1, maxLength: 4 })
  .map((changed) => ({ ...invoiceCheck, ...Object.fromEntries(changed.map(({ file, text }) => [file, text])) }));

/** What a result says, as data. */
function told(result: WorkflowResult): unknown {
  if (result.kind === 'refused') return result;
  const { digest, agents, contextVariables, transitions } = result.workflow;
  const prompts = [...agents.values()].map(({ output, ...agent }) => ({ ...agent, model: output?.digest ?? null }));
  return { digest, agents: prompts, variables: [...contextVariables], transitions, warnings: result.warnings };
}

function expectPlaced({ file, line, column, message, code }: DocumentProblem, folder: Folder): void {
  expect(message).not.toBe('');
  expect(code).toMatch(/^[a-z0-9_]+$/);
  const text = folder[file];
  if (text === undefined) {
    expect([line, column]).toEqual([1, 1]);
    return;
  }
  const lines = text.replace(/^\ufeff/, '').split('\n');
  expect(line).toBeLessThanOrEqual(lines.length);
  expect(line).toBeGreaterThan(0);
  expect(column).toBeGreaterThan(0);
  expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
}

describe('whatever a folder holds', () => {
  it('it is loaded or told, every problem with a place inside its file, in order', () => {
    fc.assert(
      fc.property(folders, (folder) => {
        const result = compileWorkflow(filesOf(folder), options);
        const problems = result.kind === 'refused' ? result.problems : result.warnings;
        if (result.kind === 'refused') expect(problems.length).toBeGreaterThan(0);
        for (const problem of problems) expectPlaced(problem, folder);
        const places = problems.map(({ file, line, column }) => `${file}\0${String(line).padStart(9)}${String(column).padStart(9)}`);
        expect(places).toEqual(places.toSorted());
      }),
      { numRuns },
    );
  });

  it('it gives the same again, in any order of files, and from what was kept of other texts', () => {
    const kept = new KeptDocuments();
    fc.assert(
      fc.property(folders, fc.integer(), (folder, seed) => {
        const files = filesOf(folder);
        const first = told(compileWorkflow(files, options));
        const turned = files.slice(Math.abs(seed) % files.length).concat(files.slice(0, Math.abs(seed) % files.length));
        expect(told(compileWorkflow(turned.toReversed(), options))).toEqual(first);
        expect(told(compileKept(files, options, kept))).toEqual(first);
      }),
      { numRuns },
    );
  });

  it('the order of keys moves neither the digest nor what is loaded', () => {
    const lines = (text: string): readonly string[] => text.trimEnd().split(/\n(?=\S)/);
    const orders = fc.record(
      Object.fromEntries(
        Object.entries(invoiceCheck).map(([file, text]) => [
          file,
          fc.shuffledSubarray([...lines(text)], { minLength: lines(text).length }),
        ]),
      ),
    );
    const expected = told(compileWorkflow(filesOf(invoiceCheck), options));
    fc.assert(
      fc.property(orders, (shuffled) => {
        const folder = Object.fromEntries(Object.entries(shuffled).map(([file, parts]) => [file, `${parts.join('\n')}\n`]));
        expect(told(compileWorkflow(filesOf(folder), options))).toEqual(expected);
      }),
      { numRuns: Math.min(numRuns, 2000) },
    );
  });
});
