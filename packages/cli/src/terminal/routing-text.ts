import type { GraphCondition, GraphExplanation, GraphTarget, NextExplanation, RuleExplanation, TurnExplanation } from '@intarsia/core';
import { oneLine, valueText } from './one-line.ts';

type Names = TurnExplanation['names'];

/** Who speaks next, and of every rule why it fired or did not: lines for a person. Rules for the turns of others are told in one. */
export function routingLines({ next, names, status }: TurnExplanation): readonly string[] {
  if (next === null) return [`next: not decided, the turn is ${status}`];
  const head = `next: ${leadsTo(next)}`;
  if (next.by.kind === 'packet') {
    const { kind, reason = '' } = next.by.routing;
    return [`${head}, by the packet itself (${kind}${reason === '' ? '' : `, ${oneLine(reason)}`}), past the graph`];
  }
  const { explanation } = next.by;
  const fired = explanation.rules.find(({ verdict }) => verdict === 'fired');
  const by = fired === undefined ? 'no rule applies' : `by rule ${fired.place}`;
  return [`${head}, ${by}`, ...ruleLines(explanation, names), defaultLine(explanation, fired === undefined, names)];
}

function leadsTo({ leads, closes }: NextExplanation): string {
  const chosen = leads.kind === 'speaks' ? oneLine(leads.agent) : `nobody (${oneLine(leads.reason)})`;
  return leads.kind === 'speaks' && closes !== null ? `nobody (${oneLine(closes)}) instead of ${chosen}` : chosen;
}

function ruleLines(explanation: GraphExplanation, names: Names): readonly string[] {
  const own = explanation.rules.filter(({ verdict }) => verdict !== 'other_speaker');
  const others = explanation.rules.filter(({ verdict }) => verdict === 'other_speaker').map(({ place }) => place);
  const lines = own.map((rule) => {
    const mark = rule.verdict === 'fired' ? '→' : ' ';
    return `  ${mark} rule ${rule.place}: ${conditionText(rule.transition.when, names)} → ${targetText(rule.transition.then, names)}: ${why(rule, explanation)}`;
  });
  return others.length === 0 ? lines : [...lines, `    for the turns of others: rule ${others.join(', ')}`];
}

function conditionText(when: GraphCondition, names: Names): string {
  const speaker = 'agent_id' in when.args ? `after ${nameOf(when.args.agent_id, names)}` : 'after anybody';
  switch (when.name) {
    case 'always':
    case 'from_speaker':
      return speaker;
    case 'context_equals':
    case 'speaker_context_equals':
      return `${speaker}, when ${oneLine(when.args.key)} is ${valueText(when.args.value)}`;
    case 'speaker_context_expression':
      return `${speaker}, when ${oneLine(when.args.expression)}`;
    case 'tool_called':
    case 'speaker_tool_called':
      return `${speaker}, when it called ${oneLine(when.args.tool_name)}`;
  }
}

function targetText(target: GraphTarget, names: Names): string {
  switch (target.name) {
    case 'agent':
      return nameOf(target.args.agent_id, names);
    case 'round_robin':
      return 'the next in the round';
    case 'stay':
      return 'the same again';
    case 'revert_to_initiator':
      return 'who opened the channel';
    case 'terminate':
      return `terminate (${oneLine(target.args.reason)})`;
  }
}

/** Why a rule fired or did not, with what was found. */
function why({ verdict, values }: RuleExplanation, { rules, tool }: GraphExplanation): string {
  const found = Object.entries(values).map(([name, value]) => `${oneLine(name)} is ${valueText(value)}`);
  const told = found.length === 0 ? '' : `, ${found.join(', ')}`;
  switch (verdict) {
    case 'fired':
      return `fired${told}`;
    case 'earlier_fired':
      return `applies, but rule ${rules.find((rule) => rule.verdict === 'fired')?.place} fired first`;
    case 'other_speaker':
      return 'another speaker';
    case 'other_value':
      return `no, ${found.join(', ')}`;
    case 'expression_false':
      return `false${told}`;
    case 'no_tool':
      return 'no, it was not called';
    case 'other_tool':
      return `no, ${oneLine(tool ?? '')} decides: of the called tools that have a rule it came first`;
  }
}

function defaultLine({ defaultTarget }: GraphExplanation, isChosen: boolean, names: Names): string {
  return `  ${isChosen ? '→' : ' '} no rule → ${targetText(defaultTarget, names)}${isChosen ? ': chosen' : ''}`;
}

const nameOf = (id: string, names: Names): string => oneLine(Object.hasOwn(names, id) ? (names[id] ?? id) : id, 60);
