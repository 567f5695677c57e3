import { expect, test } from 'vitest';
import { keyOf } from './app-description.ts';
import { drawApps, fieldPool, mulberry32 } from './generator.ts';
import { phrasings } from './phrasings.ts';
import { entities, identities } from './pools.ts';

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

test('mulberry32 gives the numbers of its definition', () => {
  const random = mulberry32(42);
  expect([random(), random(), random()]).toEqual([0.6011037519201636, 0.44829055899754167, 0.8524657934904099]);
});

test('the pools are large, and no key stands twice in one of them', () => {
  const names = [...fieldPool.map(({ name }) => name), ...identities.map(keyOf)];
  expect(entities.length).toBeGreaterThanOrEqual(60);
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(entities.map(([singular]) => singular)).size).toBe(entities.length);
});

test('the same seed draws the same apps, another one others', () => {
  expect(drawApps(7, 20)).toEqual(drawApps(7, 20));
  expect(drawApps(8, 20)).not.toEqual(drawApps(7, 20));
});

test('every app has three to seven fields with different keys, a text first, and values for each choice', () => {
  for (const app of seeds.flatMap((seed) => drawApps(seed, 20))) {
    expect(app.fields.length).toBeGreaterThanOrEqual(3);
    expect(app.fields.length).toBeLessThanOrEqual(7);
    expect(new Set(app.fields.map(({ name }) => name)).size).toBe(app.fields.length);
    expect(app.fields[0].type).toBe('text');
    for (const { type, choices } of app.fields) expect(choices.length >= 2).toBe(type === 'choice');
  }
});

test('twenty apps cover every type of field', () => {
  for (const seed of seeds) {
    expect(new Set(drawApps(seed, 20).flatMap(({ fields }) => fields.map(({ type }) => type))).size).toBe(9);
  }
});

test('every phrasing says each field once, in order, and each type that has to be said', () => {
  for (const app of seeds.flatMap((seed) => drawApps(seed, 20))) {
    for (const [name, phrase] of Object.entries(phrasings)) {
      const { input, answers } = phrase(app);
      const said = [input, ...answers].join('\n').toLowerCase();
      expect(said, name).toContain(app.plural.toLowerCase());
      for (const { label, choices } of app.fields) for (const word of [label, ...choices]) expect(said, name).toContain(word);
    }
  }
});

test('each phrasing is a different text, and three of them need an answer', () => {
  const [app] = drawApps(1, 1);
  if (app === undefined) throw new Error('Nothing was drawn.');
  const conversations = Object.values(phrasings).map((phrase) => phrase(app));
  expect(new Set(conversations.map(({ input }) => input)).size).toBe(10);
  expect(conversations.filter(({ answers }) => answers.length > 0).map(({ answers }) => answers.length)).toEqual([1, 2, 1]);
});
