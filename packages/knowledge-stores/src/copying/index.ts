export type { CopyOptions, CopyResult } from './copy-part.ts';
export { copyPart } from './copy-part.ts';
export type { FileDifference, FileDigest, PieceOptions } from './digests.ts';
export { compareFiles, digestOfFile, digestOfPart, digestsOf } from './digests.ts';
export type { StoredFile, StorePart } from './parts.ts';
export { filesOf, holdsFile, inPart, isMarker, listed, storeParts } from './parts.ts';
export { isSameStore } from './same-store.ts';
export type { PartStat } from './stat-part.ts';
export { statPart } from './stat-part.ts';
