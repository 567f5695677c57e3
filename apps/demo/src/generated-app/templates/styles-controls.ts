/** Buttons, inputs, the form and the question before deleting. */
export const controlStyles = `/* Controls. */
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
`;
