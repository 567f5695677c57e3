export { createRuntime } from './create-runtime.ts';
export type { TurnStep } from './decide-turn.ts';
export { autoPosition, decideTurn, maxToolRounds, modelPosition } from './decide-turn.ts';
export type {
  Activation,
  LiveEvent,
  PauseReason,
  Resolution,
  RunHandle,
  RunResult,
  Runtime,
  RuntimeOptions,
  StartResult,
} from './runtime.ts';
