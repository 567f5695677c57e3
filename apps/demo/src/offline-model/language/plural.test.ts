import { describe, expect, test } from 'vitest';
import { isPlural, pluralOf, singularOf } from './plural.ts';

const pairs = `book books, person people, box boxes, battery batteries, leaf leaves, mouse mice, child children, story stories, bus buses,
  company companies, man men, salesman salesmen, woman women, tooth teeth, foot feet, goose geese, knife knives,
  bookshelf bookshelves, wolf wolves, potato potatoes, tomato tomatoes, hero heroes, photo photos, piano pianos, video videos,
  shoe shoes, toe toes, day days, toy toys, key keys, city cities, movie movies, cookie cookies, tie ties, pie pies, class classes,
  boss bosses, address addresses, process processes, dish dishes, brush brushes, match matches, watch watches, cache caches,
  headache headaches, tax taxes, fox foxes, quiz quizzes, buzz buzzes, house houses, case cases, course courses, license licenses,
  purchase purchases, expense expenses, horse horses, database databases, exercise exercises, lens lenses, gas gases, virus viruses,
  campus campuses, status statuses, atlas atlases, canvas canvases, bonus bonuses, analysis analyses, crisis crises,
  criterion criteria, cactus cacti, glove gloves, olive olives, archive archives, drive drives, valve valves, wave waves,
  prize prizes, size sizes, machine machines, invoice invoices, guitar guitars, series series, sheep sheep, fish fish,
  equipment equipment, SKU SKUs, PC PCs, German Germans, human humans, Leaf Leaves, geocache geocaches, stomachache stomachaches,
  moustache moustaches, beach beaches, coach coaches, peach peaches, approach approaches, roach roaches, cockroach cockroaches,
  speech speeches, leech leeches, breach breaches, niche niches, quiche quiches, cliche cliches, sandwich sandwiches,
  ostrich ostriches, porch porches, church churches, arch arches, perch perches, torch torches, bench benches, branch branches,
  lunch lunches, inch inches, avalanche avalanches, tranche tranches, ranch ranches, wrench wrenches, trench trenches, couch couches,
  pouch pouches, touch touches, brooch brooches, brioche brioches, patch patches, pitch pitches, sketch sketches, batch batches,
  hatch hatches, switch switches, witch witches, crutch crutches, stopwatch stopwatches, stitch stitches, monarch monarchs,
  stomach stomachs, epoch epochs, loch lochs, tech techs, toothbrush toothbrushes, wish wishes, crash crashes, eyelash eyelashes,
  rash rashes, radish radishes, bush bushes, leash leashes, mailbox mailboxes, suffix suffixes, prefix prefixes, fax faxes,
  reflex reflexes, mix mixes, pickaxe pickaxes, annex annexes, complex complexes, lynx lynxes, sphinx sphinxes, waltz waltzes,
  blitz blitzes, fez fezzes, maze mazes, breeze breezes, gaze gazes, bulldozer bulldozers, trapeze trapezes, bronze bronzes,
  sneeze sneezes, freeze freezes, glass glasses, mattress mattresses, waitress waitresses, business businesses, illness illnesses,
  compass compasses, princess princesses, fortress fortresses, harness harnesses, dress dresses, pass passes, loss losses,
  cross crosses, access accesses, success successes, actress actresses, witness witnesses, hostess hostesses, kiss kisses,
  warehouse warehouses, greenhouse greenhouses, nurse nurses, purse purses, vase vases, base bases, phase phases, phrase phrases,
  lease leases, release releases, disease diseases, suitcase suitcases, bookcase bookcases, rose roses, nose noses, hose hoses,
  dose doses, purpose purposes, excuse excuses, cause causes, clause clauses, spouse spouses, blouse blouses, fuse fuses, muse muses,
  use uses, franchise franchises, enterprise enterprises, promise promises, premise premises, response responses, sense senses,
  defense defenses, universe universes, verse verses, corpse corpses, synapse synapses, eclipse eclipses, cheese cheeses,
  noise noises, tortoise tortoises, cruise cruises, bruise bruises, cottage cottages, surprise surprises, merchandise merchandise,
  minibus minibuses, walrus walruses, census censuses, circus circuses, chorus choruses, crocus crocuses, hibiscus hibiscuses,
  abacus abacuses, prospectus prospectuses, apparatus apparatuses, platypus platypuses, octopus octopuses, caucus caucuses,
  consensus consensuses, exodus exoduses, alias aliases, bias biases, iris irises, trellis trellises, pelvis pelvises, tennis tennis,
  cosmos cosmoses, pancreas pancreases, christmas christmases, pajamas pajamas, thesis theses, synthesis syntheses, oasis oases,
  hypothesis hypotheses, diagnosis diagnoses, prognosis prognoses, parenthesis parentheses, emphasis emphases, synopsis synopses,
  catharsis catharses, neurosis neuroses, dialysis dialyses, biopsy biopsies, metamorphosis metamorphoses, salesperson salespeople,
  grandchild grandchildren, fireman firemen, mongoose mongooses, louse lice, ox oxen, cloverleaf cloverleaves, penknife penknives,
  wife wives, midwife midwives, housewife housewives, life lives, afterlife afterlives, shelf shelves, werewolf werewolves,
  half halves, loaf loaves, meatloaf meatloaves, thief thieves, calf calves, scarf scarves, elf elves, hoof hooves, sheaf sheaves,
  roof roofs, chief chiefs, chef chefs, belief beliefs, proof proofs, reef reefs, brief briefs, cliff cliffs, staff staff,
  handkerchief handkerchiefs, safe safes, giraffe giraffes, carafe carafes, cafe cafes, gulf gulfs, dwarf dwarfs, wharf wharves,
  grief griefs, cuff cuffs, cave caves, curve curves, stove stoves, sleeve sleeves, hive hives, beehive beehives, dive dives,
  native natives, nerve nerves, relative relatives, grave graves, reserve reserves, slave slaves, dove doves, groove grooves,
  move moves, detective detectives, incentive incentives, objective objectives, initiative initiatives, executive executives,
  representative representatives, superhero superheroes, echo echoes, volcano volcanoes, mango mangoes, radio radios, studio studios,
  logo logos, memo memos, zoo zoos, kangaroo kangaroos, tattoo tattoos, casino casinos, euro euros, kilo kilos, disco discos,
  avocado avocados, flamingo flamingos, tornado tornadoes, mosquito mosquitoes, buffalo buffaloes, domino dominoes, patio patios,
  portfolio portfolios, scenario scenarios, ratio ratios, horseshoe horseshoes, snowshoe snowshoes, canoe canoes, hoe hoes,
  oboe oboes, cello cellos, burrito burritos, taco tacos, embryo embryos, stereo stereos, solo solos, motto mottos, ghetto ghettos,
  veto vetoes, torpedo torpedoes, demo demos, promo promos, condo condos, torso torsos, library libraries, hobby hobbies,
  delivery deliveries, party parties, category categories, country countries, berry berries, strawberry strawberries, puppy puppies,
  baby babies, lady ladies, enquiry enquiries, policy policies, pharmacy pharmacies, bakery bakeries, butterfly butterflies,
  fly flies, spy spies, cherry cherries, penny pennies, allergy allergies, grocery groceries, trophy trophies, monkey monkeys,
  donkey donkeys, holiday holidays, birthday birthdays, boy boys, tray trays, essay essays, survey surveys, journey journeys,
  chimney chimneys, valley valleys, turkey turkeys, jersey jerseys, guy guys, colloquy colloquies, soliloquy soliloquies,
  selfie selfies, calorie calories, brownie brownies, hoodie hoodies, smoothie smoothies, rookie rookies, zombie zombies, die dice,
  necktie neckties, walkie-talkie walkie-talkies, prairie prairies, lingerie lingeries, magpie magpies, cutie cuties, genie genies,
  species species, fungus fungi, alumnus alumni, nucleus nuclei, radius radii, stimulus stimuli, syllabus syllabuses,
  bacillus bacilli, phenomenon phenomena, curriculum curricula, bacterium bacteria, index indices, matrix matrices, vertex vertices,
  appendix appendices, larva larvae, alga algae, antenna antennas, formula formulas, stadium stadiums, album albums, museum museums,
  aquarium aquariums, terrarium terrariums, forum forums, gymnasium gymnasiums, agenda agendas, camera cameras, pizza pizzas,
  sofa sofas, idea ideas, area areas, plaza plazas, erratum errata, symposium symposiums, memorandum memorandums, ovum ova,
  stratum strata, millennium millennia, deer deer, moose moose, aircraft aircraft, spacecraft spacecraft, furniture furniture,
  software software, offspring offspring, salmon salmon, trout trout, news news, swordfish swordfish, goldfish goldfish,
  jellyfish jellyfish, hovercraft hovercraft, watercraft watercraft, bison bison, homework homework, cattle cattle,
  feedback feedback, plant plants, customer customers, recipe recipes, sensor sensors, telescope telescopes, page pages,
  bridge bridges, garage garages, judge judges, image images, message messages, language languages, voyage voyages, package packages,
  cape capes, grape grapes, tape tapes, pipe pipes, rope ropes, shape shapes, cake cakes, bike bikes, lake lakes, joke jokes,
  strike strikes, table tables, candle candles, bottle bottles, vehicle vehicles, bicycle bicycles, article articles, rule rules,
  mule mules, scene scenes, magazine magazines, medicine medicines, phone phones, drone drones, zone zones, stone stones, tree trees,
  bee bees, employee employees, fee fees, committee committees, trainee trainees, degree degrees, knee knees, referee referees,
  value values, issue issues, venue venues, queue queues, statue statues, tissue tissues, avenue avenues, catalogue catalogues,
  eye eyes, dye dyes, goal goals, exam exams, tool tools, cup cups, lamp lamps, ship ships, shop shops, club clubs, web webs,
  pub pubs, lab labs, rib ribs, bag bags, egg eggs, dog dogs, frog frogs, song songs, wing wings, sighting sightings,
  meeting meetings, building buildings, painting paintings, task tasks, desk desks, disk disks, risk risks, mask masks, brick bricks,
  track tracks, ticket tickets, racket rackets, basket baskets, rabbit rabbits, plug plugs, star stars, car cars, chair chairs,
  door doors, printer printers, walker walkers, volunteer volunteers, part parts, shirt shirts, route routes, visit visits,
  starter starters, record records, game games, rehearsal rehearsals, lighthouse lighthouses, gallows gallows, barracks barracks,
  crossroads crossroads, headquarters headquarters, scissors scissors, trousers trousers, jeans jeans, pants pants, shorts shorts,
  clothes clothes, goods goods, binoculars binoculars, means means, talisman talismans`
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

test.each([
  ['octopi', 'octopus'],
  ['dwarves', 'dwarf'],
  ['formulae', 'formula'],
  ['cactuses', 'cactus'],
  ['indexes', 'index'],
  ['curriculums', 'curriculum'],
  ['scarfs', 'scarf'],
])('%s is read as a plural of %s too', (plural, singular) => {
  expect(singularOf(plural)).toBe(singular);
  expect(isPlural(plural)).toBe(true);
});
