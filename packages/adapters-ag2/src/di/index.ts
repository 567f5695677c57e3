import { tokens } from '@intarsia/core/di';
import { ContainerModule } from 'inversify';
import { type EmbeddedNetworkOptions, embeddedNetwork } from '../embedded/embedded-network.ts';
import { type OpenAiAgentsOptions, openAiAgents } from '../openai/index.ts';

/** Binds the embedded hub as the network, over the bound store, clock and ids. */
export function networkModule(options: Pick<EmbeddedNetworkOptions, 'owner' | 'leaseTtlMs'> = {}): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.network)
      .toResolvedValue((store, clock, ids) => embeddedNetwork({ ...options, store, clock, ids }), [tokens.store, tokens.clock, tokens.ids])
      .inSingletonScope();
  });
}

/** Binds agents on any endpoint that speaks the OpenAI API. */
export function openAiModule(options: OpenAiAgentsOptions): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.agents)
      .toDynamicValue(() => openAiAgents(options))
      .inSingletonScope();
  });
}
