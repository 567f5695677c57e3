import { type PartStat, statPart } from '@intarsia/knowledge-stores';
import { openKept, placeOf } from '../../host/store-place.ts';
import { jsonText, oneLine } from '../../terminal/one-line.ts';
import { contentText, grouped, partJson, partText } from '../../terminal/part-text.ts';
import type { Streams } from '../../terminal/streams.ts';
import { chosenParts, type PartOptions } from './chosen-parts.ts';

/** Options of `intarsia store stat`. */
export interface StatOptions extends PartOptions {
  readonly json?: boolean;
}

/** Prints what a store holds, part by part. Changes nothing. */
export async function stat(given: string, options: StatOptions, streams: Streams): Promise<void> {
  const store = await openKept(placeOf(given, streams.env));
  try {
    const parts = await chosenParts(store, options);
    const width = Math.max(...parts.map((part) => partText(part).length));
    const total = { files: 0, bytes: 0 };
    for (const part of parts) {
      const found = await statPart(store, part);
      total.files += found.files;
      total.bytes += found.bytes;
      streams.stdout.write(`${options.json === true ? jsonText(jsonOf(found)) : lineOf(found, width)}\n`);
    }
    if (options.json !== true) streams.stdout.write(`${parts.length} ${parts.length === 1 ? 'part' : 'parts'}, ${contentText(total)}\n`);
  } finally {
    await store.close();
  }
}

const jsonOf = ({ part, files, bytes, changedAt, isHalfCopied }: PartStat) => ({
  ...partJson(part),
  files,
  bytes,
  changed_at: changedAt,
  half_copied: isHalfCopied,
});

function lineOf({ part, files, bytes, changedAt, isHalfCopied }: PartStat, width: number): string {
  const counts = `${grouped(files).padStart(7)} ${files === 1 ? 'file ' : 'files'} ${grouped(bytes).padStart(13)} bytes`;
  const last = changedAt === null ? '' : `  last ${oneLine(changedAt, 40)}`;
  return `${partText(part).padEnd(width)} ${counts}${last}${isHalfCopied ? '  half copied' : ''}`;
}
