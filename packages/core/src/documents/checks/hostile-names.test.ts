import { describe, expect, it } from 'vitest';
import { compileWorkflow } from '../compile-workflow.ts';
import { edited, invoiceCheck, loadedWith, problemsWith, shortly } from '../folder.test-support.ts';
import type { WorkflowResult } from '../workflow.ts';

const long = 'n'.repeat(300);
const hostile = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  long,
  'a\u0000b',
  'a\u001b[31mb',
  'a\u202eb',
  'a\u200fb',
  'ag:x',
];
/** Names that nobody could read, or that no object may have as a key. */
const refused = new Set(['__proto__', long, 'a\u0000b', 'a\u001b[31mb', 'a\u202eb', 'a\u200fb']);
const quoted = (name: string): string => JSON.stringify(name);
const folder = (changes: Readonly<Record<string, string>>, folderName = 'InvoiceCheck'): WorkflowResult =>
  compileWorkflow(
    Object.entries({ ...invoiceCheck, ...changes }).map(([file, text]) => ({ file, text })),
    { folderName, folder: null },
  );
const everywhere = (file: string, name: string, hostileName: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(invoiceCheck)
      .filter(([each]) => each === file || file === '')
      .map(([each, text]) => [each, text.replace(new RegExp(`\\b${name}\\b`, 'g'), () => quoted(hostileName))]),
  );
const nothingPolluted = (): void => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
};

describe('a hostile name', () => {
  it.each(hostile)('of a workflow works, or is one problem: %j', (name) => {
    const result = folder(edited('orchestrator.yaml', 'InvoiceCheck', quoted(name)), name);
    if (refused.has(name))
      expect(shortly(result.kind === 'refused' ? result.problems : [])).toEqual(['orchestrator.yaml /workflow_name invalid_name']);
    else expect(result).toMatchObject({ kind: 'loaded', workflow: { name } });
    nothingPolluted();
  });

  it.each(hostile)('of an agent works, or is one problem: %j', (name) => {
    const result = folder({
      ...everywhere('', 'Reader', name),
      'structured_outputs.yaml': invoiceCheck['structured_outputs.yaml']?.replace('Reader: Invoice', `${quoted(name)}: Invoice`) ?? '',
    });
    if (!refused.has(name)) {
      expect(result.kind === 'loaded' ? result.workflow.agents.get(name)?.output?.name : shortly(result.problems)).toBe('Invoice');
      return;
    }
    // `__proto__` cannot be a key of the registry, so there it is told, too.
    const more = name === '__proto__' ? ['structured_outputs.yaml key_refused'] : [];
    expect(shortly(result.kind === 'refused' ? result.problems : [])).toEqual(['agents.yaml /agents/0/name invalid_name', ...more]);
    nothingPolluted();
  });

  it.each(hostile)('of a tool works, or is one problem: %j', (name) => {
    const result = folder(edited('tools.yaml', 'function: book', `function: ${quoted(name)}`));
    if (/^\w{1,64}$/.test(name) && !refused.has(name)) {
      expect(result).toMatchObject({ kind: 'loaded' });
      expect(result.kind === 'loaded' && result.workflow.agents.get('Reader')?.autoTools[0]?.function).toBe(name);
    } else expect(shortly(result.kind === 'refused' ? result.problems : [])).toEqual(['tools.yaml /tools/0/function invalid_name']);
  });

  it.each(hostile)('of a variable works, or is one problem: %j', (name) => {
    const changes = {
      ...everywhere('context_variables.yaml', 'book_result', name),
      ...everywhere('transition_graph.yaml', 'book_result', name),
    };
    const result = folder(changes);
    if (refused.has(name) || name === 'ag:x') {
      const [problem, ...others] = (result.kind === 'refused' ? result.problems : []).filter(
        ({ file }) => file === 'context_variables.yaml',
      );
      expect(others).toEqual([]);
      expect(problem?.code).toMatch(/^(key_refused|invalid_name|reserved_name)$/);
    } else
      expect(result.kind === 'loaded' && result.workflow.contextVariables.get(name)?.source).toEqual({ kind: 'state', initial: 'blocked' });
    nothingPolluted();
  });

  it.each(hostile)('of a field works, or is one problem: %j', (name) => {
    const result = folder(edited('structured_outputs.yaml', 'total:', `${quoted(name)}:`));
    if (result.kind === 'refused') {
      expect(result.problems).toHaveLength(1);
      expect(result.problems).toMatchObject([{ file: 'structured_outputs.yaml' }]);
      return;
    }
    const output = result.workflow.agents.get('Reader')?.output;
    const candidate: unknown = JSON.parse(`{ ${quoted(name)}: 1.5, "currency": "EUR" }`);
    expect(output?.validate(candidate)).toEqual({
      kind: 'accepted',
      value: JSON.parse(`{ ${quoted(name)}: 1.5, "currency": "EUR", "extra": null }`),
    });
    expect(output?.validate({ currency: 'EUR' })).toMatchObject({ kind: 'rejected' });
    nothingPolluted();
  });

  it.each(hostile)('as a value of an enum works: %j', (name) => {
    const output = loadedWith(edited('structured_outputs.yaml', '[EUR, USD]', `[EUR, ${quoted(name)}]`)).workflow.agents.get(
      'Reader',
    )?.output;
    expect(output?.validate({ total: 1, currency: name })).toMatchObject({ kind: 'accepted' });
    expect(output?.validate({ total: 1, currency: `${name}x` })).toMatchObject({ kind: 'rejected' });
  });

  it('is written out in the message, where it cannot be seen', () => {
    const [problem] = problemsWith(edited('agents.yaml', 'name: Closer', 'name: "Clo\\u202eser"'));
    expect(problem?.message).toContain('Clo\\u{202e}ser');
    expect(problemsWith(edited('agents.yaml', 'name: Closer', `name: ${long}`))[0]?.message.length).toBeLessThan(200);
  });
});
