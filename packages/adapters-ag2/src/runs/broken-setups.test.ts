import { historyChecks, type SimulationSetup, simulateCrashes, simulateHistories, simulation } from '@intarsia/core/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { embeddedNetwork } from '../embedded/embedded-network.ts';
import { brokenSetups } from './broken-setups.test-support.ts';

/** More than it takes: most are caught by the first seeds. */
const mostSeeds = 1_500;

/** The rules that some seed found broken, as soon as all that are wanted are among them. */
async function caught(setup: SimulationSetup, wanted: readonly string[]): Promise<readonly string[]> {
  const { history } = simulation(setup);
  const found = new Set<string>();
  for (let seed = 1; seed <= mostSeeds && !wanted.every((check) => found.has(check)); seed += 1) {
    for (const { check } of (await history(seed)).problems) found.add(check);
  }
  return [...found];
}

describe('the simulator catches', () => {
  it.each(brokenSetups)('$defect', { timeout: 120_000 }, async ({ caughtBy, setup }) => {
    expect(await caught(setup, caughtBy)).toEqual(expect.arrayContaining([...caughtBy]));
  });

  it('something by each of its rules', () => {
    const rules = brokenSetups.flatMap(({ caughtBy }) => caughtBy);
    expect(historyChecks.map(({ name }) => name).filter((name) => !rules.includes(name))).toEqual([]);
  });
});

describe('a history that breaks a rule', () => {
  const [, broken] = brokenSetups;
  const setup: SimulationSetup = { network: embeddedNetwork, ...broken?.setup, command: 'npx vitest run suite.test.ts' };

  it('is told with the rule and the command that replays it', async () => {
    const told = await simulateHistories(setup, { count: 50 }).catch((error: Error) => error.message);
    expect(told).toMatch(/^History 1 breaks a rule:\n {2}no unsafe effect twice: The effect of \S+ happened 2 times under the key \S+\.\n/);
    expect(told).toMatch(/\nReplay it with its trace:\n {2}INTARSIA_SEED=1 npx vitest run suite\.test\.ts$/);
  });

  it('is not told of a whole setup', async () => {
    expect(await simulateHistories({ network: embeddedNetwork }, { count: 3, first: 7 })).toMatchObject({ histories: 3 });
  });

  it('is replayed by its id, with its trace', async () => {
    const { id, problems, trace } = await simulation(setup).replay('1');
    expect(id).toBe('1');
    expect(problems[0]?.check).toBe('no unsafe effect twice');
    expect(trace().join('\n')).toMatch(/ people +ask a1 to start\n/);
  });
});

describe('the environment of a suite', () => {
  const written: string[] = [];
  const given = (name: string, value: string) => {
    vi.stubEnv(name, value);
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  };
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    written.length = 0;
  });
  const setup: SimulationSetup = { network: embeddedNetwork };

  it('may name one seed: only that history is lived, and its trace is written', async () => {
    given('INTARSIA_SEED', '17');
    expect(await simulateHistories(setup, { count: 2_000 })).toMatchObject({ histories: 1 });
    expect(written.join('')).toBe(`${(await simulation(setup).replay('17')).trace().join('\n')}\n`);
    expect(await simulateCrashes(setup)).toEqual({ histories: 0, awaits: 0 });
  });

  it('may name one crash', async () => {
    given('INTARSIA_SEED', 'crash-2-3-after');
    expect(await simulateCrashes(setup)).toMatchObject({ histories: 1 });
    expect(written.join('')).toMatch(/ a1 +#3 .* <<< crash after it\n[\s\S]* a1 +dies\n/);
    expect(await simulateHistories(setup, { count: 2_000 })).toEqual({ histories: 0, awaits: 0 });
  });

  it('may say how many histories, which are counted then', async () => {
    given('INTARSIA_HISTORIES', '2');
    expect(await simulateHistories(setup, { count: 2_000 })).toMatchObject({ histories: 2 });
    expect(written.join('')).toMatch(/^2 histories, \d+ awaits of their first processes, \d+ histories a minute\n$/);
  });

  it.each([
    ['INTARSIA_SEED', 'crash-3-5-after'],
    ['INTARSIA_SEED', 'x'],
    ['INTARSIA_HISTORIES', '0'],
    ['INTARSIA_HISTORIES', 'many'],
  ])('is refused when %s is %s', async (name, value) => {
    given(name, value);
    await expect(simulateHistories(setup, { count: 1 })).rejects.toThrow(name);
  });
});
