import type { Json } from '../../ports/json.ts';

type ToolType = 'Agent_Tool' | 'UI_Tool' | 'UI_Surface';

/** What a UI_Tool or UI_Surface shows. */
export interface WrittenUi {
  readonly component: string;
  readonly mode?: string | undefined;
  readonly workflow_primitive: string;
  readonly realization?: string | null | undefined;
}

/** What is shown to the person and what comes back. */
export interface WrittenUiContract {
  readonly surface_kind: 'agent_tool';
  readonly payload_schema?: Json | undefined;
  readonly actions_schema?:
    | readonly {
        readonly id: string;
        readonly label?: string | null | undefined;
        readonly description?: string | null | undefined;
        readonly variant?: string | null | undefined;
        readonly approved?: boolean | null | undefined;
        readonly payload_schema?: Json | undefined;
      }[]
    | undefined;
}

/** The finite outcomes of a tool. */
export interface WrittenOutcome {
  readonly context_key: string;
  readonly attempts_key: string;
  readonly result_field?: string | undefined;
  readonly values: readonly string[];
  readonly error_value: string;
  readonly max_attempts?: number | undefined;
  readonly retry_on?: readonly string[] | undefined;
}

/** One tool of tools.yaml. */
export interface WrittenTool {
  readonly agent: string | readonly string[];
  readonly file: string;
  readonly function: string;
  readonly description?: string | null | undefined;
  readonly tool_type: ToolType;
  readonly auto_tool_call?: boolean | undefined;
  readonly bind_to_agent?: boolean | null | undefined;
  readonly timeout_seconds?: number | null | undefined;
  readonly on_error?: 'continue' | 'fail_run' | 'route' | undefined;
  readonly on_error_target?: string | null | undefined;
  readonly self_emits_ui?: boolean | undefined;
  readonly outcome?: WrittenOutcome | null | undefined;
  readonly ui?: WrittenUi | null | undefined;
  readonly ui_contract?: WrittenUiContract | null | undefined;
}

/** One lifecycle tool of tools.yaml. */
export interface WrittenLifecycleTool {
  readonly trigger: 'before_chat' | 'after_chat' | 'before_agent' | 'after_agent' | 'on_start' | 'on_complete' | 'on_fail';
  readonly agent?: string | null | undefined;
  readonly file: string;
  readonly function: string;
  readonly description?: string | null | undefined;
  readonly tool_type?: ToolType | undefined;
  readonly ui?: WrittenUi | null | undefined;
  readonly ui_contract?: WrittenUiContract | null | undefined;
}

/** tools.yaml. */
export interface WrittenTools {
  readonly tools?: readonly WrittenTool[] | undefined;
  readonly lifecycle_tools?: readonly WrittenLifecycleTool[] | undefined;
}

/** ui_config.yaml. */
export interface WrittenUiConfig {
  readonly visual_agents?: 'all' | 'none' | readonly string[] | null | undefined;
}

/** middleware.yaml. */
export interface WrittenMiddleware {
  readonly prompt_middleware?:
    | readonly { readonly agent: string; readonly function: string; readonly filename?: string | null | undefined }[]
    | undefined;
}

/** a2a.yaml. */
export interface WrittenA2a {
  readonly agents?:
    | readonly {
        readonly name: string;
        readonly url: string;
        readonly enabled?: boolean | undefined;
        readonly max_reconnects?: number | undefined;
        readonly polling_interval?: number | undefined;
        readonly silent?: boolean | null | undefined;
        readonly client?:
          | {
              readonly streaming?: boolean | undefined;
              readonly polling?: boolean | undefined;
              readonly use_client_preference?: boolean | undefined;
              readonly accepted_output_modes?: readonly string[] | undefined;
              readonly extensions?: readonly string[] | undefined;
              readonly supported_transports?: readonly string[] | undefined;
              readonly push_notification_configs?: readonly Json[] | undefined;
            }
          | null
          | undefined;
      }[]
    | undefined;
}
