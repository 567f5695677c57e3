import { embeddedNetwork } from '@intarsia/adapters-ag2';
import {
  type ArtifactVersion,
  artifactStore,
  type ConversationScope,
  type Fact,
  factOf,
  type Json,
  type SandboxOutcome,
} from '@intarsia/core';
import { randomIds, systemClock } from '@intarsia/core/node';
import { openStore, storeUrlOf } from '@intarsia/knowledge-stores/url';

/** What a conversation left in its store. */
export interface Recorded {
  readonly facts: readonly Fact[];
  readonly status: string;
  readonly context: Readonly<Record<string, Json>>;
  readonly versions: readonly ArtifactVersion[];
  /** What sandboxes said of them. */
  readonly outcomes: readonly SandboxOutcome[];
}

const ports = async (store: string) => ({ store: await openStore(storeUrlOf(store)), clock: systemClock, ids: randomIds });

/** Reads a conversation of a store, which a file or a URL names, whoever owns it now. */
export async function readRecorded(store: string, scope: ConversationScope): Promise<Recorded> {
  const opened = await ports(store);
  const network = embeddedNetwork(opened);
  try {
    const snapshot = await network.inspect(scope);
    if (snapshot === null) throw new Error(`${store} has no conversation "${scope.chat}".`);
    const { envelopes } = await network.read(scope, 0);
    const artifacts = artifactStore(opened);
    const app = { tenant: scope.tenant, app: scope.chat };
    return {
      facts: envelopes.flatMap((envelope) => factOf(envelope) ?? []),
      status: snapshot.state.run?.status ?? 'none',
      context: snapshot.state.channel.contextVariables,
      versions: await artifacts.list(app),
      outcomes: await artifacts.outcomes(app),
    };
  } finally {
    await network.close();
    await opened.store.close();
  }
}

/** Waits until another process committed a fact that fits. */
export async function committed(store: string, scope: ConversationScope, fits: (fact: Fact) => boolean): Promise<void> {
  const opened = await ports(store);
  const network = embeddedNetwork(opened);
  try {
    const found = Promise.withResolvers<void>();
    const look = async (): Promise<void> => {
      if ((await network.inspect(scope)) === null) return;
      const { envelopes } = await network.read(scope, 0);
      if (envelopes.some((envelope) => [factOf(envelope)].some((fact) => fact !== null && fits(fact)))) found.resolve();
    };
    const watching = network.watch(scope, () => void look().catch(found.reject));
    await look();
    await found.promise;
    watching.close();
  } finally {
    await network.close();
    await opened.store.close();
  }
}
