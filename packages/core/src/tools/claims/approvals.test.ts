import { describe, expect, it } from 'vitest';
import type { Decision, PendingCall } from '../calling/call-with-tools-types.ts';
import { openClaims } from './claims.test-support.ts';
import { decideApproval, decisionFor, inspectOperation, readOperation, requestApproval } from './index.ts';

const pending = (change: Partial<PendingCall> = {}): PendingCall => ({
  id: 'c1',
  name: 'book',
  arguments: '{"day":"Monday"}',
  approvalId: 'approval 1',
  position: 'model:0:0',
  definitionDigest: 'definition',
  ...change,
});
const allow: Decision = { kind: 'allow', by: 'Ada' };
const deny: Decision = { kind: 'deny', by: 'Ben', reason: 'too dear' };

describe('an approval', () => {
  it.each<[string, Decision, Decision, object]>([
    ['T3 that is allowed twice is told the same', allow, allow, { kind: 'repeated', decision: { kind: 'allow', by: 'Ada' } }],
    ['T2 that was denied cannot be turned round', deny, allow, { kind: 'conflict', decision: { kind: 'deny', reason: 'too dear' } }],
    ['T3 that was allowed is not denied later', allow, deny, { kind: 'conflict', decision: { kind: 'allow', by: 'Ada' } }],
    [
      'T12 that was allowed once is not allowed for good later',
      allow,
      { ...allow, scope: 'tool' },
      { kind: 'conflict', decision: { kind: 'allow', scope: 'call' } },
    ],
  ])('%s', async (_, first, second, expected) => {
    const { access, claims } = openClaims();
    expect(await decideApproval(access, pending(), first)).toMatchObject({ kind: 'decided', decision: { scope: 'call' } });
    expect(await decideApproval(access, pending(), second)).toMatchObject(expected);
    expect((await claims.read('order 17', 0)).records).toHaveLength(1);
  });

  it('T3 of decisions that race the first in the log counts, and everybody is told so', async () => {
    const { access } = openClaims();
    const decisions = [allow, deny, allow, deny, allow];
    const told = await Promise.all(decisions.map((decision) => decideApproval(access, pending(), decision)));
    const first = told.find(({ kind }) => kind === 'decided');
    expect(told.map(({ decision }) => decision)).toEqual(decisions.map(() => first?.decision));
    expect(told.map(({ kind }) => kind).sort()).toEqual(['conflict', 'conflict', 'decided', 'repeated', 'repeated']);
  });

  it('is recorded as asked for once, with what a person needs to decide', async () => {
    const { access } = openClaims();
    await requestApproval(access, pending());
    await requestApproval(access, pending());
    await decideApproval(access, pending(), deny);
    const { approvals } = await inspectOperation(access);
    expect(approvals).toEqual([
      expect.objectContaining({
        approval: 'approval 1',
        request: expect.objectContaining({ tool: 'book', position: 'model:0:0', arguments: '{"day":"Monday"}' }),
        decision: expect.objectContaining({ kind: 'deny', by: 'Ben', reason: 'too dear' }),
      }),
    ]);
  });
});

describe('a decision for a tool', () => {
  const other = pending({ approvalId: 'approval 2', position: 'model:1:0' });
  const kindFor = async (access: ReturnType<typeof openClaims>['access'], call: PendingCall) =>
    decisionFor(await readOperation(access), call)?.kind ?? null;

  it('T12 stands for later calls; one that is decided by itself is what was decided, and the standing one is unchanged', async () => {
    const { access } = openClaims();
    expect(await kindFor(access, other)).toBe(null);
    await decideApproval(access, pending(), { ...allow, scope: 'tool' });
    expect(await kindFor(access, other)).toBe('allow');
    await decideApproval(access, other, deny);
    expect(await kindFor(access, other)).toBe('deny');
    expect(await kindFor(access, pending({ approvalId: 'approval 3' }))).toBe('allow');
  });

  it('T24 does not stand for the tool once its definition changed, nor for another tool', async () => {
    const { access } = openClaims();
    await decideApproval(access, pending(), { ...allow, scope: 'tool' });
    expect(await kindFor(access, pending({ approvalId: 'approval 2', definitionDigest: 'changed' }))).toBe(null);
    expect(await kindFor(access, pending({ approvalId: 'approval 2', name: 'pay' }))).toBe(null);
  });

  it('is replaced by a later one', async () => {
    const { access } = openClaims();
    await decideApproval(access, pending(), { ...allow, scope: 'tool' });
    await decideApproval(access, other, { ...deny, scope: 'tool' });
    expect(await kindFor(access, pending({ approvalId: 'approval 3' }))).toBe('deny');
    expect(await kindFor(access, pending())).toBe('allow');
  });

  it('of one operation says nothing about another', async () => {
    const { access } = openClaims();
    await decideApproval(access, pending(), { ...allow, scope: 'tool' });
    expect(await kindFor({ ...access, operationId: 'order 18' }, other)).toBe(null);
  });
});
