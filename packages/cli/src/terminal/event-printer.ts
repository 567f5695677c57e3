import type { LiveEvent } from '@intarsia/core';
import type { NumberedEvent, VisibleEvent } from '@intarsia/transport';
import { jsonText, oneLine } from './one-line.ts';
import { shown } from './shown.ts';

/** Prints a conversation as it happens. */
export interface EventPrinter {
  visible(event: NumberedEvent): void;
  live(event: LiveEvent): void;
}

/** One JSON event a line: numbered events only, so that two runs of the same conversation print the same lines. */
export function jsonPrinter(write: (text: string) => void): EventPrinter {
  return { visible: (event) => write(`${jsonText(event)}\n`), live: () => {} };
}

/** Words for a person: streamed text as it comes, everything else as one line. */
export function textPrinter(print: (text: string) => void): EventPrinter {
  const write = (text: string) => print(shown(text));
  let open: string | null = null;
  let said: string | null = null;
  const line = (text: string) => {
    write(`${open === null ? '' : '\n'}${text}\n`);
    open = null;
  };
  return {
    live(event) {
      if (event.kind === 'reset') {
        if (open === event.message) line('  (this reply is asked for again)');
        return;
      }
      if (event.message === said) return; // its last pieces came after it was committed
      if (open !== event.message) write(`${open === null ? '' : '\n'}${event.agent}: `);
      open = event.message;
      write(event.text);
    },
    visible({ event }) {
      if (event.kind === 'message') said = event.message;
      if (event.kind === 'message' && event.message === open) {
        write('\n');
        open = null;
        return;
      }
      const text = eventText(event);
      if (text !== null) line(text);
    },
  };
}

function eventText(event: VisibleEvent): string | null {
  switch (event.kind) {
    case 'message':
      return `${event.role === 'person' ? 'You' : event.agent}: ${event.text}`;
    case 'speaker':
      return event.agent === 'user' ? null : `… ${event.agent} is working`;
    case 'output':
      return event.status === 'accepted'
        ? `✓ ${event.agent}: ${event.model} accepted`
        : `✗ ${event.agent}: the reply is not exactly ${event.model} (problems: ${event.problems}; "intarsia inspect" lists them)`;
    case 'ui.requested':
      return requestText(event);
    case 'ui.answered':
      return `✓ answered${event.action === null ? '' : `: ${event.action}`}`;
    case 'approval.requested':
      return approvalText(event);
    case 'approval.decided':
      return event.decision === 'allow' ? '✓ allowed' : '✗ denied';
    case 'tool.started':
      return `… ${event.tool}${event.attempt > 1 ? ` (attempt ${event.attempt})` : ''}`;
    case 'tool.finished':
      return toolText(event);
    case 'tool.uncertain':
      return `? ${event.tool} may or may not have happened (call ${event.call}, attempt ${event.attempt})`;
    case 'tool.resolved':
      return `✓ call ${event.call} was resolved: ${event.resolution}`;
    case 'turn.failed':
      return `✗ ${event.agent}: ${event.message} (${event.code})`;
    case 'run.started':
    case 'run.paused':
    case 'run.ended':
      return null;
  }
}

/** What a call would run with, a field a line and uncut: nobody can approve what they do not see. */
function approvalText({ agent, tool, risk, arguments: given }: Extract<VisibleEvent, { readonly kind: 'approval.requested' }>): string {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  // As JSON, so that no text of an argument can look like another argument.
  const lines = isObject
    ? Object.entries(given).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    : [JSON.stringify(given)];
  return [`? ${agent} wants to call ${tool} (risk ${risk})`, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** What a UI_Tool shows, a field a line, and what can be chosen. The further lines of a text are marked: they must not look like a choice. */
function requestText({ agent, tool, surface, payload, actions }: Extract<VisibleEvent, { readonly kind: 'ui.requested' }>): string {
  const fields = Object.entries(Object(payload)).map(
    ([name, value]) =>
      `${oneLine(name, 60)}: ${cut(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\n', '\n      | ')}`,
  );
  const choices = actions.map(
    ({ id, label, description }) => `[${id}]${label === null ? '' : ` ${label}`}${description === null ? '' : `: ${description}`}`,
  );
  return [`? ${agent} asks with ${tool} (${surface.component})`, ...[...fields, ...choices].map((text) => `    ${text}`)].join('\n');
}

const cut = (text: string): string => (text.length > 400 ? `${text.slice(0, 400)}…` : text);

function toolText(event: Extract<VisibleEvent, { readonly kind: 'tool.finished' }>): string {
  const seconds = `${(event.durationMs / 1000).toFixed(1)} s`;
  const head = `${event.status === 'ok' ? '✓' : '✗'} ${event.tool} in ${seconds}${event.code === null ? '' : ` (${event.code})`}`;
  const shown = event.surface === null ? '' : `\n    ${JSON.stringify(event.surface.payload)}`;
  return head + (shown.length > 400 ? `${shown.slice(0, 400)}…` : shown);
}
