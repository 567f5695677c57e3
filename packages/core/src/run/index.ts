export { createRuntime } from './create-runtime.ts';
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
export type { TurnStep } from './turn/decide-turn.ts';
export { autoPosition, decideTurn, maxToolRounds, modelPosition } from './turn/decide-turn.ts';
