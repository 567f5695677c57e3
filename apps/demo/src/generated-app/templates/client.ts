/** `public/app.js`: loads, shows and changes entries. */
export const clientFile = String.raw`// The page: loads entries, shows them, and sends changes. Everything a person wrote is set as text, never as HTML.
import { entity, fields } from '/schema.mjs';
import { clearErrors, fillForm, readForm, showErrors } from '/form.js';
import { renderTable } from '/table.js';

const at = (id) => document.getElementById(id);
const api = '/api/' + entity.path;
const state = { entries: [], search: '', sort: null, editing: null, loaded: false, request: 0 };

async function load() {
  const request = ++state.request;
  at('list').setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(api + (state.search === '' ? '' : '?search=' + encodeURIComponent(state.search)));
    if (!response.ok) throw new Error('status ' + response.status);
    const entries = await response.json();
    if (request !== state.request) return; // a newer search is under way
    state.entries = entries;
    state.loaded = true;
    show();
  } catch {
    if (request === state.request) showMessage('The ' + entity.plural + ' could not be loaded.', 'The server did not answer.', 'Try again', load);
  } finally {
    if (request === state.request) at('list').setAttribute('aria-busy', 'false');
  }
}

function show() {
  const total = state.entries.length;
  at('count').textContent = state.search === '' ? total + (total === 1 ? ' entry' : ' entries') : total + ' found';
  if (total > 0) renderTable(at('list'), state, { onSort: sortBy, onEdit: edit, onDelete: confirmDelete });
  else if (state.search !== '') showMessage('Nothing found', 'No entry has the words "' + state.search + '".', 'Clear the search', clearSearch);
  else showMessage('No ' + entity.plural + ' yet', 'What you add appears here.', 'Add ' + entity.singular, add);
}

function showMessage(title, text, action, onAction) {
  const box = document.createElement('div');
  box.className = 'message';
  const pattern = document.createElement('span');
  pattern.className = 'inlay';
  pattern.setAttribute('aria-hidden', 'true');
  const heading = document.createElement('h2');
  heading.textContent = title;
  const line = document.createElement('p');
  line.textContent = text;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = action;
  button.addEventListener('click', onAction);
  box.append(pattern, heading, line, button);
  at('list').replaceChildren(box);
}

function sortBy(name) {
  const descending = state.sort?.name === name && !state.sort.descending;
  state.sort = { name, descending };
  show();
  at('list').querySelector('button[data-sort="' + name + '"]')?.focus();
}

function say(text) {
  at('said').textContent = text;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => {
    at('said').textContent = '';
  }, 5000);
}

function add() {
  open(null);
}

function edit(entry) {
  open(entry);
}

function open(entry) {
  state.editing = entry;
  at('editor-title').textContent = (entry === null ? 'Add ' : 'Edit ') + entity.singular;
  at('form-error').textContent = '';
  fillForm(at('fields'), entry);
  at('editor').showModal();
  at('fields').querySelector('input, textarea, select')?.focus({ preventScroll: true });
  at('editor').scrollTop = 0;
}

async function save(event) {
  event.preventDefault();
  const { values, errors } = readForm(at('form'));
  clearErrors(at('form'));
  at('form-error').textContent = '';
  if (Object.keys(errors).length > 0) return showErrors(at('form'), errors);
  const old = state.editing;
  at('save').disabled = true;
  try {
    const response = await fetch(old === null ? api : api + '/' + old.id, {
      method: old === null ? 'POST' : 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
    });
    const answer = await response.json();
    if (response.status === 422) return showErrors(at('form'), answer.errors);
    if (!response.ok) throw new Error(answer.error);
    at('editor').close();
    say(old === null ? 'Added.' : 'Saved.');
    await load();
  } catch {
    at('form-error').textContent = 'It was not saved: the server did not answer. Your words are still here.';
  } finally {
    at('save').disabled = false;
  }
}

function confirmDelete(entry) {
  const first = fields.find((field) => !['boolean', 'long_text'].includes(field.type) && entry[field.name] !== null);
  at('confirm-text').textContent = first === undefined ? 'This cannot be undone.' : '"' + entry[first.name] + '" will be gone. This cannot be undone.';
  at('confirm').returnValue = 'keep';
  at('confirm').onclose = () => {
    if (at('confirm').returnValue === 'delete') void remove(entry);
  };
  at('confirm').showModal();
}

async function remove(entry) {
  try {
    const response = await fetch(api + '/' + entry.id, { method: 'DELETE' });
    if (!response.ok && response.status !== 404) throw new Error('status ' + response.status);
    say('Deleted.');
  } catch {
    say('It was not deleted: the server did not answer.');
  }
  await load();
  at('main').focus();
}

function clearSearch() {
  at('search').value = '';
  state.search = '';
  void load();
  at('search').focus();
}

at('search').addEventListener('input', () => {
  clearTimeout(state.timer);
  state.timer = setTimeout(() => {
    state.search = at('search').value.trim();
    void load();
  }, 150);
});
at('add').addEventListener('click', add);
at('cancel').addEventListener('click', () => at('editor').close());
at('form').addEventListener('submit', save);
void load();
`;

/** `public/form.js`: one typed input a field. */
export const formFile = String.raw`// The form: one typed input a field, made from schema.mjs, with its message beside it.
import { fields } from '/schema.mjs';
import { checkEntry } from '/check.mjs';

const inputTypes = { number: 'number', integer: 'number', date: 'date', boolean: 'checkbox', email: 'email', url: 'url' };

export function fillForm(container, entry) {
  container.replaceChildren(...fields.map((field) => rowFor(field, entry === null ? null : entry[field.name])));
}

function rowFor(field, value) {
  const row = document.createElement('div');
  row.className = field.type === 'boolean' ? 'field check' : 'field';
  const label = document.createElement('label');
  label.htmlFor = 'field-' + field.name;
  const words = document.createElement('span');
  words.className = 'words';
  words.textContent = field.label;
  label.append(words);
  if (field.type !== 'boolean') label.append(' ', hintFor(field));
  const error = document.createElement('p');
  error.className = 'error';
  error.id = 'error-' + field.name;
  const input = inputFor(field, value);
  input.id = 'field-' + field.name;
  input.name = field.name;
  input.setAttribute('aria-describedby', error.id);
  if (field.required && field.type !== 'boolean') input.required = true;
  row.append(...(field.type === 'boolean' ? [input, label, error] : [label, input, error]));
  return row;
}

function hintFor(field) {
  const hint = document.createElement('span');
  hint.className = 'hint';
  const parts = [];
  if (field.min !== null && field.max !== null) parts.push(field.min + ' to ' + field.max);
  else if (field.min !== null) parts.push(field.min + ' or more');
  else if (field.max !== null) parts.push('up to ' + field.max);
  if (!field.required) parts.push('optional');
  hint.textContent = parts.join(', ');
  return hint;
}

function inputFor(field, value) {
  if (field.type === 'choice') return selectFor(field, value);
  const input = document.createElement(field.type === 'long_text' ? 'textarea' : 'input');
  if (field.type === 'long_text') input.rows = 4;
  else input.type = inputTypes[field.type] ?? 'text';
  if (field.type === 'boolean') input.checked = value === true;
  else input.value = value ?? '';
  if (field.type === 'number' || field.type === 'integer') {
    input.step = field.type === 'integer' ? '1' : 'any';
    input.inputMode = field.type === 'integer' && field.min !== null && field.min >= 0 ? 'numeric' : 'decimal';
    if (field.min !== null) input.min = String(field.min);
    if (field.max !== null) input.max = String(field.max);
  }
  if (field.type === 'url') input.placeholder = 'https://';
  input.autocomplete = 'off';
  return input;
}

function selectFor(field, value) {
  const select = document.createElement('select');
  for (const choice of ['', ...field.choices]) {
    const option = document.createElement('option');
    option.value = choice;
    option.textContent = choice === '' ? (field.required ? 'Choose one' : 'None') : choice;
    option.selected = choice === (value ?? '');
    select.append(option);
  }
  return select;
}

export function readForm(form) {
  const input = {};
  for (const field of fields) input[field.name] = valueOf(field, form.elements.namedItem(field.name));
  return checkEntry(input);
}

function valueOf(field, element) {
  if (field.type === 'boolean') return element.checked;
  if (field.type !== 'number' && field.type !== 'integer') return element.value;
  if (element.validity.badInput) return 'not a number';
  return element.value === '' ? null : Number(element.value);
}

export function showErrors(form, errors) {
  const left = [];
  let focused = false;
  for (const [name, message] of Object.entries(errors)) {
    const input = fields.some((field) => field.name === name) ? form.elements.namedItem(name) : null;
    if (input === null) {
      left.push(name + ': ' + message);
      continue;
    }
    input.setAttribute('aria-invalid', 'true');
    document.getElementById('error-' + name).textContent = message;
    if (!focused) input.focus();
    focused = true;
  }
  if (left.length > 0) document.getElementById('form-error').textContent = left.join(' ');
}

export function clearErrors(form) {
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
  for (const error of form.querySelectorAll('.error')) error.textContent = '';
}
`;

/** `public/table.js`: the list. */
export const tableFile = String.raw`// The list: a table that can be sorted by each column and turns into cards on a phone.
import { entity, fields } from '/schema.mjs';

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

export function renderTable(container, state, actions) {
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const field of fields) head.append(headFor(field, state.sort, actions.onSort));
  const last = document.createElement('th');
  last.scope = 'col';
  last.append(hidden('Actions'));
  head.append(last);
  const body = table.createTBody();
  for (const entry of sorted(state.entries, state.sort)) body.append(rowFor(entry, actions));
  container.replaceChildren(table);
}

function headFor(field, sort, onSort) {
  const cell = document.createElement('th');
  cell.scope = 'col';
  cell.className = 'is-' + field.type;
  const direction = sort?.name === field.name ? (sort.descending ? 'descending' : 'ascending') : 'none';
  cell.setAttribute('aria-sort', direction);
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.sort = field.name;
  const words = document.createElement('span');
  words.className = 'words';
  words.textContent = field.label;
  button.append(words);
  button.addEventListener('click', () => onSort(field.name));
  cell.append(button);
  return cell;
}

function sorted(entries, sort) {
  if (sort === null) return entries.toReversed(); // the newest first
  const compare = (one, other) => {
    const [a, b] = [one[sort.name], other[sort.name]];
    if (a === null || b === null) return (a === null) - (b === null);
    const order = typeof a === 'string' ? a.localeCompare(b, undefined, { numeric: true, sensitivity: 'base' }) : a - b;
    return sort.descending ? -order : order;
  };
  return entries.toSorted(compare);
}

function rowFor(entry, actions) {
  const row = document.createElement('tr');
  for (const field of fields) {
    const cell = row.insertCell();
    cell.dataset.label = field.label.charAt(0).toLocaleUpperCase() + field.label.slice(1);
    cell.className = 'is-' + field.type;
    cell.append(contentOf(field, entry[field.name] ?? null));
  }
  const cell = row.insertCell();
  cell.className = 'actions';
  cell.append(
    button('Edit', nameOf(entry), () => actions.onEdit(entry)),
    button('Delete', nameOf(entry), () => actions.onDelete(entry)),
  );
  return row;
}

function nameOf(entry) {
  const field = fields.find((other) => other.type === 'text' && entry[other.name] !== null);
  return field === undefined ? entity.singular : String(entry[field.name]);
}

function button(text, name, onClick) {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = text === 'Delete' ? 'quiet delete' : 'quiet';
  element.append(text, hidden(' ' + name));
  element.addEventListener('click', onClick);
  return element;
}

function contentOf(field, value) {
  if (value === null) return span('none', '–');
  switch (field.type) {
    case 'boolean':
      return span(value ? 'yes' : 'no', value ? 'Yes' : 'No');
    case 'number':
    case 'integer':
      return span('number', numbers.format(value));
    case 'date':
      return span('date', dates.format(new Date(value + 'T00:00:00Z')));
    case 'choice':
      return span('choice', value);
    case 'email':
      return link('mailto:' + encodeURIComponent(value).replace('%40', '@'), value);
    case 'url':
      return link(value, value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, ''));
    default:
      return span(field.type === 'long_text' ? 'long' : 'text', value);
  }
}

function span(name, text) {
  const element = document.createElement('span');
  element.className = name;
  element.textContent = text;
  return element;
}

function link(address, text) {
  const element = document.createElement('a');
  element.href = address;
  element.rel = 'noopener noreferrer';
  element.target = '_blank';
  element.textContent = text;
  return element;
}

function hidden(text) {
  return span('hidden', text);
}
`;
