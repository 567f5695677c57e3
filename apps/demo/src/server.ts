import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { errorCodes, IntarsiaError, isIntarsiaError } from '@intarsia/core';
import { isAdmitted } from '@intarsia/transport';
import { compose } from './host/compose.ts';
import { configurationFrom } from './host/configuration.ts';
import { serveStatic } from './http/static-files.ts';
import { studioRoutes } from './http/studio-routes.ts';
import { createPreviews } from './previews/previews.ts';

const log = (text: string) => void process.stderr.write(`${text}\n`);
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Starts the studio and serves until a signal ends it. */
async function main(): Promise<void> {
  const configuration = configurationFrom(process.env, folder('../../..'));
  const composition = await compose(configuration, folder('../workflows/AppFactory'), log);
  const { transport, artifacts, sandbox } = composition;
  const studio = getRequestListener(studioRoutes(composition, configuration, createPreviews(artifacts, sandbox)).fetch, {
    overrideGlobalObjects: false,
  });
  const web = folder('../dist/web');

  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path === '/healthz') {
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end('ok\n');
      return;
    }
    if (!path.startsWith('/api/')) {
      void serveStatic(web, request, response);
      return;
    }
    if (!isAdmitted(request.headers, [])) {
      response
        .writeHead(403, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ error: { code: 'forbidden', message: errorCodes.forbidden } }));
      return;
    }
    if (path === '/api/studio' || /\/(artifacts|preview)(\/|$)/.test(path)) void studio(request, response);
    else void transport.handle(request, response).then((handled) => handled || response.writeHead(404).end());
  });

  const close = async (): Promise<void> => {
    server.close();
    await composition.close();
    server.closeAllConnections();
  };
  endOnSignals(close);
  const port = await listen(server, configuration.port).catch(async (cause: unknown) => {
    await composition.close();
    throw cause;
  });
  process.stdout.write(`Intarsia studio: http://localhost:${port}\n`);
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === 'EADDRINUSE';
      const message = taken ? `Port ${port} is taken: stop what uses it, or choose another one with PORT.` : `Port ${port} cannot be used.`;
      reject(new IntarsiaError('port_in_use', message, { cause }));
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** The first signal closes in order; a second one, or a close that hangs, ends the process at once. */
function endOnSignals(close: () => Promise<void>): void {
  const closeLimitMs = 8_000;
  let ending = false;
  const end = () => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), closeLimitMs).unref();
    close().then(
      () => process.exit(0),
      (cause: unknown) => {
        log(`The studio did not close cleanly: ${String(cause)}`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

main().catch((cause: unknown) => {
  log(
    isIntarsiaError(cause)
      ? `${cause.code}: ${cause.message}`
      : `internal: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
  );
  process.exit(2);
});
