import type { JsonObject } from './json.ts';

/** Every code an IntarsiaError can carry, with what it means. */
export const errorCodes = {
  // documents and outputs
  workflow_invalid: 'The workflow folder has problems; they are listed.',
  workflow_unknown: 'No workflow of that name is loaded.',
  workflow_changed: 'The stored conversation names an agent or a tool that the loaded workflow no longer has.',
  not_supported_yet: 'The workflow asks for something that does not work yet and would change what happens.',
  output_not_strict: 'A model that an agent must answer with cannot be promised by its provider.',
  contract_mismatch: 'A contract reference does not fit the loaded models.',
  model_invalid: 'A schema in code cannot be closed, or its own validation cannot be used.',
  output_rejected: 'A reply is not exactly what was declared.',
  // stores and journals
  stale_epoch: 'Another owner took over; this one may not write any more.',
  conflict: 'The stored state is not the one this write was decided on.',
  store_unavailable: 'The store did not answer, or answered with an error.',
  store_read_only: 'The store cannot be written.',
  store_corrupt: 'The store holds something that cannot be read back.',
  store_closed: 'The store was closed.',
  store_denied: 'The store refused the credentials.',
  store_version: 'The store was written in a form that this version does not know.',
  path_invalid: 'A path has an empty segment, "." or "..", or a character that no store accepts.',
  content_invalid: 'The content of a file is no text.',
  journal_invalid: 'An envelope cannot be folded, so it was not appended.',
  journal_version: 'The journal holds a record of a form that this version does not know.',
  // conversations and runs
  conversation_unknown: 'No such conversation.',
  conversation_exists: 'The conversation was already started.',
  conversation_busy: 'Another owner runs this conversation now.',
  conversation_closed: 'The conversation has ended and takes no more messages.',
  name_taken: 'Two participants of one conversation have the same name.',
  not_paused: 'The conversation does not wait for an answer.',
  answer_required: 'The conversation waits for a person; send an answer.',
  ui_answer_required: 'A tool waits for a person; answer what it asks.',
  ui_answer_invalid: 'The answer is not what the tool asked for.',
  approval_required: 'A tool call waits for a person; allow or deny it.',
  call_uncertain: 'A tool call may or may not have had its effect; it must be resolved first.',
  call_unknown: 'No such tool call waits to be resolved.',
  replay_blocked: 'An agent declared `pending_turn_replay: block` has an unfinished turn.',
  idle_timeout: 'Nothing was committed within the idle budget.',
  cancelled: 'The run was cancelled.',
  interrupted: 'The owner of the run stopped before it ended.',
  workflow_failed: 'The workflow ended itself as failed.',
  no_transition_matched: 'No transition rule fits, so nobody is next.',
  max_turns: 'The workflow used up its turns.',
  max_tool_rounds: 'The agent asked for tools more often than one turn allows.',
  // models
  model_unreachable: 'The model endpoint could not be reached.',
  model_timeout: 'The model endpoint took too long.',
  model_refused: 'The model endpoint refused the request.',
  model_rate_limited: 'The model endpoint asks to slow down.',
  model_incomplete: 'The model stopped before its reply was done.',
  model_garbage: 'The model endpoint answered something that is not a reply.',
  // tools
  tool_not_found: 'The tool file or its function is missing.',
  tool_invalid: 'The tool file does not export what its document says.',
  tool_execution_failed: 'The tool failed.',
  tool_arguments_invalid: 'The arguments are not what the tool declares.',
  approval_denied: 'A person denied the call.',
  tool_arguments_changed: 'A call was claimed with other arguments than it has now.',
  tool_timeout: 'The tool took longer than it may.',
  tool_result_invalid: 'The tool returned something that is not JSON, or too much of it.',
  tool_failed: 'A tool that must not fail failed.',
  attempts_exhausted: 'The tool used up its attempts.',
  retry_not_permitted: 'The tool may not run again after its last outcome.',
  invalid_attempt_state: 'The variable that counts the attempts of a tool holds no count.',
  invalid_tool_outcome: 'The tool returned none of its declared outcomes.',
  tool_execution_interrupted: 'The tool was interrupted before it said its outcome.',
  missing_current_result: 'An agent with an outcome has no result of this turn.',
  requires_declared_graph: 'An agent with an outcome may not choose the next speaker itself.',
  context_write_refused: 'The writer may not write this context variable.',
  context_source_failed: 'A source of context variables could not be read.',
  stale_build_context: 'The build context is not the one that the conversation was started with.',
  config_invalid: 'A configuration value that the workflow needs is missing or not of its type.',
  // sandboxes and artifacts
  sandbox_refused: 'This sandbox gives no isolation and was not allowed.',
  sandbox_unavailable: 'The sandbox provider does not answer.',
  sandbox_gone: 'The sandbox ended or its deadline passed.',
  sandbox_limit: 'A file, path or output exceeds what the sandbox accepts.',
  sandbox_command_failed: 'The program could not be started in the sandbox.',
  artifact_unknown: 'No such artifact version.',
  artifact_conflict: 'The key was used before with other content.',
  // wiring and hosts
  wiring_invalid: 'A port is missing, bound twice, or bound with a lifetime that cannot work.',
  client_missing: 'An optional package that this needs is not installed.',
  port_in_use: 'The TCP port is taken.',
  bad_request: 'The request is not what the endpoint accepts.',
  file_unwritable: 'A file that should be written cannot be, or is somebody else’s.',
  forbidden: 'The request comes from a page that may not ask this.',
  internal: 'Something failed that should not; the log has the cause.',
} as const;

/** One of the listed codes. */
export type ErrorCode = keyof typeof errorCodes;

const mark = Symbol.for('intarsia.error');

/** What an IntarsiaError may carry beside its code and message. */
export interface IntarsiaErrorOptions {
  /** True when the same call may succeed later, unchanged. Default false. */
  readonly retryable?: boolean;
  /** JSON facts for a reader; never secrets, never provider text. */
  readonly details?: JsonObject;
  /** What caused it; stays in logs. */
  readonly cause?: unknown;
}

/** The one error class: `message` says what happened, where, and what to do next. Test with `isIntarsiaError`, not `instanceof`. */
export class IntarsiaError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly details: JsonObject;

  constructor(code: ErrorCode, message: string, options: IntarsiaErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'IntarsiaError';
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.details = options.details ?? {};
    Object.defineProperty(this, mark, { value: true });
  }
}

/** True for an IntarsiaError of any copy of this package, optionally of one code. */
export function isIntarsiaError(value: unknown, code?: ErrorCode): value is IntarsiaError {
  if (typeof value !== 'object' || value === null || Reflect.get(value, mark) !== true) return false;
  return code === undefined || Reflect.get(value, 'code') === code;
}

/** The value itself if it is an IntarsiaError, else one with the given code that keeps it as its cause. */
export function asIntarsiaError(value: unknown, code: ErrorCode, message: string, retryable = false): IntarsiaError {
  return isIntarsiaError(value) ? value : new IntarsiaError(code, message, { cause: value, retryable });
}
