import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DocumentFile, documentFiles, documentSchemas } from '@intarsia/core';
import { describe, expect, it } from 'vitest';
import { keyTables } from './support/key-tables.ts';
import { problemCodes } from './support/problem-codes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const path = join(root, 'docs/documents.md');
const page = await readFile(path, 'utf8');
const schemas = documentSchemas();

const block = /<!-- keys of (\S+) -->[\s\S]*?<!-- end -->/g;
const isDocument = (file: string): file is DocumentFile => documentFiles.some((known) => known === file);

describe('the reference page of the documents', () => {
  it('has the keys of every document once', () => {
    const told = [...page.matchAll(block)].map(([, file]) => file);
    expect(told.toSorted()).toEqual(documentFiles.toSorted());
  });

  it('tells every key that is read, and nothing else: type, default, meaning, and whether it has an effect', async () => {
    const told = page.replace(block, (_, file: string) => {
      if (!isDocument(file)) throw new Error(`${file} is no document`);
      return `<!-- keys of ${file} -->\n\n${keyTables(schemas[file])}\n\n<!-- end -->`;
    });
    await expect(told).toMatchFileSnapshot(path); // `--update` writes the tables again
  });

  it('explains every code that a problem can have, and no other', () => {
    const [, section = ''] = /\n## Codes of problems\n([\s\S]*?)(?=\n## |$)/.exec(page) ?? [];
    const explained = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
    const codes = problemCodes(root);
    expect(explained.toSorted()).toEqual(codes);
    expect(codes.length).toBeGreaterThan(40);
  });
});

describe('the tables of a schema', () => {
  const text = { type: 'string', pattern: '\\S' };
  const inner = { type: 'object', properties: { name: { ...text, description: 'A name.' } }, required: ['name'] };

  it('tell every object at its path, and what has no effect with all that is in it', () => {
    const tables = keyTables({
      properties: {
        list: { type: 'array', items: inner, description: 'A list.', default: [] },
        same: { anyOf: [inner, { type: 'null' }], description: 'The same | again.' },
        later: { properties: { deep: { type: 'boolean', description: 'Deep.' } }, description: 'Later. Accepted; has no effect yet.' },
        held: { type: 'integer', minimum: 1, default: 2, description: 'Held. Accepted; no run starts with it yet.' },
        by: {
          oneOf: [{ title: 'a', description: 'Accepted; has no effect yet.', properties: { type: { const: 'a', description: 'A.' } } }],
        },
      },
    });
    expect(tables.split('\n').filter((line) => !line.startsWith('| ---') && line !== '')).toEqual([
      '| key | type | default | meaning | effect |',
      '| `list` | list of mapping | `[]` | A list. | works |',
      '| `same` | mapping (as `list[]`) or null | none | The same \\| again. | works |',
      '| `later` | mapping | none | Later. | accepted, no effect yet |',
      '| `held` | integer, 1 or more | `2` | Held. | accepted, no run starts with it yet |',
      '| `by` | mapping by `type` | none |  | works |',
      '**`list[]`**',
      '| key | type | default | meaning | effect |',
      '| `name` | text | required | A name. | works |',
      '**`later`**',
      '| key | type | default | meaning | effect |',
      '| `deep` | boolean | none | Deep. | accepted, no effect yet |',
      '**`by` with `type: a`**',
      '| key | type | default | meaning | effect |',
      '| `type` | `a` | none | A. | accepted, no effect yet |',
    ]);
  });
});
