import type { JournalStore } from '@intarsia/core';
import { compareFiles, digestOfPart, digestsOf, type FileDifference, inPart, listed, type StorePart } from '@intarsia/knowledge-stores';
import { openKept, placeOf, type StorePlace } from '../../host/store-place.ts';
import { type VerifiedPart, verifyPart } from '../../host/verify-part.ts';
import { counted } from '../../terminal/counted.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { jsonText, oneLine } from '../../terminal/one-line.ts';
import { contentText, partJson, partText } from '../../terminal/part-text.ts';
import type { Streams } from '../../terminal/streams.ts';
import { chosenParts, type PartOptions } from './chosen-parts.ts';

/** Options of `intarsia store verify`. */
export interface VerifyOptions extends PartOptions {
  readonly json?: boolean;
}

interface Verified extends VerifiedPart {
  /** Null when it is not compared. */
  readonly differences: readonly FileDifference[] | null;
}

/** Reads all of a store and says what is wrong with it, and what another store has otherwise. Changes nothing. Anything wrong sets the exit code. */
export async function verify(given: string, other: string | undefined, options: VerifyOptions, streams: Streams): Promise<void> {
  const store = await openKept(placeOf(given, streams.env));
  const second = other === undefined ? null : await openOther(placeOf(other, streams.env), store);
  try {
    const parts = await chosenParts(store, options);
    let wrong = 0;
    for (const part of parts) {
      const verified = await verifyPart(store, part);
      const differences = second === null ? null : compareFiles(verified.files, await digests(second, part));
      wrong += verified.problems.length + (differences?.length ?? 0);
      print({ ...verified, differences }, options, streams);
    }
    const extra = second === null ? [] : await extraParts(second, parts, options);
    wrong += extra.length;
    for (const part of extra)
      streams.stdout.write(`${options.json === true ? jsonText({ ...partJson(part), extra: true }) : `${partText(part)}: only there`}\n`);
    streams.stderr.write(`Verified ${counted(parts.length, 'part')}: ${counted(wrong, 'problem')}.\n`);
    if (wrong > 0) streams.exitCode = exitCodes.refused;
  } finally {
    await second?.close();
    await store.close();
  }
}

async function openOther(place: StorePlace, first: JournalStore): Promise<JournalStore> {
  try {
    return await openKept(place);
  } catch (cause) {
    await first.close();
    throw cause;
  }
}

const digests = (store: JournalStore, part: StorePart) => inPart(store, part, (space) => listed(digestsOf(space, part)));

/** Parts that only the other store has; none where one part was chosen by its name. */
async function extraParts(second: JournalStore, parts: readonly StorePart[], options: PartOptions): Promise<readonly StorePart[]> {
  if (options.conversation !== undefined || options.app !== undefined) return [];
  const known = new Set(parts.map(partText));
  return (await chosenParts(second, options)).filter((part) => !known.has(partText(part)));
}

function print(verified: Verified, options: VerifyOptions, { stdout }: Streams): void {
  const { part, files, logs, problems, differences } = verified;
  const content = { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
  const digest = digestOfPart(files);
  if (options.json === true) {
    const told = logs.map(({ path, entries }) => ({ path, entries }));
    stdout.write(`${jsonText({ ...partJson(part), digest, files, logs: told, problems, differences })}\n`);
    return;
  }
  const entries = logs.reduce((sum, log) => sum + log.entries, 0);
  const read =
    logs.length === 0
      ? ''
      : `, ${logs.length === 1 ? 'a log' : `${logs.length} logs`} of ${entries === 1 ? '1 entry' : `${entries} entries`}`;
  stdout.write(`${partText(part)}: ${contentText(content)}${read}, sha256 ${digest.slice(0, 16)}…\n`);
  for (const { path, code, message } of problems) stdout.write(`  ${oneLine(path)}: ${code}: ${oneLine(message, 400)}\n`);
  for (const { path, kind } of differences ?? []) stdout.write(`  ${oneLine(path)}: ${differenceTexts[kind]}\n`);
}

const differenceTexts = {
  missing: 'is not in the other store',
  extra: 'is only in the other store',
  different: 'is not the same in the other store',
} as const;
