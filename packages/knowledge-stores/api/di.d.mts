import { JournalStore } from "@intarsia/core";
import { ContainerModule } from "inversify";
/**
 * Binds the store that the factory makes: `storeModule(() => sqliteStore({ file }))`, `storeModule(() => openStore(url))`. Who made it
 * closes it.
 */
export declare function storeModule(factory: () => JournalStore | Promise<JournalStore>): ContainerModule;
