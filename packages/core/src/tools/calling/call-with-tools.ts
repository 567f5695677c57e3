import type { ClaimStore } from '../../ports/claims.ts';
import { memoryClaims } from '../claims/index.ts';
import { modelContent } from '../execution/model-content.ts';
import { tell } from '../execution/tell.ts';
import { randomIds } from '../platform.ts';
import { createCallStream } from './call-stream.ts';
import type { CallEvent, CallResult, CallStream, CallWithToolsOptions, ResumeOptions } from './call-with-tools-types.ts';
import { openState } from './calling-state.ts';
import { earlierProblem } from './earlier-end.ts';
import { endResults } from './end-result.ts';
import { type OpenOperation, openOperation } from './open-operation.ts';
import { readOptions } from './read-options.ts';
import { awaitedApprovals, type ReadOperation, readResume, withBudgetsLeft } from './read-resume.ts';
import { runOperation } from './run-operation.ts';

/**
 * Asks a model with tools: once, or with `autoExecute` until a final answer or a limit (tool-calling 3). Every end has the same members and can be gone on from
 * with `resume`. Nothing is thrown but for callers that break the types.
 */
export const callWithTools = (options: CallWithToolsOptions): Promise<CallResult> => begin(options, () => {});

/** The same as it happens: text, calls, results in the order of the calls, and always an end. It is under way at once, and goes on when nobody reads. */
export const streamWithTools = (options: CallWithToolsOptions): CallStream => createCallStream((emit) => begin(options, emit));

/**
 * Goes on from an earlier end, which may have been stored as JSON meanwhile: makes the calls that are still open, also without `autoExecute`, asks the model, and
 * so on. Results that are there are never asked for again (cases T1, T6). `decisions` are those of people about calls that waited; of two about one call the
 * first stands (case T2). That the same end is gone on from twice is known within a process, and between processes where `claims` are kept. A finished operation is refused: its `messages` are what another one can begin with.
 */
export const resume = (earlier: CallResult, options: ResumeOptions): Promise<CallResult> => goOn(earlier, options, () => {});

/** The same as it happens, as `streamWithTools` tells it: what was told before the earlier end is not told again. */
export const streamResume = (earlier: CallResult, options: ResumeOptions): CallStream =>
  createCallStream((emit) => goOn(earlier, options, emit));

async function goOn(earlier: CallResult, options: ResumeOptions, emit: (event: CallEvent) => void): Promise<CallResult> {
  const problem = earlierProblem(earlier);
  if (problem !== null) return refused({ kind: 'refused', error: problem, state: openState([], '') }, '');
  const { [claimsOfEnd]: known }: EndWithClaims = earlier;
  const read = readResume(earlier, options, known !== undefined);
  const { claims = known, decisions = {} } = options;
  const counted = claims === undefined ? withBudgetsLeft(options, earlier.toolResults) : options;
  return work(read, {
    options: counted,
    operationId: earlier.operationId,
    claims: claims ?? memoryClaims(),
    decisions,
    awaited: awaitedApprovals(earlier),
    emit,
  });
}

async function begin(options: CallWithToolsOptions, emit: (event: CallEvent) => void): Promise<CallResult> {
  const { ids = randomIds, operationId = ids.randomHex(16), claims = memoryClaims() } = options;
  const read = readOptions(options, false);
  const messages = read.kind === 'plan' ? [...read.plan.earlier, ...read.plan.prompt] : [];
  return work({ ...read, state: openState(messages, '') }, { options, operationId, claims, decisions: {}, awaited: new Set(), emit });
}

const claimsOfEnd = Symbol('claims');
/** An end with the claims of its operation, for callers who keep none: what was done is known in this process for as long as its end is. */
type EndWithClaims = CallResult & { readonly [claimsOfEnd]?: ClaimStore };

async function work(read: ReadOperation, opened: OpenOperation): Promise<CallResult> {
  const result = read.kind === 'plan' ? await runPlan(read, opened) : refused(read, opened.operationId);
  return Object.defineProperty(result, claimsOfEnd, { value: opened.claims }); // not enumerable, so that no copy and no JSON text has it
}

const refused = ({ state, error }: ReadOperation & { readonly kind: 'refused' }, operationId: string): CallResult =>
  endResults(operationId, '', { content: modelContent, hintOnRepeat: false }).failed(state, error);

async function runPlan({ plan, state }: ReadOperation & { readonly kind: 'plan' }, opened: OpenOperation): Promise<CallResult> {
  const operation = openOperation(plan, opened);
  const { stop } = operation;
  try {
    return await runOperation(state, operation);
  } finally {
    stop.close();
    const cause = stop.cause();
    if (cause?.kind === 'claims') tell(opened.options.log, { level: 'error', message: 'The store of claims failed.', cause: cause.cause });
  }
}
