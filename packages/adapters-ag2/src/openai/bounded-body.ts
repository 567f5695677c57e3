import { NotAReply } from './failures.ts';

/** Most bytes of an error's body that are kept for the log. */
const maxErrorBytes = 16 * 1024;

/** The response with its body counted: each piece is told to `progress`, and more than `maxBytes` is NotAReply. */
export function countedResponse(response: Response, maxBytes: number, progress: () => void): Response {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, out) {
      progress();
      bytes += piece.byteLength;
      if (bytes > maxBytes) throw new NotAReply('too_large');
      out.enqueue(piece);
    },
  });
  return new Response(response.body?.pipeThrough(counter) ?? null, { status: response.status, headers: response.headers });
}

/**
 * `fetch` that follows no redirect, as the conversation and the key are for this endpoint alone, and that reads no more of an error's
 * body than a log needs: whoever answers an error may answer it without end.
 */
export async function fetchFromEndpoint(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.ok || response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(await firstBytes(response.body), { status, statusText, headers });
}

async function firstBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes >= maxErrorBytes) break;
  }
  return new Uint8Array(Buffer.concat(pieces).subarray(0, maxErrorBytes));
}
