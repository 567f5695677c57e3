import type { JournalStore } from '@intarsia/core';
import { tokens } from '@intarsia/core/di';
import { ContainerModule } from 'inversify';

/**
 * Binds the store that the factory makes: `storeModule(() => sqliteStore({ file }))`, `storeModule(() => openStore(url))`. Who made it
 * closes it.
 */
export function storeModule(factory: () => JournalStore | Promise<JournalStore>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.store).toDynamicValue(factory).inSingletonScope();
  });
}
