/** `test/app.test.mjs`: what the app promises, proved on a server of its own. */
export const testFile = String.raw`// What the app promises, proved on a real server with a data folder of its own. Run with: npm test
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { entity, fields } from '../schema.mjs';

const server = path.join(import.meta.dirname, '..', 'server.mjs');
let folder;
let app;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'app-'));
  app = await start();
});

after(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

function start() {
  const child = spawn(process.execPath, [server], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((resolve, reject) => {
    let output = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error('The server ended with code ' + code)));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      const found = /Listening on (http:\S+)\//.exec(output);
      if (found !== null) resolve({ address: found[1], stop });
    });
  });
}

async function call(method, target, body) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(app.address + target, { method, body: text, headers: body === undefined ? {} : { 'content-type': 'application/json' } });
  const answer = await response.text();
  return { status: response.status, headers: response.headers, body: answer === '' ? null : JSON.parse(answer) };
}

const list = '/api/' + entity.path;
const one = (id) => list + '/' + id;

function sample(field, number) {
  switch (field.type) {
    case 'boolean':
      return number % 2 === 0;
    case 'number':
    case 'integer':
      return numberFor(field, number);
    case 'date':
      return '2024-02-' + String(10 + number);
    case 'choice':
      return field.choices[number % field.choices.length];
    case 'email':
      return 'person' + number + '@example.com';
    case 'url':
      return 'https://example.com/' + number;
    default:
      return 'sample ' + field.name + ' ' + number;
  }
}

function numberFor({ type, min, max }, number) {
  const lowest = type === 'integer' && min !== null ? Math.ceil(min) : min;
  if (lowest === null) return max === null ? number : Math.min(number, Math.floor(max));
  return max === null ? lowest + number : lowest + (number % (Math.floor(max - lowest) + 1));
}

function wrong(field) {
  switch (field.type) {
    case 'boolean':
      return 'perhaps';
    case 'number':
      return 'many';
    case 'integer':
      return 1.5;
    case 'date':
      return '2024-02-31';
    case 'choice':
      return 'none of ' + field.choices.join(', ');
    case 'email':
      return 'nobody';
    case 'url':
      return 'javascript:alert(1)';
    default:
      return 42;
  }
}

const entryOf = (number) => Object.fromEntries(fields.map((field) => [field.name, sample(field, number)]));
const valuesOf = (entry) => Object.fromEntries(fields.map((field) => [field.name, entry[field.name]]));

test('answers that it is well', async () => {
  const health = await call('GET', '/healthz');
  assert.equal(health.status, 200);
  assert.deepEqual(health.body, { status: 'ok' });
});

test('serves its page, which may be framed only by this computer', async () => {
  const response = await fetch(app.address + '/');
  assert.equal(response.status, 200);
  assert.match(await response.text(), /<!doctype html>/i);
  assert.match(response.headers.get('content-security-policy'), /frame-ancestors 'self' http:\/\/localhost:\*/);
  assert.equal(response.headers.get('x-frame-options'), null);
});

test('adds, reads, changes and deletes an entry', async () => {
  const added = await call('POST', list, entryOf(1));
  assert.equal(added.status, 201);
  assert.deepEqual(valuesOf(added.body), entryOf(1));
  const id = added.body.id;
  assert.deepEqual((await call('GET', one(id))).body, added.body);
  const changed = await call('PUT', one(id), entryOf(2));
  assert.equal(changed.status, 200);
  assert.deepEqual(valuesOf(changed.body), entryOf(2));
  assert.deepEqual((await call('GET', list)).body, [changed.body]);
  assert.equal((await call('DELETE', one(id))).status, 204);
  assert.equal((await call('GET', one(id))).status, 404);
  assert.equal((await call('DELETE', one(id))).status, 404);
});

test('finds entries by their words', async () => {
  const added = await call('POST', list, entryOf(3));
  const found = await call('GET', list + '?search=' + encodeURIComponent('no entry has these words'));
  assert.deepEqual(found.body, []);
  for (const field of fields.filter((other) => other.type !== 'boolean')) {
    const words = String(added.body[field.name]).replace('sample', 'SAMPLE');
    const ids = (await call('GET', list + '?search=' + encodeURIComponent(words))).body.map((entry) => entry.id);
    assert.ok(ids.includes(added.body.id), field.name);
  }
  await call('DELETE', one(added.body.id));
});

for (const field of fields) {
  test('refuses a wrong value in ' + field.name, async () => {
    const refused = await call('POST', list, { ...entryOf(1), [field.name]: wrong(field) });
    assert.equal(refused.status, 422);
    assert.deepEqual(Object.keys(refused.body.errors), [field.name]);
    if (field.required) assert.equal((await call('POST', list, { ...entryOf(1), [field.name]: null })).status, 422);
    assert.deepEqual((await call('GET', list)).body, []);
  });
}

test('refuses unknown fields, broken JSON and bodies that are too large', async () => {
  const unknown = await call('POST', list, { ...entryOf(1), surprise: 'yes' });
  assert.equal(unknown.status, 422);
  assert.deepEqual(Object.keys(unknown.body.errors), ['surprise']);
  assert.equal((await call('POST', list, '{ broken')).status, 400);
  assert.equal((await call('POST', list, '[]')).status, 400);
  assert.equal((await call('POST', list, JSON.stringify('x'.repeat(200000)))).status, 413);
  assert.equal((await call('PATCH', list, {})).status, 405);
  assert.equal((await call('GET', '/api/nothing')).status, 404);
});

test('keeps entries when it is started again', async () => {
  const added = await Promise.all([1, 2, 3, 4].map((number) => call('POST', list, entryOf(number))));
  await app.stop();
  app = await start();
  const kept = (await call('GET', list)).body;
  assert.deepEqual(kept.map((entry) => entry.id).sort(), added.map((answer) => answer.body.id).sort());
  const file = JSON.parse(await readFile(path.join(folder, entity.path + '.json'), 'utf8'));
  assert.deepEqual(file, kept);
});
`;
