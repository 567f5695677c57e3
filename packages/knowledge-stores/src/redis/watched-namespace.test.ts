import { expect, test } from 'vitest';
import { storeKeys } from './keys.ts';
import { changesScript, clockScript } from './scripts/changes.ts';
import { pathsScript } from './scripts/files.ts';
import type { RedisServer, ScriptCall } from './server.ts';
import { watchedNamespace } from './watched-namespace.ts';

/** A server whose stream of changes is what the test says. */
function streaming() {
  let page: readonly string[] = ['3', 'complete', '30-0'];
  const server: RedisServer = {
    where: 'here',
    enter: () => undefined,
    open: () => Promise.reject(new Error('not used')),
    close: async () => undefined,
    whole: (work) => work(),
    async run({ script, args }: ScriptCall) {
      const replies = new Map([
        [clockScript, ['31']],
        [pathsScript, ['', '/kept']],
        [changesScript, args[1] === page.at(-3) ? page.slice(0, 3) : page], // the change that was read last is not read again
      ]);
      return (replies.get(script) ?? []).map((text) => Buffer.from(text));
    },
  };
  return {
    server,
    show(...shown: readonly string[]) {
      page = shown;
    },
  };
}

test.each([
  ['one that stands there instead, of the same number', ['4', 'complete', '41-0', '41-0', '4', '/other'], '/other'],
  ['all there are, as the server has fewer', ['3', 'complete', '30-0'], '/kept'],
])('after a change of this handle was lost by the server that took over, it hears of %s', async (_what, shown, wanted) => {
  const { server, show } = streaming();
  const heard = new Set<string>();
  const watched = watchedNamespace(server, storeKeys('p').of('/'), { number: 3, id: '30-0' }, () => undefined);
  watched.add('/', (path) => heard.add(path));
  watched.look();
  watched.made({ number: 4, id: '40-0' }, ['/mine']);
  await expect.poll(() => [...heard]).toEqual(['/mine']);
  show(...shown);
  watched.look();
  await expect.poll(() => [...heard]).toContain(wanted);
  watched.close();
});
