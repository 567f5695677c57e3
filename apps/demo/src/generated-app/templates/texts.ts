import { htmlText, markdownText, sourceText } from '../escape.ts';
import { pathOf } from '../names.ts';
import type { AppPlan, PlannedField } from '../plan.ts';

/** `schema.mjs`: the only file that names the entity and its fields. */
export function schemaFile(plan: AppPlan): string {
  const entity = { singular: plan.entity.singular, plural: plan.entity.plural, path: pathOf(plan) };
  const fields = plan.fields.map((field) => `  ${sourceText(inOrder(field))},`);
  return [
    '// What this app keeps. Server, page and tests read it from here and nowhere else.',
    `export const title = ${sourceText(plan.title)};`,
    `export const entity = ${sourceText(entity)};`,
    'export const fields = [',
    ...fields,
    '];',
    '',
  ].join('\n');
}

function inOrder({ choices, label, max, min, name, required, type }: PlannedField): unknown {
  return { name, label, type, required, choices: type === 'choice' ? choices : [], min, max };
}

/** `package.json`: no dependencies, two commands. */
export function packageFile(plan: AppPlan): string {
  const manifest = {
    name: pathOf(plan),
    version: '1.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=22.18' },
    scripts: { start: 'node server.mjs', test: 'node --test' },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** `README.md`: how to run it and what it keeps. */
export function readmeFile(plan: AppPlan): string {
  const path = pathOf(plan);
  const rows = plan.fields.map(
    (field) => `| ${markdownText(field.label)} | \`${field.name}\` | ${typeWords[field.type]} | ${field.required ? 'yes' : 'no'} |`,
  );
  const notes =
    plan.notes.trim() === ''
      ? []
      : [
          '## Noted, not built',
          '',
          ...plan.notes
            .trim()
            .split('\n')
            .map((note) => `- ${markdownText(note)}`),
          '',
        ];
  return [
    `# ${markdownText(plan.title)}`,
    '',
    markdownText(plan.summary || `Keeps a list of ${plan.entity.plural}.`),
    '',
    '## Run it',
    '',
    'Needs Node.js 22.18 or newer; nothing is installed.',
    '',
    '```sh',
    'npm start   # http://127.0.0.1:3000',
    'npm test',
    '```',
    '',
    `\`HOST\`, \`PORT\` and \`DATA_DIR\` say where it listens and where it keeps its entries (\`data/${path}.json\`).`,
    '',
    '## What an entry has',
    '',
    '| Label | Key | Type | Required |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    '## API',
    '',
    '| Request | Answer |',
    '| --- | --- |',
    `| \`GET /api/${path}?search=words\` | all entries, or those that have every word |`,
    `| \`POST /api/${path}\` | 201 with the new entry |`,
    `| \`GET\`, \`PUT\`, \`DELETE /api/${path}/<id>\` | the entry, the changed entry, 204 |`,
    '| `GET /healthz` | 200 |',
    '',
    'A value that breaks a rule, and a field that is not listed above, is answered with 422 and `{ "errors": { "<key>": "<message>" } }`.',
    '',
    ...notes,
  ].join('\n');
}

const typeWords: Readonly<Record<PlannedField['type'], string>> = {
  text: 'text',
  long_text: 'long text',
  number: 'number',
  integer: 'whole number',
  date: 'date',
  boolean: 'yes or no',
  choice: 'choice',
  email: 'email address',
  url: 'web address',
};

/** `public/index.html`: the frame that the scripts fill. */
export function pageFile(plan: AppPlan): string {
  const title = htmlText(plan.title);
  const plural = htmlText(plan.entity.plural);
  const singular = htmlText(plan.entity.singular);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/styles.css">
    <script type="module" src="/app.js"></script>
  </head>
  <body>
    <a class="skip" href="#main">Skip to the list</a>
    <header class="top">
      <div class="page top-row">
        <img class="mark" src="/icon.svg" alt="" width="28" height="28">
        <h1>${title}</h1>
        <span class="count" id="count"></span>
      </div>
    </header>
    <main class="page" id="main" tabindex="-1">
      <div class="bar">
        <label class="search">
          <span class="hidden">Search ${plural}</span>
          <svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/></svg>
          <input id="search" type="search" placeholder="Search ${plural}" autocomplete="off" spellcheck="false">
        </label>
        <button class="primary" id="add" type="button"><span aria-hidden="true">+</span> Add ${singular}</button>
      </div>
      <p class="said" id="said" role="status"></p>
      <section class="panel" id="list" aria-label="${plural}" aria-busy="true"></section>
    </main>
    <dialog id="editor" aria-labelledby="editor-title">
      <form id="form" novalidate>
        <header><h2 id="editor-title"></h2></header>
        <div class="fields" id="fields"></div>
        <p class="form-error" id="form-error" role="alert"></p>
        <footer>
          <button type="button" id="cancel">Cancel</button>
          <button class="primary" type="submit" id="save">Save</button>
        </footer>
      </form>
    </dialog>
    <dialog class="small" id="confirm" aria-labelledby="confirm-title">
      <form method="dialog">
        <header><h2 id="confirm-title">Delete this ${singular}?</h2></header>
        <p id="confirm-text"></p>
        <footer>
          <button value="keep">Keep</button>
          <button class="danger" value="delete">Delete</button>
        </footer>
      </form>
    </dialog>
    <noscript><p class="page">This page needs JavaScript.</p></noscript>
  </body>
</html>
`;
}
