import { expect, it } from 'vitest';
import { changeListeners } from './change-listeners.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

it('tells each changed file once to those that cover it, after the writer went on', async () => {
  const listeners = changeListeners();
  const heard: string[] = [];
  listeners.add('/a', (path) => heard.push(`a ${path}`));
  listeners.add('/', (path) => heard.push(`root ${path}`));
  listeners.tell(['/a/b', '/ab', '/a/b']);
  expect(heard).toEqual([]);
  await settled();
  expect(heard).toEqual(['a /a/b', 'root /a/b', 'root /ab']);
});

it('goes on when a listener throws, and is silent for one that ended', async () => {
  let idle = 0;
  const listeners = changeListeners(() => {
    idle += 1;
  });
  const heard: string[] = [];
  const first = listeners.add('/', () => {
    throw new Error('mine');
  });
  const ended = listeners.add('/', (path) => heard.push(`ended ${path}`));
  listeners.add('/', (path) => heard.push(path));
  listeners.tell(['/a']);
  ended.close();
  await settled();
  expect([heard, listeners.size()]).toEqual([['/a'], 2]);
  first.close();
  first.close();
  expect(idle).toBe(0);
  listeners.close();
  expect([idle, listeners.size()]).toEqual([1, 0]);
});

it('tells of the files there are and of the watched path itself when changes were lost', async () => {
  const listeners = changeListeners();
  const heard: string[] = [];
  listeners.add('/a', (path) => heard.push(path));
  listeners.tellLost(['/a/b', '/b']);
  await settled();
  expect(heard).toEqual(['/a/b', '/a']);
});
