/** `public/icon.svg`: a square cut into four interlocking pieces. */
export const iconFile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <clipPath id="edge"><rect x="2" y="2" width="28" height="28" rx="5"/></clipPath>
  <g clip-path="url(#edge)">
    <path fill="#8a5a33" d="M2 2h14v14H2z"/>
    <path fill="#2c7a7b" d="M16 2h14v14H16z"/>
    <path fill="#c9962f" d="M16 16h14v14H16z"/>
    <path fill="#5f8f4e" d="M2 16h14v14H2z"/>
    <path fill="#8a5a33" d="M15 6h5v6h-5z"/>
    <path fill="#2c7a7b" d="M20 15h6v5h-6z"/>
    <path fill="#c9962f" d="M12 20h5v6h-5z"/>
    <path fill="#5f8f4e" d="M6 12h6v5H6z"/>
  </g>
</svg>
`;

/** `public/styles.css`: calm paper, fine lines, one colour for what can be done. */
export const stylesFile = String.raw`/* Colours and measures first; nothing below uses others. */
:root {
  color-scheme: light dark;
  --paper: oklch(98.5% 0.006 85);
  --surface: oklch(100% 0 0);
  --ink: oklch(24% 0.015 60);
  --muted: oklch(50% 0.015 65);
  --line: oklch(89% 0.01 80);
  --edge: oklch(62% 0.014 75);
  --walnut: oklch(48% 0.09 55);
  --on-walnut: oklch(99% 0.005 85);
  --walnut-soft: oklch(48% 0.09 55 / 9%);
  --teal: oklch(50% 0.08 195);
  --moss: oklch(46% 0.09 145);
  --moss-soft: oklch(50% 0.09 145 / 11%);
  --madder: oklch(50% 0.15 27);
  --madder-soft: oklch(50% 0.15 27 / 8%);
  --shadow: 0 1px 2px oklch(24% 0.015 60 / 6%), 0 8px 24px oklch(24% 0.015 60 / 6%);
}

@media (prefers-color-scheme: dark) {
  :root {
    --paper: oklch(19% 0.008 70);
    --surface: oklch(23% 0.009 70);
    --ink: oklch(93% 0.008 85);
    --muted: oklch(70% 0.012 75);
    --line: oklch(33% 0.012 70);
    --edge: oklch(56% 0.014 72);
    --walnut: oklch(74% 0.09 70);
    --on-walnut: oklch(20% 0.02 65);
    --walnut-soft: oklch(74% 0.09 70 / 12%);
    --teal: oklch(76% 0.09 190);
    --moss: oklch(78% 0.1 145);
    --moss-soft: oklch(76% 0.1 145 / 13%);
    --madder: oklch(75% 0.13 27);
    --madder-soft: oklch(72% 0.14 27 / 12%);
    --shadow: 0 1px 2px oklch(0% 0 0 / 30%), 0 8px 24px oklch(0% 0 0 / 25%);
  }
}

*,
*::before,
*::after {
  box-sizing: border-box;
}

html {
  background: var(--paper);
  color: var(--ink);
  font: 15px/1.5 "Inter Variable", Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-feature-settings: "cv11", "ss03";
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}

body {
  margin: 0;
  min-height: 100vh;
}

h1,
h2,
p {
  margin: 0;
}

h1,
h2 {
  font-weight: 600;
  line-height: 1.25;
  letter-spacing: -0.012em;
  overflow-wrap: anywhere;
}

h1 {
  font-size: 18px;
}

h2 {
  font-size: 18px;
}

.page {
  max-width: 1200px;
  margin-inline: auto;
  padding-inline: 24px;
}

main:focus {
  outline: none;
}

.hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.skip {
  position: absolute;
  left: 8px;
  top: -48px;
  z-index: 2;
  padding: 8px 12px;
  border-radius: 6px;
  background: var(--ink);
  color: var(--paper);
}

.skip:focus {
  top: 8px;
}

/* The bar at the top. */
.top {
  border-bottom: 1px solid var(--line);
  background: var(--surface);
}

.top-row {
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 60px;
  padding-block: 12px;
}

.mark {
  flex: none;
  display: block;
}

.count {
  margin-left: auto;
  flex: none;
  color: var(--muted);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
}

.bar {
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  padding-block: 24px 12px;
}

.search {
  position: relative;
  flex: 1 1 220px;
  max-width: 400px;
}

.search svg {
  position: absolute;
  left: 12px;
  top: 12px;
  width: 16px;
  height: 16px;
  fill: none;
  stroke: var(--muted);
  stroke-width: 1.5;
  stroke-linecap: round;
  pointer-events: none;
}

.bar .primary {
  margin-left: auto;
}

.said {
  min-height: 24px;
  margin-bottom: 8px;
  color: var(--moss);
  font-size: 13px;
  line-height: 24px;
}

/* Controls. */
button,
input,
select,
textarea {
  font: inherit;
  color: inherit;
}

button {
  min-height: 40px;
  padding: 8px 16px;
  border: 1px solid var(--edge);
  border-radius: 6px;
  background: var(--surface);
  font-weight: 500;
  line-height: 1.4;
  cursor: pointer;
  transition: background-color 120ms, border-color 120ms;
}

button:hover {
  background: var(--walnut-soft);
}

button:disabled {
  opacity: 0.6;
  cursor: default;
}

.primary {
  border-color: var(--walnut);
  background: var(--walnut);
  color: var(--on-walnut);
}

.primary:hover {
  background: color-mix(in oklab, var(--walnut) 88%, var(--ink));
}

.danger {
  border-color: var(--madder);
  background: var(--madder);
  color: var(--surface);
}

.danger:hover {
  background: color-mix(in oklab, var(--madder) 88%, var(--ink));
}

.quiet {
  min-height: 32px;
  padding: 4px 8px;
  border-color: transparent;
  background: none;
  color: var(--walnut);
  font-size: 13px;
}

.quiet.delete {
  color: var(--madder);
}

.quiet.delete:hover {
  background: var(--madder-soft);
}

:focus-visible {
  outline: 2px solid var(--teal);
  outline-offset: 2px;
}

input:not([type="checkbox"]),
select,
textarea {
  display: block;
  width: 100%;
  min-height: 40px;
  padding: 8px 12px;
  border: 1px solid var(--edge);
  border-radius: 6px;
  background: var(--surface);
}

textarea {
  resize: vertical;
}

.search input[type="search"] {
  padding-left: 36px;
}

input::placeholder {
  color: var(--muted);
  opacity: 1;
}

[aria-invalid="true"] {
  border-color: var(--madder) !important;
  background: var(--madder-soft) !important;
}

input[type="checkbox"] {
  flex: none;
  width: 20px;
  height: 20px;
  margin: 0;
  accent-color: var(--walnut);
}

.words::first-letter {
  text-transform: uppercase;
}

.words {
  display: inline-block;
}

/* The list. */
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

/* The form and the question before deleting. */
dialog {
  width: min(560px, calc(100vw - 32px));
  max-height: min(760px, calc(100dvh - 32px));
  padding: 0;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--surface);
  color: inherit;
  box-shadow: var(--shadow);
}

dialog.small {
  width: min(420px, calc(100vw - 32px));
}

dialog::backdrop {
  background: oklch(20% 0.01 70 / 45%);
}

dialog form {
  display: grid;
  gap: 20px;
  padding: 24px;
}

.fields {
  display: grid;
  gap: 16px;
}

.field label {
  display: flex;
  align-items: baseline;
  gap: 8px;
  margin-bottom: 4px;
  font-weight: 500;
  overflow-wrap: anywhere;
}

.hint {
  color: var(--muted);
  font-size: 13px;
  font-weight: 400;
}

.check {
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  column-gap: 12px;
}

.check label {
  margin: 0;
}

.check .error {
  grid-column: 2;
}

.error:not(:empty),
.form-error:not(:empty) {
  margin-top: 4px;
  color: var(--madder);
  font-size: 13px;
}

.form-error:empty {
  display: none;
}

dialog footer {
  display: flex;
  justify-content: flex-end;
  gap: 12px;
}

#editor footer {
  position: sticky;
  bottom: 0;
  margin: 0 -24px -24px;
  padding: 16px 24px;
  border-top: 1px solid var(--line);
  background: var(--surface);
}

#confirm p {
  color: var(--muted);
  overflow-wrap: anywhere;
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
