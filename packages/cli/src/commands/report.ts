import type { ConversationScope, RunResult } from '@intarsia/core';
import type { StorePlace } from '../host/store-place.ts';
import { defaultTenant } from '../terminal/default-tenant.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { quoted } from '../terminal/quoted.ts';
import { shown } from '../terminal/shown.ts';
import type { Streams } from '../terminal/streams.ts';

/** A store as a later command names it. */
export type NamedStore = Pick<StorePlace, 'words'>;

/** Where a run can be found again. Without a store nothing of it is left. */
export interface RunPlace extends ConversationScope {
  readonly folder: string;
  readonly store: NamedStore | undefined;
}

/** Says how a run ended and what can be done next, and sets the exit code. */
export function report(result: RunResult, place: RunPlace, streams: Streams): void {
  const { text, exitCode } = endOf(result, place);
  streams.stderr.write(`${shown(text)}\n`);
  streams.exitCode = exitCode;
}

function endOf(result: RunResult, place: RunPlace): { readonly text: string; readonly exitCode: number } {
  const { store, chat } = place;
  const resume =
    store === undefined ? 'Nothing was kept: run with --store STORE to be able to resume.' : `Go on with: ${resumeCommand(place, store)}`;
  switch (result.status) {
    case 'completed':
      return { text: `Completed. Conversation ${chat}.`, exitCode: exitCodes.done };
    case 'paused': {
      const uncertainCalls = result.reason === 'effect_uncertain' ? uncertain(result.calls, place) : null;
      const { form, what } = asked[result.reason];
      const [call] = result.reason === 'input_required' ? [] : result.calls;
      // Named, so that the command is never about another call that waits, also when it is given twice.
      const about = call === undefined ? '' : ` --call ${quoted(call)}`;
      const waiting = `Waiting for ${what}. ${store === undefined ? resume : `${resume}${about} --answer ${form}`}`;
      return { text: uncertainCalls ?? waiting, exitCode: exitCodes.paused };
    }
    case 'failed': {
      const next = result.resumable ? resume : 'This conversation has ended; start a new one.';
      return { text: `Failed: ${result.code}: ${result.message} ${next}`, exitCode: exitCodes.failed };
    }
    case 'cancelled':
      return { text: `Cancelled. ${resume}`, exitCode: exitCodes.failed };
    case 'interrupted':
      return { text: `Interrupted: ${result.code}: ${result.message} ${resume}`, exitCode: exitCodes.interrupted };
  }
}

const asked = {
  input_required: { form: 'TEXT', what: 'an answer' },
  ui_required: { form: "'ACTION {…}'", what: 'an answer' },
  approval_required: { form: "'allow|deny'", what: 'approval' },
  effect_uncertain: { form: 'TEXT', what: 'an answer' },
} as const;

const resumeCommand = (place: RunPlace, store: NamedStore): string =>
  `intarsia run ${quoted(place.folder)} --resume ${optionsOf(place, store)}`;

/** The options that name a conversation of a store again. */
export function optionsOf({ tenant, chat }: ConversationScope, { words }: NamedStore): string {
  const whose = tenant === defaultTenant ? '' : ` --tenant ${quoted(tenant)}`;
  return `${words === '' ? '' : `${words} `}--conversation ${quoted(chat)}${whose}`;
}

function uncertain(calls: readonly string[], place: RunPlace): string {
  const command = `intarsia resolve ${optionsOf(place, place.store ?? { words: '--store STORE' })}`;
  const lines = calls.map((call) => `  ${command} --call ${quoted(call)} --happened | --failed | --run-again`);
  return ['call_uncertain: a tool may or may not have had its effect. Say what became of it, then resume:', ...lines].join('\n');
}
