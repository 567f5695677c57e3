import type { CommitConditions, FileStat, StoreOperation } from '../ports/store.ts';
import { filePath, normalisePath } from './store-path.ts';
import { encodeText } from './store-text.ts';

/** A write whose path and bytes were checked, so that nothing can fail half way. */
export type PreparedOperation =
  | { readonly kind: 'write' | 'append'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'delete'; readonly path: string };

/** Conditions with every path normalised. */
export interface PreparedConditions {
  readonly fence: { readonly lease: string; readonly epoch: number } | null;
  readonly expect: NonNullable<CommitConditions['expect']>;
}

/** Checks the path of an operation and encodes its text. Throws `path_invalid`. */
export const prepareOperation = (operation: StoreOperation): PreparedOperation =>
  operation.kind === 'delete'
    ? { kind: 'delete', path: normalisePath(operation.path) }
    : { kind: operation.kind, path: filePath(operation.path), bytes: encodeText(operation.content) };

/** Checks the paths of conditions. Throws `path_invalid`. */
export const prepareConditions = ({ fence, expect = [] }: CommitConditions): PreparedConditions => ({
  fence: fence === undefined ? null : { lease: filePath(fence.lease), epoch: fence.epoch },
  expect: expect.map((expected) => ({ ...expected, path: filePath(expected.path) })),
});

/** The path of the first expectation that does not hold, or null. */
export function brokenExpectation(expect: PreparedConditions['expect'], stat: (path: string) => FileStat | null): string | null {
  for (const { path, size, version } of expect) {
    const found = stat(path);
    const holds = (size === undefined || size === (found?.size ?? -1)) && (version === undefined || version === found?.version);
    if (!holds) return path;
  }
  return null;
}
