import type { ToolPolicy } from '../execution/tool-call.ts';
import type { ToolDefinition } from '../tool.ts';

/** Whether a tool may be offered and run. `conditional`: its `needsApproval` says of checked arguments whether a person must be asked. */
export type PolicyDecision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'forbidden'; readonly reason: 'denied' | 'not_allowed'; readonly message: string }
  | { readonly kind: 'approval'; readonly when: 'always' | 'conditional' };

/**
 * The one decision for listing, offering and running (tool-calling T6): `deny` wins over `allow`, names are the offered ones, exactly. Neither policy can make
 * a tool that asks for approval run without it.
 */
export function decidePolicy(policy: ToolPolicy | undefined, name: string, { approval }: Pick<ToolDefinition, 'approval'>): PolicyDecision {
  const { deny, allow, requireApproval } = policy ?? {};
  if (holds(deny, name)) return { kind: 'forbidden', reason: 'denied', message: `The policy denies "${name}".` };
  if (allow !== undefined && !holds(allow, name))
    return { kind: 'forbidden', reason: 'not_allowed', message: `The policy does not allow "${name}".` };
  if (approval === 'always' || holds(requireApproval, name)) return { kind: 'approval', when: 'always' };
  return approval === 'conditional' ? { kind: 'approval', when: 'conditional' } : { kind: 'allowed' };
}

/** Not `includes`: a text in place of a list would allow its parts. */
const holds = (names: readonly string[] | undefined, name: string): boolean => names?.some((each) => each === name) ?? false;
