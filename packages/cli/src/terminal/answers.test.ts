import { describe, expect, it } from 'vitest';
import { answersFrom } from './answers.ts';
import { controlC, controlD, personAt } from './terminal.test-support.ts';

describe('answers at a terminal', () => {
  it('are asked for after those that were given, and again after an empty line', async () => {
    const person = personAt();
    const answers = answersFrom(['given'], person.streams);
    expect(await answers.next()).toBe('given');
    expect(person.seen()).toBe('');
    const typed = answers.next();
    await person.type('\r');
    await person.type('  \r');
    await person.type('hello\r');
    expect(await typed).toBe('hello');
    const more = answers.next();
    await person.type('again\r');
    expect([await more, answers.isInterrupted()]).toEqual(['again', false]);
  });

  it('are none once the input ended', async () => {
    const person = personAt();
    const answers = answersFrom([], person.streams);
    const typed = answers.next();
    await person.type(controlD);
    expect([await typed, answers.isInterrupted()]).toEqual([null, false]);
  });

  it('are none after Ctrl-C, or after a signal, which ends only a question that is open', async () => {
    for (const how of ['Ctrl-C', 'a signal']) {
      const person = personAt();
      const answers = answersFrom([], person.streams);
      expect(answers.interrupt()).toBe(false);
      const typed = answers.next();
      await person.type(how === 'Ctrl-C' ? controlC : 'half');
      if (how === 'a signal') expect(answers.interrupt()).toBe(true);
      expect([await typed, answers.isInterrupted(), answers.interrupt()]).toEqual([null, true, false]);
    }
  });

  it('are those that were given where nobody is there', async () => {
    const answers = answersFrom(['given'], null);
    expect([await answers.next(), await answers.next(), answers.interrupt()]).toEqual(['given', null, false]);
  });
});
