import type { ArtifactStore, JsonObject, Sandbox, SandboxOwner, SandboxPort, ToolContext, VersionId } from '@intarsia/core';
import { defineTool, isIntarsiaError, versionId } from '@intarsia/core';
import { endIfThere } from './ended-sandboxes.ts';
import { validateIn } from './validation-steps.ts';

const lifetimeMs = 5 * 60_000;

/** Checks, tests and boots the saved version in a sandbox that lives only for this, and records what came of it. */
export const validate_artifact = defineTool({
  description: 'Checks, tests and boots the saved version in a sandbox of its own.',
  effect: 'keyed',
  timeoutMs: 4 * 60_000,
  async run(_output, ctx) {
    const { artifacts, sandbox } = ctx.services;
    const saved = ctx.contextVariables.get('artifact_version');
    if (artifacts === undefined || sandbox === undefined) return refuse(ctx, 'This host has no sandbox to validate in.');
    if (typeof saved !== 'string') return refuse(ctx, 'There is no saved version to validate.');
    try {
      const report = await validateVersion(artifacts, sandbox, versionId(saved), ctx);
      ctx.contextVariables.set('validation_status', report.status);
      return report.result;
    } catch (cause) {
      if (isIntarsiaError(cause, 'sandbox_refused')) return refuse(ctx, cause.message); // the operator's decision, told to the person
      throw cause;
    }
  },
});

function refuse(ctx: ToolContext, message: string): JsonObject {
  ctx.contextVariables.set('validation_status', 'failed');
  return { status: 'failed', message, steps: [], tests: null };
}

type Report = { readonly status: 'passed' | 'failed'; readonly result: JsonObject };

async function validateVersion(artifacts: ArtifactStore, port: SandboxPort, version: VersionId, ctx: ToolContext): Promise<Report> {
  const scope = { tenant: ctx.run.tenant, app: ctx.run.app };
  const { idempotencyKey: key, signal } = ctx;
  const known = (await artifacts.outcomes(scope, { signal })).find((outcome) => outcome.key === key);
  await endLeftovers(port, scope, key);
  if (known !== undefined) return { status: known.status, result: known.details };
  const files = await artifacts.read(scope, version, { signal });
  const sandbox = await port.create({ purpose: 'validation', owner: scope, lifetimeMs, labels: { key, version } }, { signal });
  const { steps, tests } = await inside(sandbox, async () => {
    await sandbox.writeFiles(files, { signal });
    return validateIn(sandbox, files, signal);
  });
  const status = steps.every((step) => step.status === 'passed') ? 'passed' : 'failed';
  const strategy = port.capabilities.label;
  const result: JsonObject = {
    status,
    steps: JSON.parse(JSON.stringify(steps)),
    tests: tests === null ? null : { ...tests },
    version,
    strategy,
  };
  await artifacts.recordOutcome(scope, { key, version, sandbox: sandbox.info.id, strategy, status, details: result }, { signal });
  return { status, result };
}

/** Ends the sandbox whatever happens. One whose end cannot be confirmed dies at its deadline. */
async function inside<Result>(sandbox: Sandbox, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    await sandbox.terminate();
  }
}

/** An earlier attempt of this call may have died before it could end its sandbox. */
async function endLeftovers(port: SandboxPort, owner: SandboxOwner, key: string): Promise<void> {
  for (const info of await port.list(owner)) {
    if (info.purpose !== 'validation' || info.labels['key'] !== key) continue;
    await endIfThere(port, info.id);
  }
}
