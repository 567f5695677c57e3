/** `server.mjs`: starts the app. */
export const serverFile = `// Starts the app: node server.mjs
// HOST and PORT say where it listens (127.0.0.1 and 3000; port 0 picks a free one), DATA_DIR where it keeps its entries.
import { createServer } from 'node:http';
import path from 'node:path';
import { answerApi } from './api.mjs';
import { answerPage } from './pages.mjs';
import { entity } from './schema.mjs';
import { openStore } from './store.mjs';

const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 3000);
const dataFolder = process.env.DATA_DIR || path.join(import.meta.dirname, 'data');

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; " +
    "frame-ancestors 'self' http://localhost:* http://127.0.0.1:*",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

const store = await openStore(path.join(dataFolder, entity.path + '.json'));

const server = createServer(async (request, response) => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  try {
    if (!(await answerApi(request, response, store))) await answerPage(request, response);
  } catch (error) {
    console.error(error);
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ error: 'Something went wrong.' }));
  }
});

server.listen(port, host, () => {
  console.log('Listening on http://' + host + ':' + server.address().port + '/');
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    server.close();
    server.closeAllConnections();
    await store.settled();
  });
}
`;

/** `pages.mjs`: the files that a browser may ask for. */
export const pagesFile = `// The files a browser may ask for. Nothing else on disk can be reached.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const script = 'text/javascript; charset=utf-8';
const files = new Map([
  ['/', ['public/index.html', 'text/html; charset=utf-8']],
  ['/app.js', ['public/app.js', script]],
  ['/form.js', ['public/form.js', script]],
  ['/table.js', ['public/table.js', script]],
  ['/styles.css', ['public/styles.css', 'text/css; charset=utf-8']],
  ['/icon.svg', ['public/icon.svg', 'image/svg+xml']],
  ['/schema.mjs', ['schema.mjs', script]],
  ['/check.mjs', ['check.mjs', script]],
]);

export async function answerPage(request, response) {
  const { pathname } = new URL(request.url, 'http://app');
  const file = files.get(pathname === '/index.html' ? '/' : pathname);
  if (file === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const [name, type] = file;
  const content = await readFile(path.join(import.meta.dirname, name));
  response.writeHead(200, { 'content-type': type, 'content-length': content.length, 'cache-control': 'no-cache' });
  response.end(request.method === 'HEAD' ? undefined : content);
}
`;

/** `api.mjs`: the JSON API. */
export const apiFile = `// The JSON API: /healthz, /api/<entries> and /api/<entries>/<id>.
import { checkEntry } from './check.mjs';
import { entity } from './schema.mjs';

const bodyLimit = 100 * 1024;
const base = '/api/' + entity.path;

// Answers the request if it is one of the API's; tells whether it did.
export async function answerApi(request, response, store) {
  const url = new URL(request.url, 'http://app');
  if (url.pathname === '/healthz') {
    send(response, 200, { status: 'ok' });
    return true;
  }
  if (url.pathname !== '/api' && !url.pathname.startsWith('/api/')) return false;
  if (url.pathname === base) await answerList(request, response, store, url.searchParams.get('search') ?? '');
  else if (url.pathname.startsWith(base + '/')) await answerEntry(request, response, store, url.pathname.slice(base.length + 1));
  else send(response, 404, { error: 'There is nothing here.' });
  return true;
}

async function answerList(request, response, store, search) {
  if (request.method === 'GET') return send(response, 200, store.list(search));
  if (request.method !== 'POST') return notAllowed(response, 'GET, POST');
  const values = await readValues(request, response);
  if (values !== null) send(response, 201, await store.add(values));
}

async function answerEntry(request, response, store, id) {
  if (!['GET', 'PUT', 'DELETE'].includes(request.method)) return notAllowed(response, 'GET, PUT, DELETE');
  const known = store.get(id);
  if (known === null) return send(response, 404, { error: 'This ' + entity.singular + ' does not exist.' });
  if (request.method === 'GET') return send(response, 200, known);
  if (request.method === 'DELETE') return fromThisPage(request, response) && remove(response, store, id);
  const values = await readValues(request, response);
  if (values === null) return;
  const changed = await store.replace(id, values);
  if (changed === null) return send(response, 404, { error: 'This ' + entity.singular + ' does not exist any more.' });
  send(response, 200, changed);
}

async function remove(response, store, id) {
  await store.remove(id);
  response.writeHead(204).end();
}

// The checked values in the body, or null when an error was answered.
async function readValues(request, response) {
  if (!fromThisPage(request, response)) return null;
  const text = await readText(request);
  if (text === null) return refuse(response, 413, { error: 'The request is larger than 100 KB.' });
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    return refuse(response, 400, { error: 'The request is not valid JSON.' });
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse(response, 400, { error: 'The request must be one JSON object.' });
  const { values, errors } = checkEntry(body);
  return Object.keys(errors).length === 0 ? values : refuse(response, 422, { errors });
}

async function readText(request) {
  const pieces = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size <= bodyLimit) pieces.push(piece);
    else if (size > 10 * bodyLimit) return null;
  }
  return size > bodyLimit ? null : Buffer.concat(pieces).toString('utf8');
}

// A browser says where a request comes from; pages of other sites may not change anything here.
function fromThisPage(request, response) {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  send(response, 403, { error: 'Another page may not change anything here.' });
  return false;
}

function notAllowed(response, allow) {
  response.setHeader('allow', allow);
  send(response, 405, { error: 'This address does not take that method.' });
}

function refuse(response, status, body) {
  send(response, status, body);
  return null;
}

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
`;
