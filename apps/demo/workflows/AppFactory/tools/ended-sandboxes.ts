import { isIntarsiaError, type SandboxId, type SandboxPort } from '@intarsia/core';

/** What a call on a sandbox gives, or null when the sandbox ended before or meanwhile: it is listed by one moment and used in another. */
export async function unlessGone<Value>(call: () => Promise<Value>): Promise<Value | null> {
  try {
    return await call();
  } catch (error) {
    if (isIntarsiaError(error, 'sandbox_gone')) return null;
    throw error;
  }
}

/** Ends the sandbox of that id if it is still there. */
export async function endIfThere(port: SandboxPort, id: SandboxId): Promise<void> {
  const sandbox = await unlessGone(() => port.connect(id));
  if (sandbox !== null) await unlessGone(() => sandbox.terminate());
}
