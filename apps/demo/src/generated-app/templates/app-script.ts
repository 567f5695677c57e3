/** `public/app.js`: loads, shows and changes entries. */
export const appScriptFile = `// The page: loads entries, shows them, and sends changes. Everything a person wrote is set as text, never as HTML.
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
