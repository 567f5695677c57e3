import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { namespaceStore } from '../journal/namespaces.ts';
import { digestOf } from '../outputs/canonical.ts';
import type { AppScope, ArtifactStore, ArtifactVersion } from '../ports/artifacts.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import { IntarsiaError } from '../ports/errors.ts';
import { versionId } from '../ports/ids.ts';
import type { JournalStore, StoreOperation } from '../ports/store.ts';
import { type AppRecord, type AppState, appLine, readApp } from './app-journal.ts';

/** The app journal in its namespace. */
export const journal = '/intarsia/app.jsonl';
/** Where a file of a version stands, by the digest of its content. */
export const blobPath = (digest: string): string => `/artifacts/blobs/${digest}`;
/** How often a write is decided again because another one came first. */
const maxConflicts = 100;

/** What an artifact store is made of. */
export interface ArtifactStoreOptions {
  readonly store: JournalStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Artifacts as content-addressed files and an app journal in the namespace (tenant, app). A version and its files are one commit at the
 * known end of the journal; whoever lost the race decides again on what the other wrote.
 */
export function artifactStore({ store, clock, ids }: ArtifactStoreOptions): ArtifactStore {
  const namespace = (scope: AppScope) => namespaceStore(store, { tenant: scope.tenant, app: scope.app });
  const at = () => new Date(clock.now()).toISOString();

  return {
    async save(scope, { family, key, files }) {
      const space = namespace(scope);
      const contents = new Map(files.map((file) => [digestOfText(file.content), file.content]));
      const listed = files
        .map(({ path, content }) => ({ path, digest: digestOfText(content), bytes: utf8ToBytes(content).length }))
        .sort((left, right) => (left.path < right.path ? -1 : 1));
      const digest = digestOf(listed.map(({ path, digest: content }) => [path, content]));
      return append(space, async (state): Promise<Decision<ArtifactVersion>> => {
        const existing = state.versions.find((version) => version.key === key);
        if (existing !== undefined) return { kind: 'known', value: sameContent(existing, digest) };
        const number = state.versions.filter((version) => version.family === family).length + 1;
        const version: ArtifactVersion = { id: versionId(ids.randomHex(16)), family, number, digest, files: listed, key, createdAt: at() };
        const blobs = [...contents].map(([name, content]): StoreOperation => ({ kind: 'write', path: blobPath(name), content }));
        const record: AppRecord = {
          v: 1,
          type: 'intarsia.artifact.version',
          at: version.createdAt,
          id: version.id,
          family,
          number,
          digest,
          key,
          files: listed,
        };
        return { kind: 'write', value: version, record, operations: blobs };
      });
    },
    list: async (scope) => (await readState(namespace(scope))).state.versions,
    async read(scope, id) {
      const space = namespace(scope);
      const version = (await readState(space)).state.versions.find((candidate) => candidate.id === id);
      if (version === undefined) throw new IntarsiaError('artifact_unknown', `There is no artifact version "${id}".`);
      return Promise.all(version.files.map(async ({ path, digest }) => ({ path, content: await readBlob(space, digest) })));
    },
    async recordOutcome(scope, outcome) {
      await append(namespace(scope), async (state): Promise<Decision<null>> => {
        if (state.outcomes.some((known) => known.key === outcome.key)) return { kind: 'known', value: null };
        return { kind: 'write', value: null, record: { v: 1, type: 'intarsia.sandbox.outcome', at: at(), ...outcome }, operations: [] };
      });
    },
    outcomes: async (scope) => (await readState(namespace(scope))).state.outcomes,
  };
}

type Decision<Value> =
  | { readonly kind: 'known'; readonly value: Value }
  | { readonly kind: 'write'; readonly value: Value; readonly record: AppRecord; readonly operations: readonly StoreOperation[] };

/** Decides on the state at the head and writes at exactly that head, or decides again. */
async function append<Value>(space: JournalStore, decide: (state: AppState) => Promise<Decision<Value>>): Promise<Value> {
  for (let conflicts = 0; conflicts < maxConflicts; conflicts++) {
    const { state, size } = await readState(space);
    const decision = await decide(state);
    if (decision.kind === 'known') return decision.value;
    const operations: readonly StoreOperation[] = [
      ...decision.operations,
      { kind: 'append', path: journal, content: appLine(decision.record) },
    ];
    const result = await space.commit(operations, { expect: [{ path: journal, size: size === 0 ? -1 : size }] });
    if (result.kind === 'committed') return decision.value;
  }
  throw new IntarsiaError('conflict', 'The app journal changed too often while this was written.', { retryable: true });
}

async function readState(space: JournalStore): Promise<{ readonly state: AppState; readonly size: number }> {
  const text = (await space.read(journal)) ?? '';
  return { state: readApp(text), size: utf8ToBytes(text).length };
}

/** The content of that digest; `store_corrupt` when it is missing or other content. */
export async function readBlob(space: JournalStore, digest: string): Promise<string> {
  const content = await space.read(blobPath(digest));
  if (content === null || digestOfText(content) !== digest) {
    throw new IntarsiaError('store_corrupt', `The stored artifact file ${digest} is missing or not what it was.`);
  }
  return content;
}

function sameContent(version: ArtifactVersion, digest: string): ArtifactVersion {
  if (version.digest === digest) return version;
  throw new IntarsiaError('artifact_conflict', `The key "${version.key}" already saved other content as version ${version.number}.`);
}

const digestOfText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
