import { memoryStore, type ToolEffect } from '@intarsia/core';
import { virtualClock } from '@intarsia/core/testing';
import { converse, gate, handleOf, leaseTtlMs, type Setup, scope, tool } from './conversation.test-support.ts';

/** What the tools of an orphan are called; `save` is the one in which its process died. */
const names = ['save', 'send', 'store', 'look', 'peek'];

/** A conversation whose process died inside the first run of `save`; whoever runs it again gets an end. */
export async function orphan(setup: Omit<Setup, 'clock' | 'store' | 'tools'>, effect: ToolEffect = 'keyed') {
  const clock = virtualClock();
  const store = memoryStore(clock);
  const entered: string[] = [];
  const inTool = gate();
  const run = (name: string) =>
    tool(
      () => {
        entered.push(name);
        if (entered.length > 1 || name !== 'save') return `${name} done`;
        inTool.open();
        return new Promise<null>(() => {});
      },
      { effect },
    );
  const tools = Object.fromEntries(names.map((name) => [name, run(name)]));
  const open = (other: Partial<Setup> = {}) => converse({ ...setup, tools, clock, store, ...other });
  const dead = open();
  handleOf(await dead.runtime.start({ workflow: 'Tracker', scope, input: 'hi' }));
  await inTool.opened;
  dead.store.die();
  await clock.advance(leaseTtlMs + 1);
  return { clock, store, entered, open };
}
