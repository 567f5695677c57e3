import type { Workflow } from '../documents/workflow.ts';
import { person } from '../graph/compile.ts';
import type { JournalState } from '../journal/state.ts';
import { asIntarsiaError, IntarsiaError, isIntarsiaError } from '../ports/errors.ts';
import { type AgentId, type CallKey, type RunId, turnOf } from '../ports/ids.ts';
import type { JsonObject } from '../ports/json.ts';
import type { Channel } from '../ports/network.ts';
import { compileEnd, type Ending, endingOfGraph, endingOfStop, endingOfTurn, withFailureMessage } from './ending.ts';
import { type Ledger, openLedger } from './ledger.ts';
import type { LiveText } from './live-text.ts';
import type { RegisteredTools } from './registered-tools.ts';
import type { RunResult } from './runtime.ts';
import { keepWrites, releaseUnstarted } from './turn/leave-turn.ts';
import type { RuntimeSettings, TurnContext } from './turn/turn-context.ts';
import { unpersistedValues } from './turn/unpersisted.ts';
import { failSetup, type TurnEnd, workTurn } from './turn/work-turn.ts';

/** Why a run is stopped from outside; the code of the signal's reason. */
export type StopCode = 'cancelled' | 'interrupted' | 'idle_timeout' | 'stale_epoch';

/** One activation that this process owns. */
export interface ActivationOptions {
  readonly settings: RuntimeSettings;
  readonly live: LiveText;
  readonly workflow: Workflow;
  readonly registered: RegisteredTools;
  readonly channel: Channel;
  readonly run: RunId;
  /** Values of variables that no journal may hold. */
  readonly unpersisted: JsonObject;
  /** Aborted with an IntarsiaError of a StopCode. */
  readonly stop: AbortController;
}

/** What the turns of one activation share. */
type Activity = Pick<TurnContext, 'started' | 'unpersisted' | 'holdIdle'>;

/** Works turn after turn until the run pauses or ends, and gives the lease back. Never rejects. */
export async function runActivation(options: ActivationOptions): Promise<RunResult> {
  const { channel, settings, stop, run, live } = options;
  const idle = idleTimer(options);
  const lost = () => stop.abort(stopError('stale_epoch'));
  channel.signal.addEventListener('abort', lost, { once: true });
  if (channel.signal.aborted) lost();
  const activity: Activity = { started: new Set(), unpersisted: unpersistedValues(options.unpersisted), holdIdle: idle.hold };
  const ledger = openLedger(channel, (envelopes) => {
    idle.restart();
    if (envelopes.some((envelope) => envelope.event_type === 'intarsia.model.replied')) live.settle(channel.scope);
  });
  try {
    return await workTurns(options, ledger, activity);
  } catch (cause) {
    return await stopped(options, ledger, activity.started, cause).catch((second: unknown) => {
      settings.log({ level: 'error', message: `Run ${run} could not write how it stopped.`, cause: second });
      return interrupted(run, cause);
    });
  } finally {
    ledger.close();
    idle.stop();
    live.reset(channel.scope);
    channel.signal.removeEventListener('abort', lost);
    await channel
      .release()
      .catch((cause: unknown) => settings.log({ level: 'warn', message: 'The lease could not be given back.', cause }));
  }
}

/** The reason that a stopped run's signal carries. */
export function stopError(code: StopCode): IntarsiaError {
  const messages: Record<StopCode, string> = {
    cancelled: 'The run was cancelled.',
    interrupted: 'The run was interrupted; a resume goes on from its journal.',
    idle_timeout: 'Nothing was committed within the idle budget.',
    stale_epoch: 'Another owner took the conversation over.',
  };
  return new IntarsiaError(code, messages[code], { retryable: code === 'interrupted' });
}

async function workTurns(options: ActivationOptions, ledger: Ledger, activity: Activity): Promise<RunResult> {
  const { channel, run } = options;
  let sender = personOf(channel);
  let ending = endingOfGraph(channel.facts, ledger.state().channel);
  while (ending === null) {
    await ledger.commit();
    const context = nextTurn(options, ledger, activity);
    sender = context.sender;
    const end = await workTurn(context).catch((cause: unknown) => setupFailure(context, cause));
    ending = endingOfTurn(end) ?? endingOfGraph(channel.facts, ledger.state().channel);
  }
  appendEnd(options, ledger, sender, ending);
  await ledger.commit();
  return resultOf(run, ledger.state());
}

/** The end of a run goes into the next commit, with the message that its workflow has for people by then. */
function appendEnd({ channel, workflow, run }: ActivationOptions, ledger: Ledger, sender: AgentId, ending: Ending): void {
  const told = withFailureMessage(ending, workflow, ledger.state().channel.contextVariables);
  ledger.append(...compileEnd(channel, sender, run, told));
}

/** A tool whose code cannot be loaded fails its turn; everything else that rejects stops the run. */
function setupFailure(context: TurnContext, cause: unknown): TurnEnd {
  if (isIntarsiaError(cause, 'tool_not_found') || isIntarsiaError(cause, 'tool_invalid')) return failSetup(context, cause);
  throw cause;
}

function nextTurn(options: ActivationOptions, ledger: Ledger, activity: Activity): TurnContext {
  const { channel, workflow, settings, live, run, stop } = options;
  const { expectedSpeaker, trigger } = channel.state().channel;
  const name = expectedSpeaker === null ? undefined : channel.facts.names[expectedSpeaker];
  // What is registered or gone while a turn is worked counts from the next one on.
  const agent = name === undefined ? undefined : options.registered.current(workflow).agents.get(name);
  if (expectedSpeaker === null || trigger === null || agent === undefined) {
    throw new IntarsiaError('workflow_changed', `The workflow "${workflow.name}" has no agent "${name ?? ''}" to speak next.`);
  }
  const turn = turnOf(trigger, agent.name);
  return {
    settings,
    live,
    workflow,
    agent,
    sender: expectedSpeaker,
    turn,
    run,
    channel,
    ledger,
    ...activity,
    signal: stop.signal,
  };
}

/** What became of the run, as its record says. */
function resultOf(run: RunId, { run: record, turn }: JournalState): RunResult {
  switch (record?.status) {
    case 'paused': {
      const waiting = record.reason === 'effect_uncertain' ? 'uncertain' : 'requested';
      const calls = turn?.calls.filter((call) => call.status === waiting).map((call) => call.key) ?? [];
      return { status: 'paused', run, reason: record.reason ?? 'input_required', calls };
    }
    case 'completed':
    case 'cancelled':
      return { status: record.status, run };
    case 'failed':
      return { status: 'failed', run, code: record.code ?? 'internal', message: record.message, resumable: record.resumable };
    default:
      throw new IntarsiaError('internal', `Run ${run} has no end.`);
  }
}

/** What a stopped run still writes: settles of what ended, releases of what never started, and its end if it has one. */
async function stopped(options: ActivationOptions, ledger: Ledger, started: ReadonlySet<CallKey>, cause: unknown): Promise<RunResult> {
  const { channel, run, settings, stop } = options;
  ledger.close();
  const reason: unknown = stop.signal.aborted ? stop.signal.reason : cause;
  if (channel.signal.aborted) return interrupted(run, reason);
  if (ledger.state().run?.status !== 'running') {
    await ledger.commit(); // the run's end was decided, and only the store did not take it yet
    return resultOf(run, ledger.state());
  }
  ledger.append(...releaseUnstarted(channel, ledger.state().turn, started));
  const ending = endingOfStop(reason);
  if (ending !== null) {
    if (ending.closes !== null) ledger.append(...keepWrites(channel, ledger.state().turn));
    appendEnd(options, ledger, personOf(channel), ending);
  } else if (!isIntarsiaError(reason, 'interrupted')) {
    settings.log({ level: 'error', message: `Run ${run} stopped.`, cause: reason });
  }
  await ledger.commit();
  return ending === null ? interrupted(run, reason) : resultOf(run, ledger.state());
}

/** The person's id: who speaks for the run where no agent does. */
export function personOf(channel: Channel): AgentId {
  const id = channel.participants.get(person);
  if (id === undefined) throw new IntarsiaError('internal', 'The channel has no person.');
  return id;
}

function interrupted(run: RunId, cause: unknown): RunResult {
  const error = asIntarsiaError(cause, 'internal', 'Something failed that should not; the log has the cause.');
  return { status: 'interrupted', run, code: error.code, message: error.message };
}

/** Stops the run once the idle budget is used up. It rests while something holds it, and begins anew afterwards. */
function idleTimer({ settings, stop }: ActivationOptions): { restart(): void; hold(): () => void; stop(): void } {
  const arm = () => settings.clock.timer(settings.idleTimeoutMs, () => stop.abort(stopError('idle_timeout')));
  let cancel = arm();
  let holders = 0;
  const restart = () => {
    cancel();
    if (holders === 0) cancel = arm();
  };
  const change = (by: 1 | -1) => {
    holders += by;
    restart();
  };
  return {
    restart,
    hold() {
      change(1);
      return () => change(-1);
    },
    stop: () => cancel(),
  };
}
