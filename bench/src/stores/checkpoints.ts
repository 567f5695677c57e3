import { join } from 'node:path';
import { openStore } from '@intarsia/knowledge-stores/url';
import { type Contestant, type Figures, measured } from '../turn/rounds.ts';
import type { Backend, Place } from './backends.ts';
import { langGraphSaver, mongoSaver, redisSaver, sqliteSaver } from './langgraph.ts';
import { intarsiaSaver, type Saver, type Thread } from './savers.ts';
import { deleteKeys, dropDatabases, redisDurability, servers, withKeyPrefix } from './servers.ts';
import { stateOf } from './state.ts';
import { micros, print, ratio, row } from './tables.ts';

const rounds = { warmUp: 2, counted: 11 };
const turns = 50;

/** Savers on one server, ours first. */
interface Group {
  readonly savers: readonly Saver[];
  close(): Promise<void>;
}

/** Prints what it takes to save a state of 4 KB and to find the latest of a thread again, beside the checkpointers of LangGraph.js. */
export async function compareCheckpoints(backends: readonly Backend[], place: Place): Promise<void> {
  const groups: Group[] = [];
  try {
    for (const backend of backends) groups.push(await groupOf(backend, place));
    const { redisWithModules } = servers;
    if (redisWithModules === undefined) print('LangGraph.js, RedisSaver is left out: INTARSIA_TEST_REDIS_STACK_URL is not set\n');
    else groups.push(await redisGroup(redisWithModules, place));
    const figures = await measured(
      groups.flatMap(({ savers }) => savers.flatMap(saving)),
      rounds,
    );
    print(`A state of 4 KB: saved, and the latest of ${turns} of a thread found again; µs, median of ${rounds.counted} rounds`);
    row('', 'save', 'ours = 1', 'find', 'ours = 1');
    let next = 0;
    for (const { savers } of groups) {
      const own = figures.slice(next, next + savers.length * 2);
      next += own.length;
      showGroup(savers, own);
    }
    print('');
  } finally {
    for (const group of groups) await group.close();
  }
}

function showGroup(savers: readonly Saver[], figures: readonly Figures[]): void {
  const [saveOne, findOne] = figures.map(({ median }) => median);
  for (const [index, { name }] of savers.entries()) {
    const [save, find] = figures.slice(index * 2, index * 2 + 2).map(({ median }) => median);
    row(name, micros(save), ratio(save, saveOne), micros(find), ratio(find, findOne));
  }
}

/** Two figures of a saver: a thread is saved, then its latest state is found. */
function saving(saver: Saver): readonly Contestant[] {
  let threads = 0;
  let thread: Thread | undefined;
  return [
    {
      name: saver.name,
      async measure() {
        threads += 1;
        const opened = await saver.thread(`thread-${threads}`);
        const start = performance.now();
        for (let turn = 1; turn <= turns; turn += 1) await opened.save(stateOf(turn));
        thread = opened;
        return ((performance.now() - start) * 1000) / turns;
      },
    },
    {
      name: saver.name,
      async measure() {
        const start = performance.now();
        for (let count = 0; count < turns; count += 1) {
          const turn = await thread?.latestTurn();
          if (turn !== turns) throw new Error(`${saver.name} found turn ${turn} of ${turns}.`);
        }
        return ((performance.now() - start) * 1000) / turns;
      },
    },
  ];
}

async function groupOf(backend: Backend, { folder, run }: Place): Promise<Group> {
  const ours = intarsiaSaver(`Intarsia, ${backend.name}`, await backend.open('checkpoints'));
  const { mongo } = servers;
  if (backend.name === 'sqlite') {
    const theirs = (['NORMAL', 'FULL'] as const).map((synchronous) => {
      const saver = sqliteSaver(join(folder, `langgraph-${synchronous}.db`), synchronous);
      return langGraphSaver(`LangGraph.js, SqliteSaver, synchronous ${synchronous}`, saver);
    });
    return { savers: [ours, ...theirs], close: async () => undefined };
  }
  if (backend.name === 'mongo' && mongo !== undefined) {
    const database = `${run}-langgraph`;
    const { saver, close } = await mongoSaver(mongo, database);
    return {
      savers: [ours, langGraphSaver('LangGraph.js, MongoDBSaver', saver)],
      async close() {
        await close();
        await dropDatabases(mongo, [database]);
      },
    };
  }
  return { savers: [ours], close: async () => undefined };
}

/** Both on the server that has the modules which their saver asks for. */
async function redisGroup(url: string, { run }: Place): Promise<Group> {
  const durability = await redisDurability(url);
  const store = await openStore(withKeyPrefix(url, `${run}-with-modules`));
  const { saver, close } = await redisSaver(url);
  return {
    savers: [
      intarsiaSaver(`Intarsia, redis with modules, ${durability}`, store),
      langGraphSaver('LangGraph.js, RedisSaver', saver, `${run}-`),
    ],
    async close() {
      await store.close();
      await close();
      await deleteKeys(url, `*${run}*`);
    },
  };
}
