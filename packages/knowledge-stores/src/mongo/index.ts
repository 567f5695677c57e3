export type { MongoStoreOptions } from './connection.ts';
export { mongoStore } from './mongo-store.ts';
