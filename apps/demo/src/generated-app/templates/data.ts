/** `check.mjs`: the rules of an entry, for the server and the page. */
export const checkFile = String.raw`// The rules of an entry, read from schema.mjs. The server decides with them; the page uses the same ones to answer at once.
import { fields } from './schema.mjs';

const longest = { text: 300, long_text: 20000, email: 254, url: 2000 };
const given = new Set(['id', 'created_at', 'updated_at']);

// Gives the values of an entry with every field present (null: empty), and a message for each field that breaks a rule.
export function checkEntry(input) {
  const values = {};
  const errors = {};
  for (const field of fields) {
    const { value, error } = checkField(field, Object.hasOwn(input, field.name) ? input[field.name] : null);
    values[field.name] = value;
    if (error !== null) errors[field.name] = error;
  }
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(values, name) && !given.has(name)) errors[name] = 'There is no such field.';
  }
  if (Object.keys(errors).length === 0 && isEmpty(values)) errors[fields[0].name] = 'Fill in at least one field.';
  return { values, errors };
}

function isEmpty(values) {
  const onlySwitches = fields.every((field) => field.type === 'boolean');
  return Object.values(values).every((value) => value === null || (value === false && !onlySwitches));
}

export function checkField(field, input) {
  const value = typeof input === 'string' ? input.trim() : input;
  if (value === null || value === undefined || value === '') return { value: null, error: field.required ? 'Fill this in.' : null };
  return { value, error: problemOf(field, value) };
}

function problemOf(field, value) {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'Choose yes or no.';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? outside(field, value) : 'Enter a number.';
    case 'integer':
      return Number.isSafeInteger(value) ? outside(field, value) : 'Enter a whole number.';
    case 'date':
      return isDate(value) ? null : 'Enter a date as year-month-day.';
    case 'choice':
      return field.choices.includes(value) ? null : 'Choose one of the listed values.';
    case 'email':
      return textProblem(field, value) ?? (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value) ? null : 'Enter an email address.');
    case 'url':
      return textProblem(field, value) ?? (isWebAddress(value) ? null : 'Enter a web address that starts with http:// or https://.');
    default:
      return textProblem(field, value);
  }
}

function textProblem(field, value) {
  if (typeof value !== 'string') return 'Enter text.';
  const limit = longest[field.type];
  return value.length > limit ? 'Use at most ' + limit + ' characters.' : null;
}

function outside(field, value) {
  if (field.min !== null && value < field.min) return 'Enter ' + field.min + ' or more.';
  if (field.max !== null && value > field.max) return 'Enter ' + field.max + ' or less.';
  return null;
}

function isDate(value) {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(value + 'T00:00:00Z');
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function isWebAddress(value) {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}
`;

/** `store.mjs`: entries in one JSON file. */
export const storeFile = String.raw`// Entries in one JSON file. A write goes to a temporary file that then takes the place of the old one; writes happen one at a time.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { fields } from './schema.mjs';

export async function openStore(file) {
  let entries = await load(file);
  let queue = Promise.resolve();

  // Runs one change after the other: what it returns counts only once it is on disk.
  const change = (decide) => {
    const result = queue.then(async () => {
      const { next, value } = decide();
      if (next === entries) return value;
      await save(file, next);
      entries = next;
      return value;
    });
    queue = result.then(() => {}, () => {});
    return result;
  };

  return {
    list: (search) => entries.filter((entry) => matches(entry, search)),
    get: (id) => entries.find((entry) => entry.id === id) ?? null,
    add: (values) =>
      change(() => {
        const now = new Date().toISOString();
        const entry = { id: randomUUID(), ...values, created_at: now, updated_at: now };
        return { next: [...entries, entry], value: entry };
      }),
    replace: (id, values) =>
      change(() => {
        const old = entries.find((entry) => entry.id === id);
        if (old === undefined) return { next: entries, value: null };
        const entry = { id, ...values, created_at: old.created_at, updated_at: new Date().toISOString() };
        return { next: entries.map((other) => (other === old ? entry : other)), value: entry };
      }),
    remove: (id) =>
      change(() => {
        const next = entries.filter((entry) => entry.id !== id);
        return { next: next.length === entries.length ? entries : next, value: next.length < entries.length };
      }),
    settled: () => queue,
  };
}

// Every word of the search must be in some field.
function matches(entry, search) {
  const words = search.toLowerCase().split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return true;
  const text = fields
    .filter((field) => field.type !== 'boolean')
    .map((field) => entry[field.name] ?? '')
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

async function load(file) {
  let text;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  const entries = JSON.parse(text);
  if (!Array.isArray(entries)) throw new Error(file + ' does not hold a list of entries.');
  return entries;
}

async function save(file, entries) {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = file + '.' + process.pid + '.tmp';
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(JSON.stringify(entries, null, 2) + '\n', 'utf8');
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}
`;
