import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultySandboxes, type SandboxUnderTest, sandboxContract } from '@intarsia/core/testing';
import { describe, expect, it } from 'vitest';
import { processSandbox } from './index.ts';

const slow = 90_000;

async function open(): Promise<SandboxUnderTest> {
  const root = await mkdtemp(join(tmpdir(), 'intarsia-contract-'));
  const [port, again] = [processSandbox({ root, model: 'offline' }), processSandbox({ root, model: 'offline' })];
  return {
    port,
    again,
    close: async () => {
      for (const { id } of await port.list()) expect(await (await port.connect(id))?.terminate()).toBe(true);
      await rm(root, { recursive: true });
    },
  };
}

describe('the process adapter meets the sandbox contract', () => {
  for (const { name, run } of sandboxContract(open)) it(name, run, slow);
});

describe('the sandbox contract catches', () => {
  for (const fault of faultySandboxes) {
    it(
      fault.name,
      async () => {
        const cases = sandboxContract(async () => {
          const under = await open();
          return { ...under, port: fault.break(under.port), again: fault.break(under.again) };
        });
        const found = cases.find(({ name }) => name === fault.caughtBy);
        expect(found).toBeDefined();
        await expect(found?.run()).rejects.toThrow();
      },
      slow,
    );
  }
});
