import { describe, expect, it } from 'vitest';
import type { ToolPolicy } from '../execution/tool-call.ts';
import { decidePolicy } from './tool-policy.ts';

describe('a policy', () => {
  it.each<[string, ToolPolicy | undefined, 'never' | 'always' | 'conditional', object]>([
    ['none', undefined, 'never', { kind: 'allowed' }],
    ['an empty one', {}, 'never', { kind: 'allowed' }],
    ['one that denies it', { deny: ['save'] }, 'never', { kind: 'forbidden', reason: 'denied' }],
    ['one that denies and allows it', { deny: ['save'], allow: ['save'] }, 'never', { kind: 'forbidden', reason: 'denied' }],
    ['one that denies it and wants approval', { deny: ['save'], requireApproval: ['save'] }, 'always', { kind: 'forbidden' }],
    ['one that allows it', { allow: ['save'] }, 'never', { kind: 'allowed' }],
    ['one that allows others', { allow: ['send'] }, 'never', { kind: 'forbidden', reason: 'not_allowed' }],
    ['one that allows nothing', { allow: [] }, 'never', { kind: 'forbidden', reason: 'not_allowed' }],
    ['one that denies others', { deny: ['send'] }, 'never', { kind: 'allowed' }],
    ['one with parts and other spellings of its name', { deny: ['sav', 'save ', 'SAVE', 'save_plan', '*'] }, 'never', { kind: 'allowed' }],
    ['one that wants approval', { requireApproval: ['save'] }, 'never', { kind: 'approval', when: 'always' }],
    ['one that wants approval of what asks for it now and then', { requireApproval: ['save'] }, 'conditional', { when: 'always' }],
    ['one that wants none of a tool that does', { requireApproval: [], allow: ['save'] }, 'always', { kind: 'approval', when: 'always' }],
    ['none over a tool that asks now and then', undefined, 'conditional', { kind: 'approval', when: 'conditional' }],
  ])('%s decides', (_, policy, approval, decision) => {
    expect(decidePolicy(policy, 'save', { approval })).toMatchObject(decision);
  });

  it('is not one with a text where its list should be: parts of it are no names', () => {
    expect(() => decidePolicy({ allow: 'save_plan' as never }, 'save', { approval: 'never' })).toThrow(TypeError);
  });
});
