export type { RedisStoreOptions } from './redis-store.ts';
export { redisStore } from './redis-store.ts';
