import type { AppPlan } from './plan.ts';
import { appScriptFile } from './templates/app-script.ts';
import { checkFile, storeFile } from './templates/data.ts';
import { formScriptFile } from './templates/form-script.ts';
import { iconFile } from './templates/icon.ts';
import { apiFile, pagesFile, serverFile } from './templates/server.ts';
import { stylesFile } from './templates/styles.ts';
import { tableScriptFile } from './templates/table-script.ts';
import { testFile } from './templates/tests.ts';
import { packageFile, pageFile, readmeFile, schemaFile } from './templates/texts.ts';

/** One file of a generated app. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

/**
 * The complete app for a plan: no dependencies, Node 22.18 or newer. Only `schema.mjs`, the page, the README and the manifest hold text
 * of the plan, each encoded for its place; all else is the same for every app. The same plan gives the same files.
 */
export function generateApp(plan: AppPlan): readonly GeneratedFile[] {
  return [
    { path: 'README.md', content: readmeFile(plan) },
    { path: 'api.mjs', content: apiFile },
    { path: 'check.mjs', content: checkFile },
    { path: 'package.json', content: packageFile(plan) },
    { path: 'pages.mjs', content: pagesFile },
    { path: 'public/app.js', content: appScriptFile },
    { path: 'public/form.js', content: formScriptFile },
    { path: 'public/icon.svg', content: iconFile },
    { path: 'public/index.html', content: pageFile(plan) },
    { path: 'public/styles.css', content: stylesFile },
    { path: 'public/table.js', content: tableScriptFile },
    { path: 'schema.mjs', content: schemaFile(plan) },
    { path: 'server.mjs', content: serverFile },
    { path: 'store.mjs', content: storeFile },
    { path: 'test/app.test.mjs', content: testFile },
  ];
}
