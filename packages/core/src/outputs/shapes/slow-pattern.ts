/** One token of a pattern: an escape, a class, a group's beginning, a quantifier, or one character. */
const token =
  /\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|k<[^>]*>|\d+|.)|\[(?:\\.|[^\\\]])*\]|\(\?(?:<?[=!]|<[^>]*>|[a-z-]*:)|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

/** What was read of a group. */
interface Group {
  /** A look-around, which takes no text. */
  readonly isAssertion: boolean;
  /** Of the alternatives that are read: whether one of them takes nothing, and whether one of them loops. */
  canBeEmpty: boolean;
  loops: boolean;
  /** Of the alternative under way, without its last part: parts that must take text, parts that loop, and parts that do both. */
  needed: number;
  looping: number;
  neededLooping: number;
  /** The last part, to which a quantifier may belong. It loops when a run of one character can be all of what it takes, at any length. */
  last: Part | null;
}

interface Part {
  readonly isGroup: boolean;
  readonly canBeEmpty: boolean;
  readonly loops: boolean;
}

const opened = (isAssertion: boolean): Group => ({
  isAssertion,
  canBeEmpty: false,
  loops: false,
  needed: 0,
  looping: 0,
  neededLooping: 0,
  last: null,
});

/**
 * True for a regular expression (valid, with the `u` flag) that repeats without a bound what can be all of one unbounded repetition, like `(a+)+`, `(a*|b)*`
 * and `(\w+\s?)*`: a run of n characters can be divided in 2^n ways, and a text that does not match after all has every one of them tried. Not true where
 * something must stand between two repetitions, as in `[a-z]+(-[a-z]+)*`. It does not find every slow pattern: `(a|a)*` is one too.
 */
export function isSlowPattern(pattern: string): boolean {
  const groups = [opened(false)];
  for (const [text] of pattern.matchAll(token)) {
    const group = groups.at(-1);
    if (group === undefined) return false;
    if (text.startsWith('(')) groups.push(opened(/^\(\?<?[=!]/.test(text)));
    else if (text === ')') {
      groups.pop();
      const outer = groups.at(-1);
      if (outer !== undefined) addPart(outer, closed(group));
    } else if (text === '|') endAlternative(group);
    else if (/^[*+?{]/.test(text)) {
      const { last } = group;
      if (last === null) continue;
      const isUnbounded = /^(?:[*+]|\{\d+,\})/.test(text);
      if (isUnbounded && last.isGroup && last.loops) return true;
      const canBeEmpty = last.canBeEmpty || /^(?:[*?]|\{0+[,}])/.test(text);
      group.last = { isGroup: last.isGroup, canBeEmpty, loops: last.loops || (isUnbounded && !last.isGroup) };
    } else addPart(group, { isGroup: false, canBeEmpty: false, loops: false });
  }
  return false;
}

function addPart(group: Group, part: Part): void {
  endPart(group);
  group.last = part;
}

function endPart(group: Group): void {
  const { last } = group;
  if (last === null) return;
  if (!last.canBeEmpty) group.needed += 1;
  if (last.loops) group.looping += 1;
  if (last.loops && !last.canBeEmpty) group.neededLooping += 1;
  group.last = null;
}

/** An alternative loops when one of its parts does and every other part can take nothing. */
function endAlternative(group: Group): void {
  endPart(group);
  const { needed, looping, neededLooping } = group;
  if (needed === 0) group.canBeEmpty = true;
  if ((needed === 0 && looping > 0) || (needed === 1 && neededLooping === 1)) group.loops = true;
  group.needed = 0;
  group.looping = 0;
  group.neededLooping = 0;
}

/** A group as a part of what is around it. A look-around stands like a character that must be there: it can keep two repetitions apart. */
function closed(group: Group): Part {
  endAlternative(group);
  if (group.isAssertion) return { isGroup: false, canBeEmpty: false, loops: false };
  return { isGroup: true, canBeEmpty: group.canBeEmpty, loops: group.loops };
}
