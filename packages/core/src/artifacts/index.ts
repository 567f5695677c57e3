export type { ArtifactStoreOptions } from './artifact-store.ts';
export { artifactStore } from './artifact-store.ts';
export { verifyApp } from './verify-app.ts';
