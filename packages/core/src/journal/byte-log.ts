const largestSpare = 64 * 1024;
const smallestSpare = 256;

interface Chunk {
  readonly start: number;
  readonly bytes: Uint8Array;
  used: number;
}

/** Bytes that only grow: an append copies what it brings and nothing that is already there. */
export interface ByteLog {
  size(): number;
  append(bytes: Uint8Array): void;
  /** A copy of the bytes [start, end); takes 0 <= start <= end <= size. */
  slice(start: number, end: number): Uint8Array;
}

/** A log that begins with the given bytes, which must not change afterwards. */
export function byteLog(first: Uint8Array): ByteLog {
  const chunks: Chunk[] = [{ start: 0, bytes: first, used: first.length }];
  let size = first.length;

  return {
    size: () => size,
    append(bytes) {
      let last = chunks.at(-1);
      if (last === undefined || last.used + bytes.length > last.bytes.length) {
        const spare = Math.min(largestSpare, Math.max(smallestSpare, size)); // small files stay small, large ones have few chunks
        last = { start: size, bytes: new Uint8Array(Math.max(bytes.length, spare)), used: 0 };
        chunks.push(last);
      }
      last.bytes.set(bytes, last.used);
      last.used += bytes.length;
      size += bytes.length;
    },
    slice(start, end) {
      const result = new Uint8Array(end - start);
      // From the end, because a journal is mostly read there.
      for (let index = chunks.length - 1; index >= 0; index -= 1) {
        const chunk = chunks[index];
        if (chunk === undefined || chunk.start + chunk.used <= start) break;
        if (chunk.start >= end) continue;
        const from = Math.max(start, chunk.start);
        result.set(chunk.bytes.subarray(from - chunk.start, Math.min(chunk.used, end - chunk.start)), from - start);
      }
      return result;
    },
  };
}
