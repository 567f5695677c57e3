/** The list, its empty states, and all of it on a phone. */
export const listStyles = `/* The list. */
.panel {
  margin-bottom: 48px;
  overflow-x: auto;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--surface);
  box-shadow: var(--shadow);
}

table {
  width: 100%;
  border-collapse: collapse;
  text-align: left;
}

th,
td {
  padding: 12px 16px;
  vertical-align: top;
}

th {
  padding-block: 4px;
  border-bottom: 1px solid var(--line);
  color: var(--muted);
  font-size: 13px;
  font-weight: 500;
  white-space: nowrap;
}

th button {
  min-height: 32px;
  margin-inline: -8px;
  padding: 4px 8px;
  border: 0;
  position: relative;
  background: none;
  color: inherit;
  font-size: 13px;
}

th button::after {
  content: "↑";
  position: absolute;
  right: -6px;
  opacity: 0;
}

th button:hover::after {
  opacity: 0.5;
}

[aria-sort="ascending"] button,
[aria-sort="descending"] button {
  color: var(--ink);
}

[aria-sort="ascending"] button::after,
[aria-sort="descending"] button::after {
  opacity: 1;
}

[aria-sort="descending"] button::after {
  content: "↓";
}

td {
  max-width: 340px;
  overflow-wrap: break-word;
}

td.is-text,
td.is-email,
td.is-url {
  min-width: 112px;
}

td.is-long_text {
  min-width: 200px;
}

tbody tr + tr td {
  border-top: 1px solid var(--line);
}

tbody tr:hover td:not(.actions) {
  background: color-mix(in oklab, var(--walnut) 3%, transparent);
}

td:first-child {
  font-weight: 500;
}

.is-number,
.is-integer {
  text-align: right;
}

.number,
.date {
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}

td.actions {
  position: sticky;
  right: 0;
  padding-block: 8px;
  background: linear-gradient(to right, transparent, var(--surface) 16px);
  text-align: right;
  white-space: nowrap;
}

td a {
  color: var(--teal);
  text-underline-offset: 3px;
}

.long {
  display: -webkit-box;
  max-width: 40ch;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
  white-space: pre-line;
}

.choice,
.yes,
.no {
  display: inline-block;
  padding: 1px 8px;
  border: 1px solid var(--line);
  border-radius: 6px;
  font-size: 13px;
}

.yes,
.no {
  white-space: nowrap;
}

.yes {
  border-color: transparent;
  background: var(--moss-soft);
  color: var(--moss);
}

.no,
.none {
  color: var(--muted);
}

/* Empty, not found, not loaded. */
.message {
  display: grid;
  justify-items: center;
  gap: 8px;
  padding: 64px 24px;
  text-align: center;
}

.message p {
  max-width: 48ch;
  color: var(--muted);
  overflow-wrap: anywhere;
}

.message button {
  margin-top: 12px;
}

.inlay {
  width: 96px;
  height: 48px;
  margin-bottom: 12px;
  opacity: 0.75;
  background:
    conic-gradient(from 45deg, var(--walnut) 25%, var(--line) 0 50%, var(--teal) 0 75%, var(--line) 0) 0 0 / 24px 24px,
    var(--line);
  -webkit-mask: radial-gradient(closest-side, #000 60%, transparent);
  mask: radial-gradient(closest-side, #000 60%, transparent);
}

/* On a phone every entry is a card. */
@media (max-width: 640px) {
  .page {
    padding-inline: 16px;
  }

  .bar {
    padding-block: 16px 8px;
  }

  .search {
    flex-basis: 100%;
    max-width: none;
  }

  .bar .primary {
    width: 100%;
  }

  .panel:has(table) {
    overflow: visible;
    border: 0;
    background: none;
    box-shadow: none;
  }

  table,
  tbody,
  tr,
  td {
    display: block;
  }

  thead {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  tbody tr {
    margin-bottom: 12px;
    padding: 12px 16px 8px;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--surface);
    box-shadow: var(--shadow);
  }

  tbody tr:nth-child(n) td:nth-child(n) {
    position: static;
    display: grid;
    grid-template-columns: minmax(96px, 2fr) 3fr;
    gap: 12px;
    min-width: 0;
    max-width: none;
    padding: 4px 0;
    border: 0;
    background: none;
    overflow-wrap: anywhere;
    text-align: left;
  }

  td::before {
    content: attr(data-label);
    color: var(--muted);
    font-size: 13px;
    font-weight: 400;
    line-height: 23px;
  }

  td > * {
    justify-self: start;
  }

  tbody tr:nth-child(n) td.actions:nth-child(n) {
    display: flex;
    justify-content: flex-end;
    gap: 4px;
    margin: 8px -8px 0;
    padding-top: 4px;
    border-top: 1px solid var(--line);
  }

  td.actions::before {
    content: none;
  }

  .quiet {
    min-height: 40px;
    padding-inline: 12px;
  }

  dialog,
  dialog.small {
    width: 100vw;
    max-width: none;
    margin: auto 0 0;
    border-radius: 10px 10px 0 0;
    border-inline: 0;
    border-bottom: 0;
  }
}

@media (prefers-reduced-motion: reduce) {
  * {
    transition: none !important;
  }
}
`;
