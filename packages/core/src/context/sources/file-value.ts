import { parseYamlData } from '../../documents/reading/parse-yaml.ts';
import { ProblemList } from '../../documents/reading/problems.ts';
import { invalid, json } from '../../documents/reading/reading.ts';
import { utf8Length } from '../../outputs/json-door/json-reader.ts';
import { strictJson } from '../../outputs/json-door/strict-json.ts';
import type { Json } from '../../ports/json.ts';

/** What the full reader of YAML does not manage in a second or so holds up everything else of the process; JSON of a file's size takes a moment. */
const maxYamlBytes = 256 * 1024;

/** How the text of a file is read. */
export type FileFormat = 'json' | 'yaml' | 'text';

/** The value of a file, or what is wrong with it: a code without anything of its text, and the same in words for an operator. */
export type FileValue =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'invalid'; readonly fault: string; readonly detail: string };

/**
 * The value that the text of a file says. JSON goes through the strict door and YAML through the reader of documents: a key that stands twice or a number that
 * would lose digits makes the file another one than its author reads, so it is refused like any other fault.
 */
export function fileValue(format: FileFormat, text: string): FileValue {
  const content = text.replace(/^\ufeff/, '');
  switch (format) {
    case 'text':
      return { kind: 'value', value: content };
    case 'json':
      return jsonValue(content);
    case 'yaml':
      return yamlValue(content);
  }
}

function jsonValue(text: string): FileValue {
  const door = strictJson(text);
  if (door.kind === 'refused') return { kind: 'invalid', fault: door.problem.code, detail: door.problem.message };
  if (door.repair === null) return { kind: 'value', value: door.value };
  return { kind: 'invalid', fault: 'json_syntax', detail: 'a code fence stands where a JSON value is expected.' };
}

function yamlValue(text: string): FileValue {
  if (utf8Length(text) > maxYamlBytes) {
    const detail = `it is more than ${maxYamlBytes} bytes, which is as much YAML as is read; write it as JSON.`;
    return { kind: 'invalid', fault: 'file_too_large', detail };
  }
  const problems = new ProblemList();
  const data = parseYamlData('', text, problems);
  const value = data === null ? invalid : json(data.root, '', { document: data.document, problems });
  const [problem] = problems.problems();
  if (value !== invalid && problem === undefined) return { kind: 'value', value };
  return { kind: 'invalid', fault: problem?.code ?? 'yaml_syntax', detail: `${problem?.message ?? ''} (line ${problem?.line ?? 1})` };
}
