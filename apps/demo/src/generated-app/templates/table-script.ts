/** `public/table.js`: the list. */
export const tableScriptFile = String.raw`// The list: a table that can be sorted by each column and turns into cards on a phone.
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
