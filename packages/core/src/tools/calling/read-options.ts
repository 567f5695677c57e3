import { defineModel, type SchemaModel } from '../../outputs/schema-models/define-model.ts';
import type { AgentRunner, ModelMessage } from '../../ports/agents.ts';
import { asIntarsiaError } from '../../ports/errors.ts';
import { defaultMaxResultLength } from '../execution/model-content.ts';
import { settingsProblem } from '../execution/settings-problem.ts';
import { tell } from '../execution/tell.ts';
import { memberOf } from '../thrown.ts';
import { callError } from './call-error.ts';
import type { CallError, CallWithToolsOptions } from './call-with-tools-types.ts';
import { type ContextDefaults, contextDefaults } from './context-defaults.ts';
import type { CallingLimits } from './decide-calling.ts';
import { flagPrompt } from './flag-prompt.ts';
import { type OfferedTools, offerTools } from './offer-tools.ts';
import { maxPromptLength, maxSystemLength, textProblem } from './prompt-text.ts';
import { transcriptProblem } from './transcript.ts';

/** Rounds of tool calls, unless a caller says otherwise (tool-calling 3.1). */
export const defaultMaxTurns = 10;
/** Rounds of tool calls, whatever a caller says. */
export const hardMaxTurns = 50;
/** How often an answer may be mended, whatever a caller says (case TOOL-81). */
const hardOutputRetries = 3;

/** The checked input of an operation with its defaults. */
export interface CallPlan extends CallingLimits, OfferedTools {
  readonly runner: AgentRunner;
  /** The name it was asked for by; empty for a runner that was given itself. */
  readonly model: string;
  /** System message and earlier messages of the caller. */
  readonly earlier: readonly ModelMessage[];
  readonly prompt: readonly ModelMessage[];
  readonly temperature: number;
  readonly maxTokens: number;
  readonly concurrency: number;
  readonly timeoutMs: number | null;
  readonly modelTimeoutMs: number | null;
  readonly modelRetries: number;
  readonly maxResultLength: number;
  readonly contract: SchemaModel | null;
}

/** A plan, or the first thing that is wrong with what it should be made from. */
export type ReadOptions = { readonly kind: 'plan'; readonly plan: CallPlan } | { readonly kind: 'refused'; readonly error: CallError };

type Complain = (error: CallError) => void;

/**
 * Checks the input of an operation with the words of the source document (tool-calling 3.1, cases TOOL-1 to TOOL-6). `isBegun`: there are messages to go on
 * from, so that no prompt is needed. Callers in JavaScript may give anything, so nothing is taken at its type's word.
 */
export function readOptions(options: CallWithToolsOptions, isBegun: boolean): ReadOptions {
  const problems: CallError[] = [];
  const complain: Complain = (error) => problems.push(error);
  const defaults = contextDefaults(options.context);
  const messages = readMessages(options, complain);
  const prompt = readPrompt(options, isBegun || messages.length > 0, complain);
  const earlier = [...readSystem(options, defaults, messages, complain), ...messages];
  const limits = readLimits(options, defaults, complain);
  const model = readModel(options, defaults);
  if ('type' in model) complain(model);
  const settings = settingsProblem(options);
  if (settings !== null) complain(invalid(settings.code, settings.message));
  // A policy that cannot be read offers nothing.
  const tools = offerTools(settings === null ? options : { ...options, policy: { allow: [] } }, complain);
  const contract = readContract(options, complain);
  const [error] = problems;
  if (error !== undefined || 'type' in model) return { kind: 'refused', error: error ?? noModel };
  return { kind: 'plan', plan: { ...limits, ...model, ...tools, ...contract, earlier, prompt } };
}

const invalid = (code: string, message: string) => callError('invalid_input', code, message);

function readMessages({ messages = [] }: CallWithToolsOptions, complain: Complain): readonly ModelMessage[] {
  const problem = Array.isArray(messages) ? transcriptProblem(messages) : 'They must be a list.';
  if (problem === null) return messages;
  complain(invalid('invalid_messages', `No provider takes these \`messages\`. ${problem}`));
  return [];
}

function readPrompt(options: CallWithToolsOptions, isOptional: boolean, complain: Complain): readonly ModelMessage[] {
  const { prompt, promptCheck = 'off', log } = options;
  if (prompt === undefined && isOptional) return [];
  const problem = textProblem('prompt', prompt ?? '', maxPromptLength);
  if (problem !== null || prompt === undefined) {
    if (problem !== null) complain(problem);
    return [];
  }
  const flags = promptCheck === 'off' ? [] : flagPrompt(prompt);
  const message = `The prompt is worded as one that wants to change the instructions: ${flags.join(', ')}.`;
  if (flags.length > 0 && promptCheck === 'monitor') tell(log, { level: 'warn', message });
  else if (flags.length > 0) complain(callError('invalid_input', 'prompt_injection_detected', message, { details: { flags } }));
  return [{ role: 'user', content: prompt }];
}

/** A blank one is none; one of the context is for a caller whose messages have none either. */
function readSystem(
  { system }: CallWithToolsOptions,
  defaults: ContextDefaults,
  messages: readonly ModelMessage[],
  complain: Complain,
): readonly ModelMessage[] {
  const isBlank = (text: unknown) => text === undefined || text === null || (typeof text === 'string' && text.trim() === '');
  const inherited = messages.some(({ role }) => role === 'system') ? undefined : defaults.system;
  const text: unknown = isBlank(system) ? inherited : system;
  if (isBlank(text)) return [];
  const problem = textProblem('system', text, maxSystemLength);
  if (problem !== null) complain(problem);
  return typeof text === 'string' ? [{ role: 'system', content: text }] : [];
}

type ReadNumber = (name: string, given: unknown, fallback: number, fits: Range) => number;
interface Range {
  readonly from: number;
  readonly to?: number;
  readonly whole?: boolean;
}

function readLimits(options: CallWithToolsOptions, defaults: ContextDefaults, complain: Complain) {
  const number = readNumber(complain);
  const whole = (name: string, given: unknown, fallback: number, from: number) => number(name, given, fallback, { from, whole: true });
  const duration = (name: 'timeoutMs' | 'modelTimeoutMs' | 'toolTimeoutMs') =>
    options[name] === undefined ? null : number(name, options[name], 1, { from: Number.MIN_VALUE });
  const [timeoutMs, modelTimeoutMs, toolTimeoutMs] = [duration('timeoutMs'), duration('modelTimeoutMs'), duration('toolTimeoutMs')];
  if (Math.max(modelTimeoutMs ?? 0, toolTimeoutMs ?? 0) > (timeoutMs ?? Infinity))
    complain(invalid('invalid_timeout_ms', '`modelTimeoutMs` and `toolTimeoutMs` are parts of `timeoutMs`: neither can be longer.'));
  const autoExecute = options.autoExecute ?? defaults.autoExecute ?? false;
  if (typeof autoExecute !== 'boolean') complain(invalid('invalid_auto_execute', '`autoExecute` must be true or false.'));
  return {
    autoExecute: autoExecute === true,
    maxTurns: Math.min(hardMaxTurns, whole('maxTurns', options.maxTurns ?? defaults.maxTurns, defaultMaxTurns, 0)),
    concurrency: whole('concurrency', options.concurrency, 4, 1),
    temperature: number('temperature', options.temperature ?? defaults.temperature, 0.7, { from: 0, to: 2 }),
    maxTokens: whole('maxTokens', options.maxTokens ?? defaults.maxTokens, 4_096, 1),
    modelRetries: whole('modelRetries', options.modelRetries, 2, 0),
    maxResultLength: whole('maxResultLength', options.maxResultLength, defaultMaxResultLength, 0),
    tokenBudget: options.tokenBudget === undefined ? null : number('tokenBudget', options.tokenBudget, 0, { from: 0 }),
    hintOnRepeat: options.hintOnRepeat ?? true,
    timeoutMs,
    modelTimeoutMs,
  };
}

/** A number in its range, or a complaint whose code names it, like `invalid_max_turns`. */
function readNumber(complain: Complain): ReadNumber {
  return (name, given, fallback, { from, to = Number.MAX_SAFE_INTEGER, whole = false }) => {
    if (given === undefined) return fallback;
    const fits = typeof given === 'number' && given >= from && given <= to && (!whole || Number.isInteger(given));
    if (fits) return given;
    const code = `invalid_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    const least = from === Number.MIN_VALUE ? 'above 0' : `of at least ${from}`;
    const most = to === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${to}`;
    complain(invalid(code, `\`${name}\` must be a ${whole ? 'whole number' : 'number'} ${least}${most}.`));
    return fallback;
  };
}

const noModel = callError('invalid_model', 'model_required', 'Give a `model`: a runner, or a name that `models` knows.');

/** A runner as it is, or the one that `models`, or `models` of the context, has under a name (case TOOL-6). */
function readModel(options: CallWithToolsOptions, defaults: ContextDefaults): Pick<CallPlan, 'runner' | 'model'> | CallError {
  const given: unknown = options.model ?? defaults.model;
  if (given === undefined) return noModel;
  if (isRunner(given)) return { runner: given, model: '' };
  if (typeof given !== 'string') return callError('invalid_model', 'invalid_model', '`model` must be a runner or a name.');
  const runner = [options.models, memberOf(options.context, 'models')].map((models) => ownMember(models, given)).find(isRunner);
  if (runner !== undefined) return { runner, model: given };
  return callError(
    'invalid_model',
    'invalid_model',
    `No model is named "${given}": give the runner itself, or a runner of this name in \`models\`.`,
    { details: { model: given } },
  );
}

const ownMember = (holder: unknown, key: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key) ? memberOf(holder, key) : undefined;

const isRunner = (given: unknown): given is AgentRunner => typeof memberOf(given, 'run') === 'function';

function readContract({ output }: CallWithToolsOptions, complain: Complain): Pick<CallPlan, 'contract' | 'outputRetries'> {
  if (output === undefined) return { contract: null, outputRetries: null };
  const { retries, onValidationError = 'repair' } = output;
  const wanted = readNumber(complain)('output.retries', retries, 1, { from: 0, whole: true });
  const outputRetries = onValidationError === 'error' ? 0 : Math.min(hardOutputRetries, wanted);
  try {
    return { contract: defineModel('answer', output.schema), outputRetries };
  } catch (cause) {
    complain(invalid('model_invalid', asIntarsiaError(cause, 'model_invalid', 'The schema of `output` cannot be read.').message));
    return { contract: null, outputRetries };
  }
}
