import { JournalStore } from "@intarsia/core";
import { ContainerModule } from "inversify";
/** Binds the store that the factory makes: `storeModule(() => sqliteStore({ file }))`. Who makes it closes it. */
export declare function storeModule(factory: () => JournalStore): ContainerModule;
