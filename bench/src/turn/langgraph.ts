import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import type { z } from 'zod';
import { bookingSchema, invoiceSchema, Script } from './scenario.ts';

/** When a step is written: before the next one starts, or beside it (the default). */
export type Durability = 'sync' | 'async';

interface Message {
  readonly role: string;
  readonly content: string;
}

const State = Annotation.Root({
  messages: Annotation<readonly Message[]>({ reducer: (left, right) => [...left, ...right], default: () => [] }),
  output: Annotation<z.output<typeof invoiceSchema> | null>({ reducer: (_left, right) => right, default: () => null }),
  speaker: Annotation<'reader' | 'checker'>({ reducer: (_left, right) => right, default: () => 'reader' }),
  next: Annotation<string>({ reducer: (_left, right) => right, default: () => 'go_on' }),
  booked: Annotation<number>({ reducer: (_left, right) => right, default: () => 0 }),
});

/**
 * The same conversation as a graph of LangGraph.js: two nodes that ask the model and check its JSON alternate, each followed by a node that runs the tool;
 * a conditional edge picks the next one. Messages are plain objects, which it saves quicker than its own classes.
 */
export function langGraph(saver: BaseCheckpointSaver, durability: Durability) {
  let script = new Script(() => 'stop');
  let threads = 0;
  const speak = (speaker: 'reader' | 'checker') => async () => {
    const text = script.reply();
    return { messages: [{ role: speaker, content: text }], output: invoiceSchema.parse(JSON.parse(text)), speaker };
  };
  const book = async ({ output, booked }: typeof State.State) => {
    const { number, total, next } = output ?? {};
    const input = bookingSchema.parse({ number, total, next });
    return { next: input.next, booked: booked + 1 };
  };
  const graph = new StateGraph(State)
    .addNode('reader', speak('reader'))
    .addNode('checker', speak('checker'))
    .addNode('book', book)
    .addEdge(START, 'reader')
    .addEdge('reader', 'book')
    .addEdge('checker', 'book')
    .addConditionalEdges('book', ({ next, speaker }) => (next === 'stop' ? END : speaker === 'reader' ? 'checker' : 'reader'))
    .compile({ checkpointer: saver });

  return {
    /** Microseconds a turn of a fresh conversation, from its first turn to its last. */
    async conversation(turns: number): Promise<number> {
      threads += 1;
      script = new Script((turn) => (turn === turns ? 'stop' : 'go_on'));
      const input = { messages: [{ role: 'user', content: 'Check these invoices.' }] };
      const options = { configurable: { thread_id: `thread-${threads}` }, recursionLimit: turns * 2 + 10, durability };
      const { booked } = await graph.invoke(input, options);
      if (booked !== turns) throw new Error(`The tool ran ${booked} times.`);
      return script.perTurn(1, turns);
    },
  };
}

/** Its checkpointer in memory. */
export const memorySaver = (): BaseCheckpointSaver => new MemorySaver();

/** Its checkpointer in an SQLite file. It switches to a write-ahead log itself and leaves `synchronous` at the driver's NORMAL. */
export function sqliteSaver(file: string, synchronous: 'NORMAL' | 'FULL'): BaseCheckpointSaver {
  const saver = SqliteSaver.fromConnString(file);
  saver.db.pragma(`synchronous = ${synchronous}`);
  return saver;
}
