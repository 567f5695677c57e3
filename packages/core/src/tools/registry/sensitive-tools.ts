import type { ToolDefinition } from '../tool.ts';

/** Parts of names that keep a tool out of listings, in any letter case (tool-calling 5). Substrings: `profile_lookup` holds `file`. */
export const sensitiveFragments = [
  'system',
  'admin',
  'config',
  'registry',
  'exec',
  'shell',
  'file',
  'delete',
  'destroy',
  'secret',
  'password',
  'token',
  'auth',
] as const;

/** Whether listings leave a tool out unless told otherwise: what it says itself, else its offered name (case TOOL-60). It keeps nothing from being run. */
export function isSensitive(name: string, { sensitive }: Pick<ToolDefinition, 'sensitive'>): boolean {
  const lowerCase = name.toLowerCase();
  return sensitive ?? sensitiveFragments.some((fragment) => lowerCase.includes(fragment));
}
