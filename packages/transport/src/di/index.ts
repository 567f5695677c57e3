import { tokens } from '@intarsia/core/di';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import { createTransport, type Transport, type TransportOptions } from '../http/index.ts';

/** What the HTTP side is bound under. */
export const transportToken: ServiceIdentifier<Transport> = Symbol.for('intarsia.transport');

/** Binds the HTTP side of the bound runtime. */
export function transportModule(options: Omit<TransportOptions, 'runtime' | 'clock' | 'ids'>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(transportToken)
      .toResolvedValue(
        (runtime, clock, ids) => createTransport({ ...options, runtime, clock, ids }),
        [tokens.runtime, tokens.clock, tokens.ids],
      )
      .inSingletonScope();
  });
}
