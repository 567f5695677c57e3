export { explainTurn, turnsOf } from './explain-turn.ts';
export type {
  AttemptEnd,
  AttemptExplanation,
  CallApproval,
  CallExplanation,
  CallRequest,
  Judgement,
  NextExplanation,
  RefusedWriteExplanation,
  ReplyExplanation,
  RunEvent,
  TurnExplanation,
  TurnStatus,
  TurnSummary,
  WriteExplanation,
  WriteOrigin,
} from './turn-explanation.ts';
