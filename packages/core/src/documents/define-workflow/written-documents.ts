import type { TextFormat } from '../../outputs/shapes/shapes.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import type { DocumentFile } from '../schemas/index.ts';
import type { AuthorityClass, ContextWriter } from '../workflow.ts';
import type { WrittenTaskBatches } from './written-task-batches.ts';
import type { WrittenA2a, WrittenMiddleware, WrittenTools, WrittenUiConfig } from './written-tools.ts';

/**
 * The documents of one workflow as an author writes them in code: the keys and words of the YAML documents. What each key means stands in
 * `docs/documents.md`; a test holds these types against the tables that read the documents.
 */
export interface WorkflowDocuments {
  readonly orchestrator: WrittenOrchestrator;
  readonly agents: { readonly agents?: readonly WrittenAgent[] | undefined };
  readonly transition_graph?: { readonly transition_rules?: readonly WrittenTransition[] | undefined };
  readonly context_variables?: WrittenContext;
  readonly structured_outputs?: WrittenOutputs;
  readonly tools?: WrittenTools;
  readonly ui_config?: WrittenUiConfig;
  readonly middleware?: WrittenMiddleware;
  readonly a2a?: WrittenA2a;
  readonly task_batches?: WrittenTaskBatches;
}

/** orchestrator.yaml. */
export interface WrittenOrchestrator {
  readonly schema_version: 'mozaiks.orchestrator.v1';
  readonly workflow_name: string;
  readonly workflow_startup_mode: 'AgentDriven' | 'UserDriven' | 'BackendOnly';
  readonly max_turns?: number | undefined;
  readonly human_in_the_loop?: boolean | undefined;
  readonly orchestration_pattern?: string | undefined;
  readonly initial_message?: string | null | undefined;
  readonly initial_agent?: string | null | undefined;
  readonly triggers?:
    | readonly {
        readonly type?: string | null | undefined;
        readonly event?: string | null | undefined;
        readonly endpoint?: string | null | undefined;
        readonly method?: string | null | undefined;
        readonly description?: string | null | undefined;
        readonly capability_id?: string | null | undefined;
      }[]
    | undefined;
  readonly failure_message_key?: string | null | undefined;
}

/** One section of a prompt. */
export interface WrittenPromptSection {
  readonly id?: string | null | undefined;
  readonly heading: string;
  readonly content: string;
}

/** One agent of agents.yaml. */
export interface WrittenAgent {
  readonly name: string;
  readonly prompt_sections?: readonly WrittenPromptSection[] | undefined;
  readonly prompt_sections_custom?: readonly WrittenPromptSection[] | undefined;
  readonly system_message?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly human_input_mode?: string | null | undefined;
  readonly max_consecutive_auto_reply?: number | undefined;
  readonly structured_outputs_required: boolean;
  readonly pending_turn_replay?: 'allow' | 'block' | undefined;
  readonly multimodal_inputs_enabled?: boolean | undefined;
  readonly image_generation_enabled?: boolean | undefined;
  readonly image_generation?:
    | {
        readonly quality?: 'low' | 'medium' | 'high' | 'auto' | null | undefined;
        readonly size?: string | null | undefined;
        readonly background?: 'transparent' | 'opaque' | 'auto' | null | undefined;
        readonly output_format?: 'png' | 'jpeg' | 'webp' | null | undefined;
        readonly output_compression?: number | null | undefined;
        readonly partial_images?: number | null | undefined;
        readonly promotion_targets?: readonly string[] | undefined;
        readonly image_config?: JsonObject | null | undefined;
      }
    | null
    | undefined;
  readonly sandbox_shell?: boolean | undefined;
  readonly web_search?: boolean | undefined;
  readonly web_fetch?: boolean | undefined;
  readonly duck_search?: boolean | undefined;
}

/** One rule of transition_graph.yaml. */
export interface WrittenTransition {
  readonly source_agent: string;
  readonly target_agent: string;
  readonly transition_type: 'after_turn' | 'condition';
  readonly condition_type?: string | null | undefined;
  readonly condition_key?: string | null | undefined;
  readonly condition_value?: Json | undefined;
  readonly context_expression?: string | null | undefined;
  readonly tool_name?: string | null | undefined;
  readonly transition_target?: string | null | undefined;
  readonly termination_reason?: 'workflow_complete' | 'workflow_failed' | null | undefined;
}

/** What a text must be to set a variable. */
export interface WrittenMatch {
  readonly equals?: string | null | undefined;
  readonly contains?: string | null | undefined;
  readonly regex?: string | null | undefined;
}

/** What sets a variable of source `state`. */
export type WrittenTrigger =
  | { readonly type: 'agent_text'; readonly agent: string; readonly match: WrittenMatch; readonly ui_hidden?: boolean | undefined }
  | { readonly type: 'user_text'; readonly match: WrittenMatch; readonly ui_hidden?: boolean | undefined }
  | {
      readonly type: 'ui_response';
      readonly tool: string;
      readonly response_key?: string | null | undefined;
      readonly ui_hidden?: boolean | undefined;
    };

/** Where the first value of a variable comes from. */
export type WrittenSource =
  | {
      readonly type: 'state';
      readonly default?: Json | undefined;
      readonly triggers?: readonly WrittenTrigger[] | undefined;
      readonly persist?: boolean | null | undefined;
    }
  | {
      readonly type: 'config';
      readonly env_var?: string | null | undefined;
      readonly default?: Json | undefined;
      readonly required?: boolean | undefined;
    }
  | {
      readonly type: 'data_reference';
      readonly database_name?: string | null | undefined;
      readonly collection: string;
      readonly query_template?: JsonObject | null | undefined;
      readonly fields?: readonly string[] | undefined;
      readonly refresh_strategy?: 'once' | 'per_phase' | 'on_demand' | null | undefined;
      readonly default?: Json | undefined;
    }
  | {
      readonly type: 'data_entity';
      readonly database_name?: string | null | undefined;
      readonly collection?: string | null | undefined;
      readonly schema?: JsonObject | null | undefined;
      readonly indexes?: readonly Json[] | undefined;
      readonly write_strategy?: 'immediate' | 'on_phase_transition' | 'on_workflow_end' | null | undefined;
      readonly search_by?: string | null | undefined;
    }
  | {
      readonly type: 'computed';
      readonly computation?: string | null | undefined;
      readonly inputs?: readonly string[] | undefined;
      readonly output_type?: string | null | undefined;
      readonly persist_to?: string | null | undefined;
    }
  | {
      readonly type: 'external';
      readonly service?: string | null | undefined;
      readonly operation?: string | null | undefined;
      readonly params?: JsonObject | null | undefined;
      readonly auth?: Json | undefined;
      readonly cache?: Json | undefined;
      readonly retry?: Json | undefined;
    }
  | {
      readonly type: 'file';
      readonly path: string;
      readonly format?: 'json' | 'yaml' | 'text' | null | undefined;
      readonly encoding?: 'utf-8' | 'utf8' | null | undefined;
      readonly required?: boolean | undefined;
      readonly default?: Json | undefined;
    }
  | { readonly type: 'build_context' };

/** context_variables.yaml. */
export interface WrittenContext {
  readonly definitions?: Readonly<Record<string, WrittenVariable>> | undefined;
  readonly agents?: Readonly<Record<string, { readonly variables?: readonly string[] | undefined }>> | undefined;
}

/** One context variable. */
export interface WrittenVariable {
  readonly type?: 'string' | 'boolean' | 'integer' | 'number' | 'object' | 'array' | 'any' | null | undefined;
  readonly description?: string | null | undefined;
  readonly authority_class?: AuthorityClass | null | undefined;
  readonly model_visible?: boolean | null | undefined;
  readonly tool_visible?: boolean | null | undefined;
  readonly persisted?: boolean | null | undefined;
  readonly routing?: boolean | null | undefined;
  readonly authorization?: boolean | null | undefined;
  readonly writer_ids?: readonly ContextWriter[] | undefined;
  readonly allow_text_routing?: boolean | undefined;
  readonly source: WrittenSource;
}

/** structured_outputs.yaml. */
export interface WrittenOutputs {
  readonly schema_version: 'mozaiks.structured_outputs.v1';
  readonly registry?: Readonly<Record<string, string | null>> | undefined;
  readonly models?: Readonly<Record<string, WrittenModel>> | undefined;
}

/** One model or alias. */
export type WrittenModel =
  | { readonly type: 'model'; readonly description?: string | null | undefined; readonly fields: Readonly<Record<string, WrittenField>> }
  | { readonly type: 'literal'; readonly description?: string | null | undefined; readonly values: readonly Json[] }
  | { readonly type: 'union'; readonly description?: string | null | undefined; readonly variants: readonly (string | null)[] };

/** One field of a model. */
export interface WrittenField {
  readonly type: string;
  readonly description?: string | null | undefined;
  readonly default?: Json | undefined;
  readonly items?: string | null | undefined;
  readonly values?: readonly Json[] | null | undefined;
  readonly variants?: readonly (string | null)[] | null | undefined;
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  readonly pattern?: string | null | undefined;
  readonly format?: TextFormat | null | undefined;
}

/** The file that each document would be. */
export const writtenFiles = {
  orchestrator: 'orchestrator.yaml',
  agents: 'agents.yaml',
  transition_graph: 'transition_graph.yaml',
  context_variables: 'context_variables.yaml',
  structured_outputs: 'structured_outputs.yaml',
  tools: 'tools.yaml',
  ui_config: 'ui_config.yaml',
  middleware: 'middleware.yaml',
  a2a: 'a2a.yaml',
  task_batches: 'extended_orchestration/task_batches.yaml',
} as const satisfies Readonly<Record<keyof WorkflowDocuments, DocumentFile>>;
