/** Irregular nouns, singular to plural. Read in both directions; the last part of a compound counts too (`salesman`). */
export const irregular: Readonly<Record<string, string>> = {
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
  quiz: 'quizzes',
  axis: 'axes',
  passerby: 'passersby',
  wharf: 'wharves',
  tornado: 'tornadoes',
  mosquito: 'mosquitoes',
  buffalo: 'buffaloes',
  domino: 'dominoes',
  veto: 'vetoes',
  embargo: 'embargoes',
  fez: 'fezzes',
  stimulus: 'stimuli',
  bacillus: 'bacilli',
  larva: 'larvae',
  alga: 'algae',
  vertebra: 'vertebrae',
  erratum: 'errata',
  ovum: 'ova',
  stratum: 'strata',
  millennium: 'millennia',
};

/** Plurals that are read as well, although the other form is the one written. */
export const alsoRead: Readonly<Record<string, string>> = {
  octopi: 'octopus',
  syllabi: 'syllabus',
  formulae: 'formula',
  antennae: 'antenna',
  nebulae: 'nebula',
  stadia: 'stadium',
  aquaria: 'aquarium',
  terraria: 'terrarium',
  dwarves: 'dwarf',
  rooves: 'roof',
  automata: 'automaton',
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The same in the singular and the plural. */
export const unchanged = words(
  'sheep fish deer moose salmon trout shrimp squid bison aircraft spacecraft hovercraft watercraft offspring series species equipment furniture software hardware news staff cattle luggage baggage clothing jewellery jewelry money music homework housework knowledge advice information data media feedback inventory merchandise stationery cutlery crockery poultry gear livestock wildlife laundry mail tennis gymnastics mathematics physics chassis gallows barracks crossroads headquarters scissors trousers jeans pants shorts leggings tights clothes goods binoculars tweezers pliers goggles sunglasses pajamas pyjamas means',
);

/** Nouns that end in `s` although they are one thing. */
export const singularInS = words(
  'gas lens canvas atlas alias bias iris trellis pelvis metropolis pancreas christmas cosmos chaos rhinoceros asparagus tennis',
);

/** Plurals in `ies` whose singular ends in `ie`. */
export const inIe = words(
  'movies cookies ties neckties bowties pies magpies lies zombies selfies calories brownies hoodies rookies smoothies birdies genies prairies pixies veggies foodies newbies cuties sweeties goalies budgies collies junkies hippies groupies aunties townies techies bookies oldies sorties reveries menageries patisseries rotisseries lingeries eyries walkie-talkies',
);

/** These plurals in `oes` drop only the `s`; words in `o` that take `es` are irregular. */
export const inOe = words('shoes horseshoes snowshoes canoes toes hoes oboes foes aloes floes');

/** Irregular nouns that also are the end of longer ones (`salesman`, `bookshelf`). */
export const compoundEndings = words(
  'man men woman women person people child children shelf shelves knife knives wife wives leaf leaves life lives loaf loaves wolf wolves hero heroes foot feet tooth teeth mouse mice',
);

/** Words that only look like such a longer one. */
export const notCompounds = words(
  'human humans german germans roman romans shaman shamans talisman specimen specimens regimen abdomen omen women acumen olives',
);
