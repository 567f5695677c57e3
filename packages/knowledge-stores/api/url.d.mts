import { JournalStore } from "@intarsia/core";
/** The forms that `openStore` takes, for a help text. */
export declare const storeUrlForms: readonly ['memory:', 'file:FOLDER', 'sqlite:FILE', 'redis://HOST:PORT/DB', 'mongodb://HOST:PORT/DATABASE'];
/**
 * Opens the store that a URL names; a client package is loaded only when its URL is used. `file:` and `sqlite:` take a path, relative to the
 * working folder or absolute. Rejects with `wiring_invalid` for any other text, and with what the store itself says.
 */
export declare function openStore(url: string): Promise<JournalStore>;
/** The URL that a person means by the name of a store: a text that is none is the path of a SQLite file. What is a URL of another kind stays, for `openStore` to refuse. */
export declare const storeUrlOf: (text: string) => string;
/** The path that a `file:` or `sqlite:` URL names, as written there; null for other URLs. Throws `wiring_invalid` where it names none. */
export declare function storePathOf(url: string): string | null;
/** The URL as it may be shown: without user, password, and the options that can hold a secret. Equal to the URL exactly where it holds none. */
export declare function shownStoreUrl(url: string): string;
