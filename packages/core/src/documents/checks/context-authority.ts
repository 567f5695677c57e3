import type { SourceDefinition } from '../schemas/context-variables.ts';
import type { AuthorityClass, ContextWriter } from '../workflow.ts';

const identityNames = new Set([
  'app_id',
  'user_id',
  'chat_id',
  'workflow_name',
  'tenant_id',
  'workspace_id',
  'workspace_path',
  'repo_path',
  'repository_path',
  'permissions',
  'permission_claims',
  'entitlement_state',
  'entitlements',
  'build_registry_id',
]);
const identitySuffixes = ['_app_id', '_user_id', '_tenant_id', '_workspace_id'];
const secretWords = ['credential', 'secret', 'token', 'password', 'api_key'];
const qualityWords = ['quality', 'validation_status', 'acceptance_status', 'tests_passed', 'gate'];
const routingNames = new Set(['build_mode', 'revision_scope', 'task_run_mode', 'sequence_status', 'routing_mode']);
const routingSuffixes = ['_route_ready', '_complete', '_decision', '_selected'];
const routerOwnedNames = new Set(['build_mode', 'revision_scope', 'sequence_status']);
const hostSources: ReadonlySet<SourceDefinition['type']> = new Set([
  'config',
  'data_reference',
  'data_entity',
  'file',
  'build_context',
  'external',
]);
const plainStateWriters: readonly ContextWriter[] = [
  'caller_input',
  'transition_router',
  'context_bridge',
  'tool_writeback',
  'live_user_context',
];

/** What the inference looks at. */
export interface VariableFacts {
  readonly name: string;
  /** True when a transition's condition names it. */
  readonly isCondition: boolean;
  /** True when a task batch writes it. */
  readonly isTaskKey: boolean;
  readonly source: SourceDefinition['type'];
  readonly hasAgentText: boolean;
  readonly hasUserText: boolean;
  readonly hasUiResponse: boolean;
}

/** A class and the word inside the name that led to it, if it was only a part of the name. */
export interface InferredClass {
  readonly authorityClass: AuthorityClass;
  readonly because: { readonly kind: 'secret' | 'quality'; readonly word: string } | null;
}

/** True for names of identities and secrets (workflow-documents 7.3). */
export function isIdentityOrSecret(name: string): boolean {
  return isIdentity(name) || secretWord(name) !== undefined;
}

const isIdentity = (name: string): boolean =>
  identityNames.has(name.toLowerCase()) || identitySuffixes.some((suffix) => name.toLowerCase().endsWith(suffix));
const secretWord = (name: string): string | undefined => secretWords.find((word) => name.toLowerCase().includes(word));

/** The class of a variable that declares none: the first rule that fits (workflow-documents 7.3). */
export function inferClass(facts: VariableFacts): InferredClass {
  const name = facts.name.toLowerCase();
  const inferred = (authorityClass: AuthorityClass, because: InferredClass['because'] = null) => ({ authorityClass, because });
  if (isIdentity(name)) return inferred('immutable_runtime_authority');
  const secret = secretWord(name);
  if (secret !== undefined) return inferred('immutable_runtime_authority', secret === name ? null : { kind: 'secret', word: secret });
  const quality = qualityWords.find((word) => name.includes(word));
  if (quality !== undefined) return inferred('closed_writer_quality_state', quality === name ? null : { kind: 'quality', word: quality });
  const isNamedForRoutes = routingNames.has(name) || routingSuffixes.some((suffix) => name.endsWith(suffix));
  const isRouting = facts.isCondition || facts.isTaskKey || isNamedForRoutes;
  if (isRouting) return inferred('closed_writer_routing_state');
  if (facts.hasAgentText) return inferred('derived_information');
  return inferred(hostSources.has(facts.source) ? 'tool_only_information' : 'mutable_workflow_state');
}

/** The writers of a variable that lists none (workflow-documents 7.3). None at all: the class alone decides. */
export function inferWriters(facts: VariableFacts, authorityClass: AuthorityClass): readonly ContextWriter[] {
  if (authorityClass === 'immutable_runtime_authority') return [];
  const writers: ContextWriter[] = [];
  if (authorityClass === 'derived_information') writers.push('agent_text');
  if (facts.hasUiResponse) writers.push('ui_response_trigger');
  if (facts.hasUserText) writers.push('user_text_trigger');
  if (facts.isTaskKey) writers.push('task_batch');
  if (routerOwnedNames.has(facts.name)) writers.push('transition_router');
  return writers.length === 0 && facts.source === 'state' ? plainStateWriters : writers;
}
