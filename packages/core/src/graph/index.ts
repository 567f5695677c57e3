export { compileGraph, person } from './compile.ts';
export type { GraphExplanation, RuleExplanation, RuleVerdict } from './explain.ts';
export { explainTarget } from './explain.ts';
export { pythonEquals } from './expressions/python-values.ts';
export type {
  GraphCondition,
  GraphFacts,
  GraphParticipants,
  GraphTarget,
  GraphTransition,
  NextSpeaker,
  TransitionGraph,
} from './transition-graph.ts';
export { readGraph, resolveTarget, selectTarget } from './transition-graph.ts';
