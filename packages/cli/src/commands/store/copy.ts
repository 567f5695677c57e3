import { IntarsiaError, isIntarsiaError, type JournalStore } from '@intarsia/core';
import { type CopyResult, copyPart, isSameStore, type StorePart } from '@intarsia/knowledge-stores';
import { openKept, openPlace, placeOf } from '../../host/store-place.ts';
import { counted } from '../../terminal/counted.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { contentText, partText } from '../../terminal/part-text.ts';
import { type Progress, progressOn } from '../../terminal/progress.ts';
import { shown } from '../../terminal/shown.ts';
import type { Streams } from '../../terminal/streams.ts';
import { chosenParts, type PartOptions } from './chosen-parts.ts';

/**
 * Copies a store, or chosen parts of it, into another one, and compares the digests. A part that cannot be copied (it runs, the other store holds something else)
 * is named and left as it is, and the others are copied. The same command again goes on with what was interrupted.
 */
export async function copy(from: string, to: string, options: PartOptions, streams: Streams): Promise<void> {
  const places = [placeOf(from, streams.env), placeOf(to, streams.env)] as const;
  if (places[1].url.startsWith('memory:'))
    throw new IntarsiaError('bad_request', 'memory: keeps nothing: name a store that outlives the command.');
  const source = await openKept(places[0]);
  try {
    const parts = await chosenParts(source, options);
    const target = await openPlace(places[1]);
    try {
      if (await isSameStore(source, target))
        throw new IntarsiaError('bad_request', 'A store is not copied into itself, and these two are one: name another one.');
      await copyParts(source, target, parts, streams);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyParts(source: JournalStore, target: JournalStore, parts: readonly StorePart[], streams: Streams): Promise<void> {
  const interruption = onSignals(streams);
  const progress = progressOn(streams.stderr);
  const counts = { copied: 0, present: 0, refused: 0 };
  let at = '';
  try {
    for (const [index, part] of parts.entries()) {
      at = partText(part);
      const what = `${index + 1} of ${parts.length}: ${at}`;
      const onProgress = (done: Parameters<Progress['show']>[1]) => progress.show(what, done);
      const result = await copyPart(source, target, part, { onProgress, signal: interruption.signal });
      progress.clear();
      streams.stdout.write(`${at}: ${resultText(result)}\n`);
      counts[result.kind] += 1;
    }
    streams.stderr.write(summary(counts));
    if (counts.refused > 0) streams.exitCode = exitCodes.failed;
  } catch (cause) {
    progress.clear();
    if (interruption.signal.aborted) {
      streams.stderr.write(`Interrupted at ${at}. The same command goes on with it.\n`);
      streams.exitCode = exitCodes.interrupted;
    } else if (isIntarsiaError(cause)) {
      streams.stderr.write(
        shown(`${cause.code}: ${cause.message}\nThe copy did not end: it stopped at ${at}. The same command goes on with it.\n`),
      );
      streams.exitCode = exitCodes.failed;
    } else throw cause;
  } finally {
    interruption.stop();
  }
}

function summary({ copied, present, refused }: { readonly [Kind in CopyResult['kind']]: number }): string {
  const there = present === 0 ? '' : `, ${counted(present, 'part')} there already`;
  return `Copied ${counted(copied, 'part')}${there}${refused === 0 ? '' : `, ${counted(refused, 'part')} not copied`}.\n`;
}

function resultText(result: CopyResult): string {
  if (result.kind === 'copied') return `copied ${contentText(result)}`;
  if (result.kind === 'present') return `there already, ${contentText(result)}`;
  return shown(`${result.code}: ${result.message}`);
}

/** The first signal stops the copy between two pieces; a second one ends the process at once. */
function onSignals(streams: Streams): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const listener = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  streams.on('SIGINT', listener);
  streams.on('SIGTERM', listener);
  return {
    signal: controller.signal,
    stop() {
      streams.off('SIGINT', listener);
      streams.off('SIGTERM', listener);
    },
  };
}
