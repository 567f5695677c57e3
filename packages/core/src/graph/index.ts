export { compileGraph, person } from './compile.ts';
export type {
  GraphCondition,
  GraphFacts,
  GraphParticipants,
  GraphTarget,
  GraphTransition,
  NextSpeaker,
  TransitionGraph,
} from './transition-graph.ts';
export { pythonEquals, readGraph, resolveTarget, selectTarget } from './transition-graph.ts';
