import { expect } from 'vitest';
import type { AppDescription, FieldDescription, FieldType } from './app-description.ts';

type Values = Readonly<Record<string, string | number | boolean>>;

/** Asks the app as its page would. */
interface Client {
  send(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: unknown }>;
}

/** Everything that a person can expect of the app that they described, asked of the running one. */
export async function checkPreview(url: string, app: AppDescription, required: readonly string[]): Promise<void> {
  const client = clientOf(url);
  expect(await client.send('GET', '/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
  await checkForm(url, app, required);
  const entries = `/api/${pathOf(app.plural)}`;
  await checkRefusals(client, entries, app, required);
  await checkEntries(client, entries, app);
}

const pathOf = (plural: string): string => plural.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** The page stands, and its form has exactly these fields, in this order, each with its kind of input. */
export async function checkForm(url: string, app: AppDescription, required: readonly string[]): Promise<void> {
  const page = await fetch(url);
  expect(page.headers.get('content-type')).toContain('text/html');
  const [, title = ''] = /<title>(.*)<\/title>/.exec(await page.text()) ?? [];
  expect(title.toLowerCase()).toContain(app.plural.toLowerCase());
  const served = await (await fetch(new URL('schema.mjs', url))).text();
  const schema = await import(`data:text/javascript,${encodeURIComponent(served)}`);
  const seen = Array.from<{ readonly label: string }>(schema.fields).map((field) => ({ ...field, label: field.label.toLowerCase() }));
  const expected = app.fields.map(({ label, name, type, choices }) => ({
    label: label.toLowerCase(),
    name,
    type,
    choices,
    required: required.includes(name),
  }));
  expect(seen).toEqual(expected.map((field) => expect.objectContaining(field)));
  const { singular, plural } = schema.entity;
  expect([singular.toLowerCase(), plural.toLowerCase()]).toEqual([app.singular.toLowerCase(), app.plural.toLowerCase()]);
}

/** A wrong type is refused with a message for that field, and nothing is kept. */
async function checkRefusals(client: Client, entries: string, { fields }: AppDescription, required: readonly string[]): Promise<void> {
  for (const field of fields) {
    const refused = await client.send('POST', entries, { ...valuesFor(fields, 0), [field.name]: wrongValues[field.type] });
    expect(refused, field.name).toEqual({ status: 422, body: { errors: { [field.name]: expect.stringMatching(/\S/) } } });
  }
  for (const name of required) {
    const { [name]: _left, ...rest } = valuesFor(fields, 0);
    const refused = await client.send('POST', entries, rest);
    expect(refused, name).toEqual({ status: 422, body: { errors: { [name]: expect.stringMatching(/\S/) } } });
  }
  const unknown = await client.send('POST', entries, { ...valuesFor(fields, 0), no_such_field: 1 });
  expect(unknown).toMatchObject({ status: 422, body: { errors: { no_such_field: expect.any(String) } } });
  expect(await client.send('GET', entries)).toEqual({ status: 200, body: [] });
}

/** Create, read, update, search and delete. */
async function checkEntries(client: Client, entries: string, { fields }: AppDescription): Promise<void> {
  const [first, second, changed] = [valuesFor(fields, 0), valuesFor(fields, 1), valuesFor(fields, 2)];
  const created = await client.send('POST', entries, first);
  expect(created).toMatchObject({ status: 201, body: first });
  const path = `${entries}/${Object(created.body).id}`;
  expect(await client.send('POST', entries, second)).toMatchObject({ status: 201 });
  expect(await client.send('GET', path)).toEqual({ status: 200, body: created.body });

  expect(await client.send('PUT', path, changed)).toMatchObject({ status: 200, body: changed });
  expect(await client.send('GET', path)).toMatchObject({ status: 200, body: changed });
  for (const field of fields) {
    const refused = await client.send('PUT', path, { ...changed, [field.name]: wrongValues[field.type] });
    expect(refused, field.name).toMatchObject({ status: 422, body: { errors: { [field.name]: expect.any(String) } } });
  }

  const search = (words: string) => client.send('GET', `${entries}?search=${encodeURIComponent(words)}`);
  expect(await search('CORMO')).toMatchObject({ body: [changed] });
  expect(await search('beaver')).toMatchObject({ body: [second] });
  expect(await search('dragonfly')).toEqual({ status: 200, body: [] });

  expect((await client.send('DELETE', path)).status).toBe(204);
  expect((await client.send('GET', path)).status).toBe(404);
  expect(await client.send('GET', entries)).toMatchObject({ body: [second] });
}

const animals = ['Alpaca', 'Beaver', 'Cormorant'];

/** Values that fit the fields; each number gives others where the type has that many. */
export function valuesFor(fields: readonly FieldDescription[], number: number): Values {
  return Object.fromEntries(fields.map((field) => [field.name, valueFor(field, number)]));
}

function valueFor({ type, choices }: FieldDescription, number: number): string | number | boolean {
  switch (type) {
    case 'text':
      return `Some ${animals[number] ?? ''}`;
    case 'long_text':
      return `First line\nanother <b>line</b> & more`;
    case 'number':
      return number - 0.5;
    case 'integer':
      return number * 10;
    case 'date':
      return `2024-02-${27 + number}`;
    case 'boolean':
      return number !== 1;
    case 'choice':
      return choices[number % choices.length] ?? '';
    case 'email':
      return `ada${number}@example.org`;
    case 'url':
      return `https://example.org/${number}?a=b`;
  }
}

const wrongValues: Readonly<Record<FieldType, string | number | boolean>> = {
  text: 7,
  long_text: false,
  number: 'warm',
  integer: 2.5,
  date: '2023-02-29',
  boolean: 'yes',
  choice: 'none of these',
  email: 'nobody',
  url: 'javascript:alert(1)',
};

function clientOf(url: string): Client {
  return {
    async send(method, path, body) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(new URL(path, url), { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
    },
  };
}
