import { asIntarsiaError } from '@intarsia/core';
import { armWatchdog } from './arm.ts';
import { endPace, endSandbox, makeFolder, type SandboxFolder } from './folder.ts';
import type { SandboxRecord } from './record.ts';

/**
 * Makes the folder of a sandbox and starts its watchdog, before anything can run in it. When either fails, or the signal fires, nothing
 * of it is left when the caller hears. Rejects with `sandbox_unavailable`, or with the signal's reason.
 */
export async function createFolder(place: SandboxFolder, record: SandboxRecord, node: string, signal?: AbortSignal): Promise<void> {
  try {
    await makeFolder(place, record);
    await armWatchdog(place, record.latest, node);
  } catch (error) {
    await endSandbox(place, endPace);
    throw asIntarsiaError(
      error,
      'sandbox_unavailable',
      `A sandbox could not be made in the folder "${place.root}"; is it writable, and is there space?`,
    );
  }
  if (!signal?.aborted) return;
  await endSandbox(place, endPace);
  throw signal.reason;
}
