import type { KnowledgeStoreHarness, StoreHarness, StoreOffers } from './harness.ts';

/** One test of a contract, for any test runner: `run` rejects when the adapter breaks the contract. */
export interface ContractCase {
  readonly name: string;
  run(): Promise<void>;
}

/** A case before it has a store. */
export interface StoreCase<Harness = StoreHarness> {
  readonly name: string;
  /** The offer without which the case cannot be run. */
  readonly needs?: keyof StoreOffers;
  readonly body: (harness: Harness) => Promise<void>;
}

/** A case that any store of files must pass, also one that keeps no journals. */
export type KnowledgeCase = StoreCase<KnowledgeStoreHarness>;

/** Binds a case to the way a harness is made, which ends with the case. */
export const bindCase = <Harness extends { close(): Promise<void> }>(
  { name, body }: StoreCase<Harness>,
  open: () => Promise<Harness>,
): ContractCase => ({
  name,
  async run() {
    const harness = await open();
    try {
      await body(harness);
    } finally {
      await harness.close();
    }
  },
});
