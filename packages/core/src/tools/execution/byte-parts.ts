import type { ContentPart } from '../../ports/agents.ts';
import type { Json } from '../../ports/json.ts';
import { memberOf } from '../thrown.ts';

/** Takes the bytes out of a result. */
export interface ByteParts {
  /** What stands in the result for bytes. Their type is that of the `mediaType` beside them. */
  readonly bytes: (bytes: Uint8Array, beside: object) => Json;
  readonly parts: readonly ContentPart[];
}

export function byteParts(): ByteParts {
  const parts: ContentPart[] = [];
  return {
    parts,
    bytes(bytes, beside) {
      const said = memberOf(beside, 'mediaType');
      const mediaType = typeof said === 'string' ? said : 'application/octet-stream';
      parts.push({ type: mediaType.startsWith('image/') ? 'image' : 'file', mediaType, data: base64(bytes) });
      return { mediaType, byteLength: bytes.byteLength };
    },
  };
}

/** How many bytes a call can be given as arguments. */
const pieceLength = 0x8000;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceLength) text += String.fromCharCode(...bytes.subarray(at, at + pieceLength));
  return btoa(text);
}
