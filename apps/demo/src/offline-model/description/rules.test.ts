import { describe, expect, it } from 'vitest';
import { readConversation } from './read-message.ts';
import { answerRules, saysRules } from './rules.ts';

const { description } = readConversation(['a tracker for sensors with name, zone, temperature and last check date']);
const required = (answer: string): readonly string[] | null =>
  answerRules(description, answer)?.fields.flatMap((field) => (field.required ? [field.label] : [])) ?? null;

describe('an answer to the question for the rules', () => {
  it.each<[string, readonly string[] | null]>([
    ['none', []],
    ['None.', []],
    ['no', []],
    ['nothing', []],
    ['no rules', []],
    ["that's all", []],
    ['all optional', []],
    ['none of them', []],
    ['all', ['name', 'zone', 'temperature', 'last check date']],
    ['All of them!', ['name', 'zone', 'temperature', 'last check date']],
    ['name', ['name']],
    ['Only the name.', ['name']],
    ['just the name please', ['name']],
    ['name and zone', ['name', 'zone']],
    ['the name, the zone and the last check date', ['name', 'zone', 'last check date']],
    ['The name must be filled in', ['name']],
    ['name and zone are required', ['name', 'zone']],
    ['temperature must always be given', ['temperature']],
    ['the name has to be filled in', ['name']],
    ['none are required', []],
    ['you decide', []],
    ['all except zone', ['name', 'temperature', 'last check date']],
    ['everything but the zone and the temperature', ['name', 'last check date']],
    ['name is required, zone is optional', ['name']],
    ['the first one', ['name']],
    ['also add humidity', null],
    ['name and colour', null],
    ['rename zone to area', null],
    ['temperature from -20 to 60', null],
  ])('%j', (answer, expected) => {
    expect(required(answer)).toEqual(expected);
  });
});

describe('whether rules were spoken of', () => {
  it.each<[string, boolean]>([
    ['a tracker for sensors with name and zone', false],
    ['a tracker for sensors with name (required) and zone', true],
    ['a tracker for sensors with name and rating from 1 to 5', true],
    ['a tracker for sensors with name and zone, all optional', true],
  ])('%j', (words, expected) => {
    expect(saysRules(readConversation([words]).description, [words])).toBe(expected);
  });
});

describe('an answer that goes on', () => {
  it.each<[string, string]>([
    ['name, and rename zone to area', 'name!, area, temperature, last check date'],
    ['none, but rename zone to area', 'name, area, temperature, last check date'],
    ['Only the name. Please also add height.', 'name!, zone, temperature, last check date, height'],
    ['rename zone to area, and name is required', 'name!, area, temperature, last check date'],
    ['rename zone to area', 'name, area, temperature, last check date'],
  ])('%j', (answer, expected) => {
    const reading = readConversation(['a tracker for sensors with name, zone, temperature and last check date', answer], new Set([1]));
    expect(reading.understood).toBe(true);
    expect(reading.description.fields.map(({ label, required: must }) => `${label}${must ? '!' : ''}`).join(', ')).toBe(expected);
  });

  it.each(['name. It is raining.', 'none. And make it blue please.', 'name and colour', 'bananas'])('%j is not understood', (answer) => {
    const reading = readConversation(['a tracker for sensors with name and zone', answer], new Set([1]));
    expect(reading.understood).toBe(false);
    expect(reading.description.fields.map(({ label, required: must }) => `${label}${must ? '!' : ''}`)).toEqual(['name', 'zone']);
  });
});
