import { randomUUID } from 'node:crypto';
import { conversationLease, type JournalStore, type StoreOperation } from '@intarsia/core';
import { copyFile, type Step } from './copy-file.ts';
import { compareFiles, digestsOf, type PieceOptions } from './digests.ts';
import { type HeldLease, holdLease } from './held-lease.ts';
import { filesOf, inPart, isInNamespace, listed, markerPath, type StoredFile, type StorePart } from './parts.ts';

/** What became of the copy of a part. `refused`: what stands in the way; what the other store held before is as it was. */
export type CopyResult =
  | { readonly kind: 'copied'; readonly files: number; readonly bytes: number }
  /** The other store held the very same files already. */
  | { readonly kind: 'present'; readonly files: number; readonly bytes: number }
  | { readonly kind: 'refused'; readonly code: 'conversation_busy' | 'conflict'; readonly message: string };

/** How a copy is watched and stopped. */
export interface CopyOptions {
  /** Told before the first byte and after each piece. */
  readonly onProgress?: (progress: { readonly bytes: number; readonly totalBytes: number }) => void;
  readonly signal?: AbortSignal;
}

/** The two ends of a copy, and the leases that are held there; null for a part that has none. */
interface Ends {
  readonly part: StorePart;
  readonly source: JournalStore;
  readonly target: JournalStore;
  readonly sourceLease: HeldLease | null;
  readonly targetLease: HeldLease | null;
}

/**
 * Copies all files of one part into another store and compares their digests. A conversation is taken over in both stores while it is copied, so nobody runs it; any
 * other part must rest meanwhile, else the copy is refused. A part of the other store that holds anything else is left alone. An interrupted copy is gone on with
 * when it is asked for again; until its end nobody can open the conversation there. Leases are not copied: the epochs of the other store are its own.
 * Rejects with what the stores reject with, and with the reason of the signal.
 */
export async function copyPart(from: JournalStore, to: JournalStore, part: StorePart, options: CopyOptions = {}): Promise<CopyResult> {
  return inPart(from, part, (source) =>
    inPart(to, part, (target) =>
      part === 'root' || !('chat' in part)
        ? copyBetween({ part, source, target, sourceLease: null, targetLease: null }, options)
        : copyTakenOver({ part, source, target }, options),
    ),
  );
}

async function copyTakenOver(ends: Pick<Ends, 'part' | 'source' | 'target'>, options: CopyOptions): Promise<CopyResult> {
  const owner = `copy/${randomUUID()}`;
  const sourceLease = await holdLease(ends.source, owner, options.signal);
  if (sourceLease.kind === 'busy') return busy('in the store that is copied', sourceLease.owner);
  try {
    const targetLease = await holdLease(ends.target, owner, options.signal);
    if (targetLease.kind === 'busy') return busy('in the other store', targetLease.owner);
    try {
      return await copyBetween({ ...ends, sourceLease, targetLease }, options);
    } finally {
      await targetLease.release().catch(() => undefined); // it runs out by itself
    }
  } finally {
    await sourceLease.release().catch(() => undefined);
  }
}

async function copyBetween(ends: Ends, { onProgress = () => {}, signal }: CopyOptions): Promise<CopyResult> {
  const { part, source, target } = ends;
  const plan = inOrder(await listed(filesOf(source, part, signal === undefined ? {} : { signal })));
  const totalBytes = plan.reduce((sum, { size }) => sum + size, 0);
  let bytes = 0;
  const step: Step = async (copied) => {
    bytes += copied;
    onProgress({ bytes, totalBytes });
    signal?.throwIfAborted();
    await ends.sourceLease?.keep();
    await ends.targetLease?.keep();
  };
  const there = await listed(filesOf(target, part));
  const decision = await decide(ends, plan, there, { step: () => step(0) });
  if (decision.kind === 'refused') return decision;
  const refusal = decision.kind === 'copy' ? await copyFiles(ends, plan, decision.earlier, step) : null;
  return refusal === null ? { kind: decision.kind === 'copy' ? 'copied' : 'present', files: plan.length, bytes: totalBytes } : refusal;
}

type Decision = Extract<CopyResult, { readonly kind: 'refused' }> | { readonly kind: 'present' } | CopyDecision;
interface CopyDecision {
  readonly kind: 'copy';
  /** Sizes of what an earlier copy left, by path; null when this is the first one. */
  readonly earlier: ReadonlyMap<string, number> | null;
}

async function decide(
  { part, source, target }: Ends,
  plan: readonly StoredFile[],
  there: readonly StoredFile[],
  options: PieceOptions,
): Promise<Decision> {
  if (plan.some(({ path }) => path === markerPath)) return conflict('it is itself a copy that did not end');
  if (part === 'root' && target.namespace === undefined && plan.some(({ path }) => isInNamespace(path)))
    return conflict('it holds files where the other store keeps its namespaces');
  const held = new Map(there.map(({ path, size }) => [path, size]));
  if (held.delete(markerPath)) {
    const stranger = [...held.keys()].find((path) => plan.every((file) => file.path !== path));
    return stranger === undefined
      ? { kind: 'copy', earlier: held }
      : conflict(`an earlier copy did not end, and ${stranger} there is no part of it`);
  }
  if (held.size === 0) return { kind: 'copy', earlier: null };
  const isAlike = held.size === plan.length && plan.every(({ path, size }) => held.get(path) === size);
  const digests = (space: JournalStore) => listed(digestsOf(space, part, options));
  if (isAlike && compareFiles(await digests(source), await digests(target)).length === 0) return { kind: 'present' };
  return conflict('the other store already holds files of this name, and they are not the same');
}

/** A refusal, or null when all is copied. */
async function copyFiles(
  ends: Ends,
  plan: readonly StoredFile[],
  earlier: CopyDecision['earlier'],
  step: Step,
): Promise<CopyResult | null> {
  const { part, source, target, targetLease } = ends;
  for (const [index, file] of plan.entries()) {
    const isLast = index === plan.length - 1;
    if (isLast && !(await isUnchanged(source, part, plan))) return conflict('it changed while it was copied: stop what writes it');
    const refusal = await copyFile({
      source,
      target,
      file,
      earlier: earlier?.get(file.path) ?? null,
      mayReplace: targetLease !== null, // nobody can have opened the conversation meanwhile
      fence: targetLease === null ? undefined : { lease: conversationLease, epoch: targetLease.epoch },
      begin: index === 0 && earlier === null ? [marker] : [],
      end: isLast ? [noMarker] : [],
      step,
    });
    if (refusal !== null) return conflict(refusal);
  }
  return null;
}

const marker: StoreOperation = {
  kind: 'write',
  path: markerPath,
  content: '"A copy that did not end. The same copy again goes on with it."\n',
};
const noMarker: StoreOperation = { kind: 'delete', path: markerPath };

/**
 * What makes a part readable comes last, in one step with the end of the copy: without its record a channel cannot be opened. The channel's other files come first,
 * so that nobody begins a conversation of that name meanwhile.
 */
const inOrder = (files: readonly StoredFile[]): readonly StoredFile[] => [...files].sort((left, right) => rank(left) - rank(right));

function rank({ path }: StoredFile): number {
  if (/^\/channels\/[^/]+\/metadata\.json$/.test(path) || path === '/intarsia/app.jsonl') return 2;
  return path.startsWith('/channels/') ? 0 : 1;
}

async function isUnchanged(source: JournalStore, part: StorePart, plan: readonly StoredFile[]): Promise<boolean> {
  const before = new Map(plan.map(({ path, version }) => [path, version]));
  for await (const { path, version } of filesOf(source, part)) {
    if (before.get(path) !== version) return false;
    before.delete(path);
  }
  return before.size === 0;
}

const conflict = (message: string) => ({ kind: 'refused', code: 'conflict', message }) as const;
const busy = (where: string, owner: string) =>
  ({ kind: 'refused', code: 'conversation_busy', message: `${owner} runs it ${where}` }) as const;
