import { describe, expect, it } from 'vitest';
import { enterStep, finishStep, freshSteps, goOn, leaveRunning, type StepName, type Steps, stepOfAgent, stepOfTool } from './steps.ts';

const at = (seconds: number) => new Date(1_000_000 + seconds * 1000).toISOString();
const states = (steps: Steps) => steps.map(({ state }) => state).join(' ');
const enterAll = (...names: readonly StepName[]) =>
  names.reduce((steps, name, index) => enterStep(steps, name, at(index * 10)), freshSteps());

describe('entering a step', () => {
  it.each<[string, Steps, string]>([
    ['the first one', enterAll('interview'), 'running waiting waiting waiting waiting'],
    ['the next one ends the one before', enterAll('interview', 'plan'), 'done running waiting waiting waiting'],
    ['one further on skips what nobody worked on', enterAll('interview', 'build'), 'done skipped running waiting waiting'],
    [
      'one before it takes the later ones back',
      enterAll('interview', 'plan', 'build', 'validate', 'build'),
      'done done running waiting waiting',
    ],
    ['the one at work changes nothing', enterAll('interview', 'interview'), 'running waiting waiting waiting waiting'],
  ])('%s', (_, steps, expected) => {
    expect(states(steps)).toBe(expected);
  });

  it('counts the tries and adds up the time of a step that is worked on twice', () => {
    const failed = finishStep(enterAll('build', 'validate'), 'validate', 'failed', '2 of 9 tests failed', at(15));
    const again = finishStep(
      enterStep(enterStep(failed, 'build', at(15)), 'validate', at(20)),
      'validate',
      'done',
      '9 tests passed',
      at(26),
    );
    expect(again.find(({ name }) => name === 'build')).toMatchObject({ tries: 2, activeMs: 15_000, state: 'done' });
    expect(again.find(({ name }) => name === 'validate')).toMatchObject({ tries: 2, activeMs: 11_000, result: '9 tests passed' });
  });
});

describe('leaving and going on', () => {
  it('does not count the time a person thinks', () => {
    const asked = leaveRunning(enterAll('interview'), 'asked', at(4));
    const answered = finishStep(goOn(asked, at(60)), 'interview', 'done', '', at(63));
    expect(answered[0]).toMatchObject({ state: 'done', activeMs: 7000, tries: 1 });
  });

  it('does not run backwards with a clock that was set back', () => {
    expect(finishStep(enterAll('interview'), 'interview', 'done', '', at(-50))[0]?.activeMs).toBe(0);
  });

  it('goes on with the step that stopped last', () => {
    expect(states(goOn(leaveRunning(enterAll('interview', 'plan'), 'stopped', at(12)), at(20)))).toBe(
      'done running waiting waiting waiting',
    );
  });
});

describe('who works on what', () => {
  it.each([
    ['Interviewer', 'interview'],
    ['Planner', 'plan'],
    ['Builder', 'build'],
    ['user', null],
    ['constructor', null],
  ])('agent %s', (agent, step) => {
    expect(stepOfAgent(agent)).toBe(step);
  });

  it.each([
    ['record_brief', 'interview'],
    ['save_plan', 'plan'],
    ['save_artifact', 'build'],
    ['validate_artifact', 'validate'],
    ['start_preview', 'preview'],
    ['toString', null],
  ])('tool %s', (tool, step) => {
    expect(stepOfTool(tool)).toBe(step);
  });
});
