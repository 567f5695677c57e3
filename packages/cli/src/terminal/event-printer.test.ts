import type { NumberedEvent, VisibleEvent } from '@intarsia/transport';
import { describe, expect, it } from 'vitest';
import { jsonPrinter, textPrinter } from './event-printer.ts';

const numbered = (event: VisibleEvent): NumberedEvent => ({ seq: 1, at: '2026-01-01T00:00:00+00:00', event });
const said = { kind: 'message', message: 't:0', role: 'agent', agent: 'Ann', text: 'Hello there' } as const;

function printed(play: (printer: ReturnType<typeof textPrinter>) => void): string {
  let text = '';
  play(textPrinter((piece) => (text += piece)));
  return text;
}

describe('textPrinter', () => {
  it('prints streamed text once, and not again when it is committed', () => {
    const text = printed((printer) => {
      printer.live({ kind: 'text', agent: 'Ann', message: 't:0', text: 'Hello ' });
      printer.live({ kind: 'text', agent: 'Ann', message: 't:0', text: 'there' });
      printer.visible(numbered(said));
    });
    expect(text).toBe('Ann: Hello there\n');
  });

  it('drops pieces that come after the message stands', () => {
    const text = printed((printer) => {
      printer.visible(numbered(said));
      printer.live({ kind: 'text', agent: 'Ann', message: 't:0', text: 'there' });
    });
    expect(text).toBe('Ann: Hello there\n');
  });

  it('lets no text steer the terminal', () => {
    const text = printed((printer) => printer.visible(numbered({ ...said, text: '\u001b[2J\u009b1mred\r\tx\ny\u0000\u061c' })));
    expect(text).toBe('Ann: \ufffd[2J\ufffd1mred\ufffd\tx\ny\ufffd\ufffd\n');
  });

  it('says when a reply is asked for again', () => {
    const text = printed((printer) => {
      printer.live({ kind: 'text', agent: 'Ann', message: 't:0', text: 'Hel' });
      printer.live({ kind: 'reset', agent: 'Ann', message: 't:0' });
      printer.visible(numbered(said));
    });
    expect(text).toBe('Ann: Hel\n  (this reply is asked for again)\nAnn: Hello there\n');
  });

  it.each<[string, VisibleEvent]>([
    ['… Planner is working\n', { kind: 'speaker', agent: 'Planner' }],
    ['', { kind: 'speaker', agent: 'user' }],
    [
      '✗ Planner: the reply is not exactly Plan (problems: 2; "intarsia inspect" lists them)\n',
      { kind: 'output', agent: 'Planner', model: 'Plan', status: 'rejected', problems: 2 },
    ],
    [
      '? Ann asks with ask_approval (ApprovalCard)\n    title: Release 2\n    files: ["a.ts"]\n    [approve] Approve: It goes out.\n    [reject]\n',
      {
        kind: 'ui.requested',
        call: 'c',
        agent: 'Ann',
        tool: 'ask_approval',
        surface: { component: 'ApprovalCard', mode: 'inline' },
        payload: { title: 'Release 2', files: ['a.ts'] },
        actions: [
          { id: 'approve', label: 'Approve', description: 'It goes out.', variant: 'primary', approved: true, payload: null },
          { id: 'reject', label: null, description: null, variant: null, approved: false, payload: null },
        ],
      },
    ],
    [
      '? Ann asks with ask_approval (ApprovalCard)\n    title: Release\n      | ✓ answered: approve\n      |     [reject] Do it\n    a [b]: 1\n    [reject]\n',
      {
        kind: 'ui.requested',
        call: 'c',
        agent: 'Ann',
        tool: 'ask_approval',
        surface: { component: 'ApprovalCard', mode: 'inline' },
        payload: { title: 'Release\n✓ answered: approve\n    [reject] Do it', 'a\n    [b]': 1 },
        actions: [{ id: 'reject', label: null, description: null, variant: null, approved: false, payload: null }],
      },
    ],
    [
      '? Ann wants to call pay (risk high)\n    "to": "Bob\\n    items: [2]"\n    "items": [1]\n',
      {
        kind: 'approval.requested',
        call: 'c',
        agent: 'Ann',
        tool: 'pay',
        risk: 'high',
        definition: 'd',
        arguments: { to: 'Bob\n    items: [2]', items: [1] },
      },
    ],
    [
      '? Ann wants to call pay (risk low)\n    "{\\"to\\":"\n',
      { kind: 'approval.requested', call: 'c', agent: 'Ann', tool: 'pay', risk: 'low', definition: 'd', arguments: '{"to":' },
    ],
    ['✓ allowed\n', { kind: 'approval.decided', call: 'c', decision: 'allow' }],
    ['✗ denied\n', { kind: 'approval.decided', call: 'c', decision: 'deny' }],
    ['✓ answered: approve\n', { kind: 'ui.answered', call: 'c', action: 'approve' }],
    ['✓ answered\n', { kind: 'ui.answered', call: 'c', action: null }],
    ['… save (attempt 2)\n', { kind: 'tool.started', call: 'c', agent: 'A', tool: 'save', attempt: 2, automatic: true }],
    [
      '✗ save in 1.5 s (sandbox_refused)\n',
      {
        kind: 'tool.finished',
        call: 'c',
        agent: 'A',
        tool: 'save',
        status: 'error',
        code: 'sandbox_refused',
        durationMs: 1500,
        surface: null,
      },
    ],
  ])('prints %j', (expected, event) => {
    expect(printed((printer) => printer.visible(numbered(event)))).toBe(expected);
  });
});

describe('jsonPrinter', () => {
  it('prints numbered events only, one a line', () => {
    let text = '';
    const printer = jsonPrinter((piece) => (text += piece));
    printer.live({ kind: 'text', agent: 'Ann', message: 't:0', text: 'Hel' });
    printer.visible(numbered(said));
    expect(text.split('\n').map((line) => (line === '' ? null : JSON.parse(line)))).toEqual([numbered(said), null]);
  });

  it('writes what would steer a terminal as an escape', () => {
    let text = '';
    const hostile = numbered({ ...said, text: '\u009b31m \u202egnp.exe\u2066 \u200f\u061c' });
    jsonPrinter((piece) => (text += piece)).visible(hostile);
    expect(text).toContain('\\u009b31m \\u202egnp.exe\\u2066 \\u200f\\u061c');
    expect(JSON.parse(text)).toEqual(hostile);
  });
});
