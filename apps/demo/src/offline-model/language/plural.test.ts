import { describe, expect, test } from 'vitest';
import { isPlural, pluralOf, singularOf } from './plural.ts';

const pairs = `book books, person people, box boxes, battery batteries, leaf leaves, mouse mice, child children, story stories, bus buses,
  company companies, man men, salesman salesmen, woman women, tooth teeth, foot feet, goose geese, knife knives, bookshelf bookshelves,
  wolf wolves, potato potatoes, tomato tomatoes, hero heroes, photo photos, piano pianos, video videos, shoe shoes, toe toes, day days,
  toy toys, key keys, city cities, movie movies, cookie cookies, tie ties, pie pies, class classes, boss bosses, address addresses,
  process processes, dish dishes, brush brushes, match matches, watch watches, cache caches, headache headaches, tax taxes, fox foxes,
  quiz quizzes, buzz buzzes, house houses, case cases, course courses, license licenses, purchase purchases, expense expenses,
  horse horses, database databases, exercise exercises, lens lenses, gas gases, virus viruses, campus campuses, status statuses,
  atlas atlases, canvas canvases, bonus bonuses, analysis analyses, crisis crises, criterion criteria, cactus cacti, glove gloves,
  olive olives, archive archives, drive drives, valve valves, wave waves, prize prizes, size sizes, machine machines, invoice invoices,
  guitar guitars, series series, sheep sheep, fish fish, equipment equipment, SKU SKUs, PC PCs, German Germans, human humans, Leaf Leaves`
  .split(/,\s*/)
  .map((pair) => pair.split(' '));

describe('plurals', () => {
  test.each(pairs)('%s, %s', (singular, plural) => {
    expect(pluralOf(singular ?? '')).toBe(plural);
    expect(singularOf(plural ?? '')).toBe(singular);
    expect(pluralOf(plural ?? '')).toBe(plural);
    expect(singularOf(singular ?? '')).toBe(singular);
    expect(isPlural(plural ?? '')).toBe(singular !== plural);
  });
});
