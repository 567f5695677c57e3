import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type Expression, type Node, type ParamPattern, type Program, parseSync, Visitor } from 'oxc-parser';

/** Where problems of documents are found. */
const sources = [
  'packages/core/src/documents/**/*.ts',
  'packages/core/src/outputs/compile-models.ts',
  'packages/core/src/outputs/shapes/*.ts',
  'packages/core/src/node/*.ts',
  'packages/cli/src/checking/*.ts',
];

interface Source {
  readonly text: string;
  readonly program: Program;
}

/**
 * Every code that a problem or warning of a document can carry, sorted: text that stands for `code` in an object or a tuple, or that is given to a
 * function for its parameter `code`.
 */
export function problemCodes(root: string): readonly string[] {
  const files = globSync(sources, { cwd: root, exclude: ['**/*.test.ts', '**/*.test-support.ts'] });
  const parsed = files.map((file): Source => {
    const text = readFileSync(posix.join(root, file), 'utf8');
    return { text, program: parseSync(file, text).program };
  });
  const positions = codePositions(parsed.map(({ program }) => program));
  const codes = new Set<string>();
  for (const source of parsed) addCodes(source, positions, codes);
  return [...codes].sort();
}

function addCodes({ text, program }: Source, positions: ReadonlyMap<string, ReadonlySet<number>>, codes: Set<string>): void {
  const tuples = [...text.matchAll(/type (\w+) = readonly \[code: /g)].map(([, name = '']) => name);
  const isTuple = (type: string) => type.includes('[code: ') || tuples.some((name) => new RegExp(`\\b${name}\\b`).test(type));
  let isInTuple = (_node: Node): boolean => false;
  new Visitor({
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'code') addTexts(value, codes);
    },
    CallExpression({ callee, arguments: given }) {
      for (const position of positions.get(nameOf(callee)) ?? []) addTexts(given[position], codes);
    },
    FunctionDeclaration({ start, end, returnType }) {
      if (returnType == null || !isTuple(text.slice(returnType.start, returnType.end))) return;
      isInTuple = (node) => node.start > start && node.end < end;
    },
    ArrayExpression(node) {
      if (isInTuple(node)) addTexts(node.elements[0], codes);
    },
  }).visit(program);
}

/** The functions and methods that take a `code`, by name, with the places it may stand at. */
function codePositions(programs: readonly Program[]): ReadonlyMap<string, ReadonlySet<number>> {
  const positions = new Map<string, Set<number>>();
  const add = (name: string, params: readonly ParamPattern[]) => {
    const position = params.findIndex((param) => param.type === 'Identifier' && param.name === 'code');
    if (position !== -1) positions.set(name, (positions.get(name) ?? new Set()).add(position));
  };
  for (const program of programs) {
    new Visitor({
      FunctionDeclaration({ id, params }) {
        if (id !== null) add(id.name, params);
      },
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression') add(id.name, init.params);
      },
      MethodDefinition({ key, value }) {
        if (key.type === 'Identifier' || key.type === 'PrivateIdentifier') add(key.name, value.params);
      },
    }).visit(program);
  }
  return positions;
}

function nameOf(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression') return '';
  return callee.property.type === 'Identifier' || callee.property.type === 'PrivateIdentifier' ? callee.property.name : '';
}

function addTexts(node: Node | null | undefined, codes: Set<string>): void {
  if (node?.type === 'Literal' && typeof node.value === 'string' && isCode(node.value)) codes.add(node.value);
  if (node?.type !== 'ConditionalExpression') return;
  addTexts(node.consequent, codes);
  addTexts(node.alternate, codes);
}

/** A hint may stand where another function of the same name takes a code. */
const isCode = (text: string): boolean => /^[a-z]+(_[a-z0-9]+)*$/.test(text);
