/** Irregular nouns, singular to plural. Read in both directions; the last part of a compound counts too (`salesman`). */
const irregular: Readonly<Record<string, string>> = {
  person: 'people',
  child: 'children',
  man: 'men',
  woman: 'women',
  tooth: 'teeth',
  foot: 'feet',
  goose: 'geese',
  mouse: 'mice',
  louse: 'lice',
  ox: 'oxen',
  die: 'dice',
  leaf: 'leaves',
  knife: 'knives',
  wife: 'wives',
  life: 'lives',
  shelf: 'shelves',
  wolf: 'wolves',
  half: 'halves',
  loaf: 'loaves',
  thief: 'thieves',
  calf: 'calves',
  scarf: 'scarves',
  elf: 'elves',
  self: 'selves',
  hoof: 'hooves',
  sheaf: 'sheaves',
  potato: 'potatoes',
  tomato: 'tomatoes',
  hero: 'heroes',
  echo: 'echoes',
  volcano: 'volcanoes',
  mango: 'mangoes',
  torpedo: 'torpedoes',
  cargo: 'cargoes',
  criterion: 'criteria',
  phenomenon: 'phenomena',
  cactus: 'cacti',
  fungus: 'fungi',
  alumnus: 'alumni',
  nucleus: 'nuclei',
  radius: 'radii',
  index: 'indices',
  matrix: 'matrices',
  vertex: 'vertices',
  appendix: 'appendices',
  curriculum: 'curricula',
  bacterium: 'bacteria',
  analysis: 'analyses',
  thesis: 'theses',
  crisis: 'crises',
  diagnosis: 'diagnoses',
  hypothesis: 'hypotheses',
  quiz: 'quizzes',
  axis: 'axes',
  passerby: 'passersby',
};
const irregularSingulars = new Map(Object.entries(irregular).map(([singular, plural]) => [plural, singular]));

/** The same in the singular and the plural. */
const unchanged = new Set(
  'sheep fish deer moose salmon trout shrimp squid aircraft spacecraft offspring series species equipment furniture software hardware news staff cattle luggage baggage clothing jewellery jewelry money music homework housework knowledge advice information data media feedback inventory merchandise stationery cutlery crockery poultry gear livestock laundry mail tennis gymnastics mathematics physics'.split(
    ' ',
  ),
);

/** Nouns that end in `s` although they are one thing. */
const singularInS = new Set(
  'bus gas lens canvas atlas alias bias virus campus status bonus octopus walrus circus census focus genius sinus minus plus surplus chorus menus-card iris pancreas christmas bus-pass cosmos chaos basis oasis emphasis tennis'.split(
    ' ',
  ),
);
/** Plurals in `ies` whose singular ends in `ie`. */
const inIe = new Set(
  'movies cookies ties pies lies zombies selfies calories brownies hoodies rookies smoothies birdies genies prairies pixies veggies foodies newbies'.split(
    ' ',
  ),
);
/** Plurals in `ches` or `xes` whose singular ends in `e`. */
const inE = new Set('aches headaches toothaches caches creches niches quiches avalanches axes'.split(' '));
/** Words in `o` that take `es` are irregular above; these plurals in `oes` drop only the `s`. */
const inOe = new Set('shoes horseshoes canoes toes hoes oboes foes'.split(' '));

/** `SKUs`, `PCs`. */
const acronyms = /^\p{Lu}[\p{Lu}\p{N}]+s$/u;

/** The plural of a noun; a noun that already is a plural stays as it is. */
export function pluralOf(word: string): string {
  if (acronyms.test(word)) return word;
  return sameCase(word, (lower) => (singularLower(lower) === lower ? pluralLower(lower) : lower));
}

/** The singular of a noun; a singular noun stays as it is. */
export function singularOf(word: string): string {
  if (acronyms.test(word)) return word.slice(0, -1);
  return sameCase(word, singularLower);
}

/** True for the written plural of a noun. */
export function isPlural(word: string): boolean {
  const lower = word.toLowerCase();
  return acronyms.test(word) || singularLower(lower) !== lower;
}

/** True for a noun that has one form only, such as `equipment`. */
export function isUncountable(word: string): boolean {
  return unchanged.has(word.toLowerCase());
}

function pluralLower(word: string): string {
  const known = fromTable(word, new Map(Object.entries(irregular)));
  if (known !== null) return known;
  if (unchanged.has(word) || /[^\p{ASCII}]/u.test(word)) return word; // English endings fit no foreign word
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}

function singularLower(word: string): string {
  if (unchanged.has(word) || singularInS.has(word)) return word;
  const known = fromTable(word, irregularSingulars);
  if (known !== null && word.length > 2) return known;
  if (!word.endsWith('s') || word.length < 3 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return inIe.has(word) || word.length < 5 ? word.slice(0, -1) : `${word.slice(0, -3)}y`;
  if (inE.has(word) || inOe.has(word)) return word.slice(0, -1);
  if (/(?:ss|sh|ch|x|zz|tz)es$/.test(word)) return word.slice(0, -2);
  if (
    word.endsWith('ses') &&
    (singularInS.has(word.slice(0, -2)) || (/(?:us|is)es$/.test(word) && !/(?:house|cause|use|noise|rise|ise|ause)s$/.test(word)))
  ) {
    return word.slice(0, -2);
  }
  if (word.endsWith("'s")) return word;
  return word.slice(0, -1);
}

/** Looks a word up whole, then by its ending (`policemen`, `bookshelves`); endings need three letters before them to count. */
function fromTable(word: string, table: ReadonlyMap<string, string>): string | null {
  const whole = table.get(word);
  if (whole !== undefined) return whole;
  for (const [from, to] of table) {
    if (from.length < 3 || !compoundEndings.has(from) || !word.endsWith(from) || word.length < from.length + 2) continue;
    if (notCompounds.has(word)) continue;
    return `${word.slice(0, -from.length)}${to}`;
  }
  return null;
}
const compoundEndings = new Set(
  'man men woman women person people child children shelf shelves knife knives wife wives foot feet tooth teeth mouse mice'.split(' '),
);
const notCompounds = new Set(
  'human humans german germans roman romans shaman shamans talisman specimen specimens regimen abdomen omen women acumen'.split(' '),
);

function sameCase(word: string, change: (lower: string) => string): string {
  const lower = word.toLowerCase();
  const changed = change(lower);
  if (changed === lower) return word;
  if (isAcronym(word)) return changed.length < lower.length ? word.slice(0, changed.length) : `${word}s`;
  return /^\p{Lu}/u.test(word) ? `${changed.charAt(0).toUpperCase()}${changed.slice(1)}` : changed;
}

/** `SKU` and `SKUs`: capitals that are no ordinary word. */
export function isAcronym(word: string): boolean {
  return (
    /^\p{Lu}[\p{Lu}\p{N}]+s?$/u.test(word) && !irregularSingulars.has(word.toLowerCase()) && !Object.hasOwn(irregular, word.toLowerCase())
  );
}
