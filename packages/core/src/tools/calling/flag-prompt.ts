/** Families of wording that try to talk a model out of its instructions (tool-calling 11.3), all within one line unless they are about a label on a line of its own. */
const patterns: readonly (readonly [family: string, pattern: RegExp])[] = [
  ['ignore_instructions', /\b(ignore|disregard|forget)\s+(all\s+|any\s+)?(of\s+)?(the\s+|your\s+|my\s+)?(previous|prior|above|earlier)\b/i],
  ['ignore_instructions', /\bpay\s+no\s+attention\s+to\s+(the\s+|any\s+|all\s+)?(previous|prior|above|earlier)\b/i],
  ['override_system', /\boverride\s+(the\s+|your\s+)?system\b/i],
  ['role_label', /(\n[ \t]*\n|#{2,}|-{3,})[ \t]*(system|assistant|ai|instruction|human)[ \t]*:/i],
  ['role_label', /\{[^{}\n]*"role"[ \t]*:[ \t]*"system"[^{}\n]*\}/i],
  ['role_label', /<\/?[ \t]*\|?system\|?[ \t]*>/i],
  ['new_persona', /\b(you\s+are\s+now|from\s+now\s+on,?\s+you\s+are|pretend\s+to\s+be|act\s+as\s+if\s+you\s+(are|were))\b/i],
  ['new_persona', /\bDAN\s+\d+/],
  ['unrestricted_mode', /\b(developer|admin|root|unrestricted|jailbreak)\s+mode\b/i],
  ['bypass_safety', /\bbypass\s+(the\s+|your\s+|all\s+|any\s+)?(safety|filters?|security|restrictions)\b/i],
  [
    'reveal_prompt',
    /\b(reveal|show|print|repeat|dump)\s+(me\s+)?(the\s+|your\s+|everything\s+)?(above|system\s+prompt|initial\s+prompt|instructions)\b/i,
  ],
];

/**
 * Names of the families of injection wording that a text holds; none for most texts. A cheap hint with false alarms ("pretend to be"), never a protection: what
 * a model may do is limited by its tools, their policy and approvals (case TOOL-79).
 */
export function flagPrompt(text: string): readonly string[] {
  return [...new Set(patterns.flatMap(([family, pattern]) => (pattern.test(text) ? [family] : [])))];
}
