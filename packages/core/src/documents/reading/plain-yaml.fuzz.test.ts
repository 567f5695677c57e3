import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml';
import { canonicalJson } from '../../outputs/canonical.ts';
import { canonicalNode } from './canonical-node.ts';
import { parseYaml } from './parse-yaml.ts';
import { readPlainYaml } from './plain-yaml.ts';
import { ProblemList } from './problems.ts';
import { editedDocument, printedYaml, yamlLines, yamlSoup } from './test/arbitrary-documents.ts';
import { yamlOptions } from './yaml-document.ts';

/** Runs of each property; a long run gives more through the environment. */
const numRuns = Number(process.env['INTARSIA_FUZZ_RUNS'] ?? 300);

/** What the readers of documents look at: kinds, values, and where everything stands. */
function shown(node: unknown): unknown {
  if (isPair(node)) return [shown(node.key), shown(node.value)];
  if (isMap(node)) return { map: node.items.map(shown), at: node.range?.[0] };
  if (isSeq(node)) return { list: node.items.map(shown), at: node.range?.[0] };
  if (!isScalar(node)) return node;
  const source = typeof node.value === 'string' ? node.value : node.source;
  return { scalar: node.value, type: node.type, source, at: node.range?.[0] };
}

function expectSame(text: string): boolean {
  const plain = readPlainYaml(text);
  if (plain === null) return false;
  const full = parseDocument(text, yamlOptions);
  expect([...full.errors, ...full.warnings]).toEqual([]);
  expect(shown(plain.root)).toEqual(shown(full.contents));
  return true;
}

describe('where the plain reader answers, it gives what the full parser gives', () => {
  it.each([
    ['for soup of YAML', yamlSoup],
    ['for lines of it', yamlLines],
    ['for printed documents', printedYaml],
    ['for edited documents', editedDocument.map(({ text }) => text)],
  ])('%s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => void expectSame(text)),
      { numRuns },
    );
  });
});

it('the canonical text of a document is that of its value', () => {
  fc.assert(
    fc.property(printedYaml, (text) => {
      const root = parseYaml('agents.yaml', text, new ProblemList())?.root;
      if (root) expect(canonicalNode(root)).toBe(canonicalJson(root.toJSON()));
    }),
    { numRuns },
  );
});
