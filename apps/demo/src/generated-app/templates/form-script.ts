/** `public/form.js`: one typed input a field. */
export const formScriptFile = `// The form: one typed input a field, made from schema.mjs, with its message beside it.
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
