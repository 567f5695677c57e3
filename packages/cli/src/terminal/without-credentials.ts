/** What others say of a URL may hold a password: a driver's words are shown without what stands before the `@` of an address. */
export const withoutCredentials = (text: string): string => text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)\S*@/gi, '$1');
