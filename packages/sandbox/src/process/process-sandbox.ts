import { randomBytes } from 'node:crypto';
import { IntarsiaError, type SandboxPort, type SandboxRequest } from '@intarsia/core';
import { createFolder } from './creation.ts';
import { sandboxFolder } from './folder.ts';
import { deadlineAfter } from './lifetime.ts';
import { livingRecord, livingRecords } from './listing.ts';
import { infoOf, liveSandbox } from './live-sandbox.ts';
import { isSandboxName, type SandboxRecord } from './record.ts';
import { defaultRoot, openRoot } from './root.ts';

/** How the process adapter is set up. */
export interface ProcessSandboxOptions {
  /** Folder of the sandboxes; hosts that share it see each other's. Default: a folder of this user below the system's temporary one. */
  readonly root?: string;
  /** Path of the Node that runs the watchdog and comes first on the sandbox's PATH. Default: the running one. */
  readonly node?: string;
  /** Longest life of a sandbox from its creation, extensions included. Default 24 hours. */
  readonly maxLifetimeMs?: number;
  /** Whose code runs: the built-in offline model's, or anything else's. Default `real`. */
  readonly model?: 'offline' | 'real';
  /** The operator accepts that a real model's code runs with this user's rights. Default false. */
  readonly allowUnisolated?: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Sandboxes that are plain processes of this user: a folder, process groups and a watchdog that ends them at their deadline also when
 * this process is gone. They keep programs apart, not safe: nothing hinders one from reading what this user may read.
 */
export function processSandbox(options: ProcessSandboxOptions = {}): SandboxPort {
  const root = options.root ?? defaultRoot();
  const node = options.node ?? process.execPath;
  return {
    capabilities: { isolation: 'none', label: 'process (no isolation)' },
    create: async (request, call) => {
      if (options.model !== 'offline' && options.allowUnisolated !== true) throw refusal();
      call?.signal?.throwIfAborted();
      const record = recordOf(request, options.maxLifetimeMs ?? dayMs);
      const place = sandboxFolder(await openRoot(root), record.id);
      await createFolder(place, record, node, call?.signal);
      return liveSandbox(place, record, node);
    },
    connect: async (id, call) => {
      call?.signal?.throwIfAborted();
      if (!isSandboxName(id)) return null;
      const place = sandboxFolder(await openRoot(root), id);
      const record = await livingRecord(place);
      return record === null ? null : liveSandbox(place, record, node);
    },
    list: async (owner, call) => {
      call?.signal?.throwIfAborted();
      const records = await livingRecords(await openRoot(root));
      return records
        .filter((record) => owner === undefined || (record.owner.tenant === owner.tenant && record.owner.app === owner.app))
        .map(infoOf);
    },
  };
}

function refusal(): IntarsiaError {
  return new IntarsiaError(
    'sandbox_refused',
    "A sandbox of plain processes gives no isolation: generated code would run with this user's rights. " +
      'Use an isolated sandbox provider, or accept the risk with INTARSIA_ALLOW_UNISOLATED=1.',
  );
}

function recordOf(request: SandboxRequest, maxLifetimeMs: number): SandboxRecord {
  const nowMs = Date.now();
  const { purpose, owner, labels = {} } = request;
  return {
    id: `s${randomBytes(10).toString('hex')}`,
    purpose,
    owner: { tenant: owner.tenant, app: owner.app },
    labels: { ...labels },
    createdAt: new Date(nowMs).toISOString(),
    deadline: deadlineAfter(request.lifetimeMs, nowMs + maxLifetimeMs),
    latest: new Date(nowMs + maxLifetimeMs).toISOString(),
  };
}
