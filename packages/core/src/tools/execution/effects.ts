import { IntarsiaError } from '../../ports/errors.ts';
import { isJsonObject, type Json } from '../../ports/json.ts';
import { maxCallText, toolResult } from '../tool-result.ts';
import type { EffectPolicy } from './tool-call.ts';

/** The effects that one try of a call hands out. */
export interface CollectedEffects {
  /** As `ctx.emit`: throws for what JSON cannot hold, for more than `maxCallText` in all, and once the call has ended. */
  emit(effect: unknown): void;
  close(): void;
  /** What the policy allows, in the order of the calls, and how many it does not. */
  taken(): { readonly effects: readonly Json[]; readonly dropped: number };
}

export function collectEffects(policy: EffectPolicy | undefined): CollectedEffects {
  const effects: Json[] = [];
  let isClosed = false;
  let dropped = 0;
  let units = 0;
  return {
    emit(effect) {
      if (isClosed) throw new IntarsiaError('cancelled', 'Nobody takes this effect any more: the call of the tool has ended.');
      const read = toolResult(effect, { says: 'The tool emitted' });
      if (read.kind === 'invalid') throw new IntarsiaError('tool_result_invalid', read.message, { cause: read.cause });
      if (!isAllowed(policy, read.value)) {
        dropped += 1;
        return;
      }
      units += JSON.stringify(read.value).length;
      // All of them are recorded with the end of the call: one that is too large for its record would be uncertain, though it was seen to end.
      if (units > maxCallText) throw new IntarsiaError('tool_result_invalid', tooMany);
      effects.push(read.value);
    },
    close() {
      isClosed = true;
    },
    taken: () => ({ effects: [...effects], dropped }),
  };
}

const tooMany = `The tool emitted more than ${maxCallText / 1024 / 1024} MiB of JSON text in one call. Emit references to it.`;

/** An effect that says no `type` is allowed where nothing lists what is. */
function isAllowed({ allow, deny = [] }: EffectPolicy = {}, effect: Json): boolean {
  const type = isJsonObject(effect) ? effect['type'] : undefined;
  const isListed = (types: readonly string[]) => types.some((each) => each === type);
  return !isListed(deny) && (allow === undefined || isListed(allow));
}
