export type { ClaimStoreHarness, FaultyClaimStore } from './claim-store-contract/index.ts';
export { claimStoreContract, faultyClaimStores } from './claim-store-contract/index.ts';
export { countingIds } from './counting-ids.ts';
export type { FaultySandbox, SandboxContractCase, SandboxUnderTest } from './sandbox-contract/index.ts';
export { faultySandboxes, sandboxContract } from './sandbox-contract/index.ts';
export type { ScriptedAgents, ScriptedReply } from './scripted-agents.ts';
export { scriptedAgents } from './scripted-agents.ts';
export type {
  AnsweredCommit,
  ConversationEnd,
  History,
  HistoryCheck,
  HistoryProblem,
  HistoryRecord,
  NetworkSeat,
  Scenario,
  ScenarioTool,
  Simulation,
  SimulationReport,
  SimulationSetup,
  ToolEntry,
} from './simulation/index.ts';
export { historyChecks, simulateCrashes, simulatedLeases, simulateHistories, simulation } from './simulation/index.ts';
export type {
  ContractCase,
  FaultySharedStore,
  FaultyStore,
  KnowledgeStoreHarness,
  SharedStoreHarness,
  StoreHarness,
  StoreOffers,
  StoreOpener,
} from './store-contract/index.ts';
export {
  faultySharedStores,
  faultyStores,
  journalStoreContract,
  knowledgeStoreContract,
  sharedStoreContract,
} from './store-contract/index.ts';
export type { VirtualClock } from './virtual-clock.ts';
export { virtualClock } from './virtual-clock.ts';
