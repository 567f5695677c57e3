type FailurePolicy = 'fail_batch' | 'continue_with_available' | 'collect_errors';

/** extended_orchestration/task_batches.yaml. */
export interface WrittenTaskBatches {
  readonly version?: number | undefined;
  readonly batches?: readonly WrittenBatch[] | undefined;
  readonly conveyors?: readonly WrittenConveyor[] | undefined;
}

/** One batch of tasks. */
export interface WrittenBatch {
  readonly id: string;
  readonly trigger_agent: string;
  readonly source: {
    readonly kind: 'context_variable' | 'structured_output';
    readonly path: string;
    readonly task_model?: string | null | undefined;
  };
  readonly worker?:
    | {
        readonly mode?: 'ag2_agent' | undefined;
        readonly agent_field?: string | undefined;
        readonly prompt_field?: string | undefined;
        readonly context_fields?: readonly string[] | undefined;
      }
    | null
    | undefined;
  readonly execution?:
    | {
        readonly concurrency?: number | undefined;
        readonly dependency_field?: string | undefined;
        readonly failure_policy?: FailurePolicy | undefined;
        readonly retry_limit?: number | undefined;
        readonly timeout_seconds?: number | null | undefined;
      }
    | null
    | undefined;
  readonly result: {
    readonly context_key: string;
    readonly status_key: string;
    readonly merge_strategy?: 'collect_task_outputs' | 'collect_outputs' | undefined;
    readonly require_owned_paths?: boolean | undefined;
  };
  readonly recovery?:
    | {
        readonly trigger_agent: string;
        readonly request_key: string;
        readonly outcome_key: string;
        readonly status_key: string;
        readonly input_keys?: readonly string[] | undefined;
      }
    | null
    | undefined;
}

/** One conveyor. */
export interface WrittenConveyor {
  readonly id: string;
  readonly decomposition_agent: string;
  readonly execution_agents: readonly string[];
  readonly concurrency?: number | undefined;
  readonly failure_policy?: FailurePolicy | undefined;
  readonly retry_limit?: number | undefined;
  readonly timeout_seconds?: number | null | undefined;
  readonly require_owned_paths?: boolean | undefined;
}
