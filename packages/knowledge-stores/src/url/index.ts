export { openStore, storeUrlForms } from './open-store.ts';
export { shownStoreUrl, storePathOf, storeUrlOf } from './store-url.ts';
