import { commandCases } from './command-cases.ts';
import { fileCases } from './file-cases.ts';
import type { SandboxContractCase, SandboxUnderTest } from './harness.ts';
import { identityCases } from './identity-cases.ts';
import { lifeCases } from './life-cases.ts';

/**
 * What every SandboxPort must do. `open` gives a provider without sandboxes, anew for each case; Node must be on the sandbox's PATH.
 * Isolation is not asked for here: a provider that claims it proves it in its own tests.
 */
export function sandboxContract(open: () => Promise<SandboxUnderTest>): readonly SandboxContractCase[] {
  return Object.entries({ ...identityCases, ...fileCases, ...commandCases, ...lifeCases }).map(([name, body]) => ({
    name,
    run: async () => {
      const under = await open();
      try {
        await body(under);
      } finally {
        await under.close();
      }
    },
  }));
}
