import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can lose what the server answers. */
export interface LossyProxy {
  readonly url: string;
  /** Cuts the connection instead of passing on the next answer, once `first` was done. Resolves once that happened. */
  loseNextAnswer(first?: () => Promise<unknown>): Promise<void>;
  /** Passes no answer on any more, and keeps the connections open. */
  mute(): void;
  /** Passes no answer on any more on the connections there are; new ones work. */
  silence(): void;
  /** Passes answers on again, on new connections. */
  unmute(): void;
  /** Cuts all connections. */
  cut(): void;
  /** Cuts all connections; new ones lead to another server. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** Listens on a port of its own. */
export async function lossyProxy(serverPort: number): Promise<LossyProxy> {
  let port = serverPort;
  const pairs = new Set<readonly [client: Socket, server: Socket]>();
  let lost: { readonly first: () => Promise<unknown>; readonly resolve: () => void } | undefined;
  const silent = new WeakSet<readonly [Socket, Socket]>();
  let muted = false;
  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    const pair = [client, server] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
    client.on('data', (bytes) => server.write(bytes));
    server.on('data', (bytes) => {
      if (lost !== undefined) {
        const { first, resolve } = lost;
        lost = undefined;
        void first().then(() => {
          resolve();
          for (const socket of pair) socket.destroy();
        });
      } else if (!muted && !silent.has(pair)) {
        client.write(bytes);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  return {
    url: `redis://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/0`,
    loseNextAnswer: (first = async () => undefined) =>
      new Promise((resolve) => {
        lost = { first, resolve };
      }),
    mute() {
      muted = true;
    },
    silence() {
      for (const pair of pairs) silent.add(pair);
    },
    unmute() {
      muted = false;
      cut();
    },
    cut,
    leadTo(other) {
      port = other;
      cut();
    },
    async close() {
      const closed = once(proxy, 'close');
      proxy.close();
      cut();
      await closed;
    },
  };
}
