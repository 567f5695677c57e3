export type { LoggedRequest } from './api/request-log.ts';
export type { OfflineModel, OfflineModelOptions } from './server.ts';
export { startOfflineModel } from './server.ts';
