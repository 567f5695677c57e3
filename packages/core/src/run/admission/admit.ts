import { initialContext, type ReplayDiagnostic, replayed } from '../../context/index.ts';
import type { Workflow } from '../../documents/workflow.ts';
import type { EnvelopeDraft } from '../../journal/envelope.ts';
import type { JournalState } from '../../journal/state.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { Channel } from '../../ports/network.ts';
import type { Activation } from '../runtime.ts';
import { appOf, type RuntimeSettings } from '../turn/turn-context.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { Beginning } from './respond.ts';

/** What a verb does to a kept conversation, or why it cannot be done now. */
export type Begin = (state: JournalState, workflow: Workflow, channel: Channel) => Refusal | Beginning;

/** What an activation of a kept conversation begins with. */
export interface Admitted {
  readonly kind: 'admitted';
  readonly workflow: Workflow;
  /** Values that no journal may hold. */
  readonly unpersisted: JsonObject;
  readonly drafts: readonly EnvelopeDraft[];
  /** Digest of the build context; null without one. */
  readonly buildContext: string | null;
}

/** What is known of the runtime that admits. `closing` is aborted when it closes. */
interface Admitting {
  readonly settings: RuntimeSettings;
  readonly workflows: ReadonlyMap<string, Workflow>;
  readonly closing: AbortSignal;
}

/**
 * What an activation of a kept conversation begins with, or why none begins. Decided under the lease and before anything is written: by the verb, then by
 * the values that are not kept, which are read again, and the build context, which must be the one of the start (workflow-documents 7.1).
 */
export async function admit(
  { settings, workflows, closing }: Admitting,
  activation: Activation,
  channel: Channel,
  begin: Begin,
): Promise<Admitted | Refusal | { readonly kind: 'repeated' }> {
  const state = channel.state();
  if (isRepeated(state, activation)) return { kind: 'repeated' };
  const workflow = workflows.get(state.run?.workflow ?? '');
  if (workflow === undefined) return refuse('workflow_unknown');
  const begun = begin(state, workflow, channel);
  if (begun.kind === 'refused') return begun;
  const { values: saved, diagnostics } = replayed(workflow, state.channel.contextVariables);
  const signal = AbortSignal.any([closing, channel.signal]);
  const context = await initialContext({ ...settings, workflow, scope: channel.scope, app: appOf(channel), saved, signal });
  if (context.kind === 'refused') return context;
  const { buildContext } = context;
  if (isStale(state, buildContext)) return refuse('stale_build_context');
  tellUnused(workflow, diagnostics, settings);
  return { kind: 'admitted', workflow, unpersisted: { ...context.unpersisted, ...begun.unpersisted }, drafts: begun.drafts, buildContext };
}

/** True when the journal holds what this request started. */
export const isRepeated = (state: JournalState, { request }: Activation): boolean =>
  request !== undefined && state.requests.includes(request);

const isStale = ({ run }: JournalState, buildContext: string | null): boolean => {
  const before = run?.buildContext ?? null;
  return before !== null && buildContext !== null && before !== buildContext;
};

/** What the journal holds and nobody is shown, because the workflow is declared otherwise now. */
function tellUnused(workflow: Workflow, diagnostics: readonly ReplayDiagnostic[], { log }: RuntimeSettings): void {
  if (diagnostics.length === 0) return;
  const told = diagnostics.map(({ key, rule }) => `${key} (${rule})`).join(', ');
  log({ level: 'warn', message: `Workflow "${workflow.name}": the journal holds values that are not used: ${told}.` });
}
