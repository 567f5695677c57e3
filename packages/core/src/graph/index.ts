export { compileGraph, person } from './compile.ts';
export type { GraphCondition, GraphFacts, GraphTarget, GraphTransition, TransitionGraph } from './transition-graph.ts';
export { pythonEquals, selectTarget } from './transition-graph.ts';
