const toolName = /^[a-z][a-z0-9_-]{0,63}$/i;

/** True for a name that every provider takes: a letter, then letters, digits, `_` and `-`, at most 64 in all (case TOOL-57). */
export const isToolName = (name: string): boolean => toolName.test(name);

/** Why a text is no name of a tool, for who wrote it. */
export const notAToolName = (name: string): string =>
  `${JSON.stringify(name.slice(0, 80))} is no name for a tool: it begins with a letter and goes on with letters, digits, "_" or "-", at most 64 in all.`;
