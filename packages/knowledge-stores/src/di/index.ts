import type { JournalStore } from '@intarsia/core';
import { tokens } from '@intarsia/core/di';
import { ContainerModule } from 'inversify';

/** Binds the store that the factory makes: `storeModule(() => sqliteStore({ file }))`. Who makes it closes it. */
export function storeModule(factory: () => JournalStore): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.store).toDynamicValue(factory).inSingletonScope();
  });
}
