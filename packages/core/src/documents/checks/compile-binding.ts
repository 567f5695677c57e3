import type { OutcomeDefinition, ToolEntry } from '../schemas/tools.ts';
import type { ToolBinding, ToolOutcome } from '../workflow.ts';
import { participantName } from './participants.ts';
import { uiContractOf } from './ui-contracts.ts';

/** An entry of tools.yaml as the binding of one of its agents. */
export function bindingOf(agent: string, index: number, entry: ToolEntry): ToolBinding {
  return {
    agent,
    index,
    file: entry.file,
    function: entry.function,
    description: entry.description,
    type: entry.tool_type,
    surface: entry.ui === null ? null : { component: entry.ui.component, mode: entry.ui.mode },
    timeoutMs: entry.timeout_seconds === null ? null : entry.timeout_seconds * 1000,
    onError: onErrorOf(entry),
    outcome: entry.outcome === null ? null : outcomeOf(entry.outcome),
    ui: entry.tool_type === 'UI_Tool' ? uiContractOf(entry.ui_contract) : null,
    selfEmitsUi: entry.self_emits_ui,
  };
}

function onErrorOf({ on_error: kind, on_error_target: target }: ToolEntry): ToolBinding['onError'] {
  return kind === 'route' ? { kind, target: participantName(target ?? '') } : { kind };
}

function outcomeOf(outcome: OutcomeDefinition): ToolOutcome {
  return {
    contextKey: outcome.context_key,
    attemptsKey: outcome.attempts_key,
    resultField: outcome.result_field,
    values: outcome.values.map(({ value }) => value),
    errorValue: outcome.error_value,
    maxAttempts: outcome.max_attempts,
    retryOn: outcome.retry_on.map(({ value }) => value),
  };
}
