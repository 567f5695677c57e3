export type {
  CopyOptions,
  CopyResult,
  FileDifference,
  FileDigest,
  PartStat,
  PieceOptions,
  StoredFile,
  StorePart,
} from './copying/index.ts';
export {
  compareFiles,
  copyPart,
  digestOfFile,
  digestOfPart,
  digestsOf,
  filesOf,
  holdsFile,
  inPart,
  isMarker,
  isSameStore,
  listed,
  statPart,
  storeParts,
} from './copying/index.ts';
export type { MemoryStoreOptions } from './memory/index.ts';
export { memoryStore } from './memory/index.ts';
