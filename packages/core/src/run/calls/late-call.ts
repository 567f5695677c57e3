import { factDraft } from '../../journal/facts.ts';
import type { CallRecord } from '../../journal/state.ts';
import type { CallEnd, Execution } from '../../tools/execution/limited-code.ts';
import type { TurnContext } from '../turn/turn-context.ts';

/**
 * Follows code that nobody waits for any longer. That it ignores its signal is logged, at once or `graceMs` after it was told to stop. How it ends after all is
 * recorded for readers while its activation works, else logged; it is never used. Code that stops when it is told to is not worth a word.
 */
export async function followLate(context: TurnContext, call: CallRecord, { end, late }: Execution, startedMs: number): Promise<void> {
  if (late === null) return;
  const { clock, graceMs, log } = context.settings;
  let isIgnored = false;
  const ignores = () => {
    isIgnored = true;
    log({ level: 'warn', message: `"${call.tool}" ignores its signal: ${graceMs} ms after it was told to stop, it still runs.` });
  };
  let cancel = () => {};
  if (end.kind === 'stopped')
    ignores(); // the grace time is over
  else cancel = clock.timer(graceMs, ignores);
  const ended = await late;
  cancel();
  if (ended.kind === 'returned' || isIgnored) tell(context, call, ended, Math.round(clock.monotonic() - startedMs));
}

function tell(
  { ledger, sender, turn, agent, settings }: TurnContext,
  { key, attempt, tool }: CallRecord,
  ended: CallEnd,
  durationMs: number,
) {
  const how =
    ended.kind === 'returned'
      ? ({ status: 'ok', result: ended.result } as const)
      : ({
          status: 'error',
          result: { status: 'error', message: ended.kind === 'failed' ? ended.message : 'tool_execution_failed' },
        } as const);
  const fact = { v: 1, turn, agent: agent.name, key, attempt, ...how, duration_ms: durationMs } as const;
  const isNoted = ledger.note(factDraft(sender, 'intarsia.tool.late', fact));
  const hasCause = ended.kind === 'failed' && 'cause' in ended;
  if (isNoted && !hasCause) return;
  const message = `"${tool}" ended ${durationMs} ms after its start (${how.status}), too late to count.`;
  settings.log({ level: 'warn', message, ...(hasCause && { cause: ended.cause }) });
}
