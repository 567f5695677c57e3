import fc from 'fast-check';
import { agentId } from '../../ports/ids.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import { variableNotation } from '../expressions/tokens.ts';
import type { GraphCondition, GraphFacts, GraphTarget, TransitionGraph } from '../transition-graph.ts';

const agent = fc.constantFrom('ann', 'ben', 'cid').map(agentId);
const key = fc.constantFrom('done', 'count', 'missing', '__proto__', 'constructor');
const tool = fc.constantFrom('ask', 'stop', 'toString');

/** Any value that a rule may compare with. */
export const anyValue: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, '', 'done', JSON.parse('{"__proto__":{"a":1},"b":[]}')),
  fc.jsonValue({ maxDepth: 2 }).map((each): Json => JSON.parse(JSON.stringify(each))),
);
const none = fc.constant({});
const expression = fc.oneof(
  key.map(variableNotation),
  fc.tuple(key, key).map(([left, right]) => `${variableNotation(left)} == 1 or not ${variableNotation(right)}`),
  fc.constantFrom('True', 'len("ab") > 3'),
);

/** Any condition that a graph may have. */
export const anyCondition: fc.Arbitrary<GraphCondition> = fc.oneof(
  fc.record({ name: fc.constant('always'), args: none }),
  fc.record({ name: fc.constant('from_speaker'), args: fc.record({ agent_id: agent }) }),
  fc.record({ name: fc.constant('tool_called'), args: fc.record({ tool_name: tool }) }),
  fc.record({ name: fc.constant('context_equals'), args: fc.record({ key, value: anyValue }) }),
  fc.record({ name: fc.constant('speaker_context_equals'), args: fc.record({ agent_id: agent, key, value: anyValue }) }),
  fc.record({ name: fc.constant('speaker_context_expression'), args: fc.record({ agent_id: agent, expression }) }),
  fc.record({ name: fc.constant('speaker_tool_called'), args: fc.record({ agent_id: agent, tool_name: tool }) }),
);

/** Any target that a graph may have. */
export const anyTarget: fc.Arbitrary<GraphTarget> = fc.oneof(
  fc.record({ name: fc.constant('agent'), args: fc.record({ agent_id: agent }) }),
  fc.record({ name: fc.constantFrom('round_robin', 'stay', 'revert_to_initiator'), args: none }),
  fc.record({ name: fc.constant('terminate'), args: fc.record({ reason: fc.string() }) }),
);

/** Any graph. */
export const anyGraph: fc.Arbitrary<TransitionGraph> = fc.record({
  initial_speaker: agent,
  transitions: fc.array(fc.record({ when: anyCondition, then: anyTarget, priority: fc.integer({ min: -2, max: 2 }) }), { maxLength: 8 }),
  default_target: fc.option(anyTarget),
  max_turns: fc.option(fc.nat(9)),
});

const variables: fc.Arbitrary<JsonObject> = fc.array(fc.tuple(key, anyValue), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));

/** What any rule may look at. */
export const anyFacts: fc.Arbitrary<GraphFacts> = fc.record({ speaker: agent, tool: fc.option(tool), contextVariables: variables });
