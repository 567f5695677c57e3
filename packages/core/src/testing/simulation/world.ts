import type { Json } from '../../ports/json.ts';
import type { ToolEffect } from '../../tools/tool.ts';

/** A tool that was entered: by whom, and when. */
export interface ToolEntry {
  readonly key: string;
  readonly tool: string;
  readonly effect: ToolEffect;
  readonly owner: string;
  readonly atMs: number;
}

/** What tools did to the world, by the key of the call. It outlives every process and tells people the truth. */
export interface World {
  readonly entries: readonly ToolEntry[];
  /** Key -> the tool, its result and how often the effect happened: of a `keyed` tool at most once, whatever happens. */
  readonly effects: ReadonlyMap<string, { readonly tool: string; readonly result: Json; readonly times: number }>;
  enter(entry: ToolEntry): void;
  /** Does what a tool does, and gives its result. */
  perform(call: { readonly key: string; readonly tool: string; readonly effect: ToolEffect }, result: Json): Json;
}

/** A world in which nothing happened yet. */
export function startWorld(): World {
  const entries: ToolEntry[] = [];
  const effects = new Map<string, { readonly tool: string; readonly result: Json; readonly times: number }>();
  return {
    entries,
    effects,
    enter: (entry) => {
      entries.push(entry);
    },
    perform({ key, tool, effect }, result) {
      const before = effects.get(key);
      if (effect === 'keyed' && before !== undefined) return before.result;
      if (effect !== 'none') effects.set(key, { tool, result, times: (before?.times ?? 0) + 1 });
      return result;
    },
  };
}
