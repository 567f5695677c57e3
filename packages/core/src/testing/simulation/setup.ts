import type { Clock, Ids } from '../../ports/clock.ts';
import type { AgentNetwork } from '../../ports/network.ts';
import type { JournalStore } from '../../ports/store.ts';
import type { Runtime, RuntimeOptions } from '../../run/runtime.ts';
import type { Scenario } from './scenario.ts';

/** What a network is opened with, for one process. */
export interface NetworkSeat {
  /** The store on a way that may fail. */
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The name of the process. */
  readonly owner: string;
  /** How long a conversation stays taken after its owner died. */
  readonly leaseTtlMs: number;
}

/** What is simulated. Only the network has to be given. */
export interface SimulationSetup {
  /** Opens the network of one process. */
  readonly network: (seat: NetworkSeat) => AgentNetwork;
  /** Opens a fresh, empty store for one history, whose leases run on `clock`; it is closed at the end. Default: a memory store. */
  readonly store?: (clock: Clock) => JournalStore | Promise<JournalStore>;
  /** What is talked about. Default: drawn from the seed. */
  readonly scenario?: Scenario;
  /** Makes the runtime of one process. Default: `createRuntime`. */
  readonly runtime?: (options: RuntimeOptions) => Runtime;
  /** The command that runs the suite, e.g. `npx vitest run src/simulation.test.ts`; told with a failing history. */
  readonly command?: string;
}
