import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { Package, SourceFile } from './architecture.ts';

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export function readPackages(root: string): Package[] {
  return globSync('{packages/*,apps/*,bench}/package.json', { cwd: root }).map((file) => {
    const manifest: Manifest = JSON.parse(readFileSync(posix.join(root, file), 'utf8'));
    const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies });
    return { folder: posix.dirname(file), name: manifest.name, entries: Object.keys(manifest.exports ?? {}), dependencies };
  });
}

export function readSources(root: string): SourceFile[] {
  const exclude = ['**/node_modules/**', '**/dist/**', '**/api/**'];
  return globSync('{packages/*,apps/*,bench}/**/*.{ts,tsx,mjs}', { cwd: root, exclude })
    .sort()
    .map((file) => {
      const text = readFileSync(posix.join(root, file), 'utf8');
      return { file, imports: importsOf(file, text), lines: text.trimEnd().split('\n').length };
    });
}

/** Every module a text names: imports, re-exports, `import()` with a literal, and types taken by `import('…')`. */
export function importsOf(file: string, text: string): string[] {
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found = new Set<string>();
  for (const { moduleRequest } of module.staticImports) found.add(moduleRequest.value);
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) found.add(moduleRequest.value);
  }
  new Visitor({
    ImportExpression({ source }) {
      if (source.type === 'Literal' && typeof source.value === 'string') found.add(source.value);
    },
    TSImportType({ source }) {
      found.add(source.value);
    },
  }).visit(program);
  return [...found];
}
