import type { KnowledgeCase, StoreCase } from './case.ts';
import { appendCases, journalAppendCases } from './cases/appends.ts';
import { changeCases, journalChangeCases } from './cases/changes.ts';
import { clockCases } from './cases/clocks.ts';
import { commitCases } from './cases/commits.ts';
import { expectationCases } from './cases/expectations.ts';
import { fenceCases } from './cases/fences.ts';
import { fileCases } from './cases/files.ts';
import { folderCases } from './cases/folders.ts';
import { leaseCases } from './cases/leases.ts';
import { journalLifetimeCases, lifetimeCases } from './cases/lifetime.ts';
import { lostAnswerCases } from './cases/lost-answers.ts';
import { journalNameCases, nameCases } from './cases/names.ts';
import { namespaceCases } from './cases/namespaces.ts';
import { journalPathCases, pathCases } from './cases/paths.ts';
import { rangeCases } from './cases/ranges.ts';
import { restartCases } from './cases/restarts.ts';
import { sharedCases as twoHandleCases } from './cases/shared.ts';
import { sharedRaceCases } from './cases/shared-races.ts';
import { statCases } from './cases/stats.ts';
import type { SharedStoreHarness } from './harness.ts';

/** What every store of files must do. */
export const knowledgeCases: readonly KnowledgeCase[] = [
  ...pathCases,
  ...nameCases,
  ...fileCases,
  ...folderCases,
  ...appendCases,
  ...rangeCases,
  ...changeCases,
  ...lifetimeCases,
];

/** What a store of journals must do beside. */
export const journalCases: readonly StoreCase[] = [
  ...journalPathCases,
  ...journalNameCases,
  ...journalAppendCases,
  ...journalChangeCases,
  ...journalLifetimeCases,
  ...statCases,
  ...commitCases,
  ...expectationCases,
  ...leaseCases,
  ...fenceCases,
  ...clockCases,
  ...namespaceCases,
  ...restartCases,
  ...lostAnswerCases,
];

/** What must hold between two handles. */
export const sharedCases: readonly StoreCase<SharedStoreHarness>[] = [...twoHandleCases, ...sharedRaceCases];
