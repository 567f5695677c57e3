import {
  IntarsiaError,
  inspectOperation,
  type OperationApproval,
  type OperationView,
  type Resolution,
  resolveOperation,
  storeClaims,
} from '@intarsia/core';
import { openKept, type StorePlace } from '../host/store-place.ts';
import { jsonText, oneLine, valueText } from '../terminal/one-line.ts';
import type { Streams } from '../terminal/streams.ts';

type Access = Parameters<typeof resolveOperation>[0];

async function withOperation(place: StorePlace, operationId: string, use: (access: Access) => Promise<void>): Promise<void> {
  const store = await openKept(place);
  try {
    await use({ claims: storeClaims(store), operationId });
  } finally {
    await store.close();
  }
}

/** Prints the calls and the approvals of an operation outside of a run. Starts nothing, changes nothing. */
export async function inspectStored(options: { store: StorePlace; operation: string; json?: boolean }, streams: Streams): Promise<void> {
  await withOperation(options.store, options.operation, async (access) => {
    const view = await inspectOperation(access);
    if (view.calls.length === 0 && view.approvals.length === 0)
      throw new IntarsiaError('bad_request', `The store holds no operation "${oneLine(options.operation)}".`);
    streams.stdout.write(`${options.json === true ? jsonText(view) : textOf(view)}\n`);
  });
}

function textOf({ operationId, calls, approvals }: OperationView): string {
  const told = calls.map(({ key, tool, position, effect, status, attempts, end }) => {
    const what = `${oneLine(tool, 60)} ${status} (${oneLine(position, 60)}, ${effect}, ${counted(attempts.length)}) ${oneLine(key)}`;
    return end === null ? what : `${what} ${end.status === 'ok' ? valueText(end.result) : oneLine(`${end.type}: ${end.message}`)}`;
  });
  return [`operation ${oneLine(operationId)}`, ...told, ...approvals.map(approvalText)].join('\n');
}

const counted = (attempts: number): string => `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;

function approvalText({ approval, tool, request, decision }: OperationApproval): string {
  const asked = request === null ? '' : ` ${valueText(request.arguments)}`;
  const said = decision === null ? 'waits' : `${decision.kind} by ${oneLine(decision.by || 'somebody', 60)}`;
  return `approval of ${oneLine(tool, 60)}${asked}: ${said} ${oneLine(approval)}`;
}

/** Records what a person says became of a call of an operation outside of a run. */
export async function resolveStored(
  options: { store: StorePlace; operation: string; call: string },
  resolution: Resolution,
  streams: Streams,
): Promise<void> {
  await withOperation(options.store, options.operation, async (access) => {
    const result = await resolveOperation(access, options.call, resolution, 'operator');
    if (result.kind === 'refused') throw new IntarsiaError(result.code, result.message);
    streams.stdout.write('Resolved. It counts when the operation goes on.\n');
  });
}
