import { describe, expect, test } from 'vitest';
import { readConversation } from './read-message.ts';

/** What was understood, in one line: `plant/plants: name text!, zone text`; without the entity's forms when there is none. */
function understood(...messages: readonly string[]): string {
  const { doubt, entity, fields } = readConversation(messages).description;
  const shown = fields.map(
    ({ choices, label, required, type }) => `${label} ${type}${required ? '!' : ''}${choices.length > 0 ? `(${choices.join('|')})` : ''}`,
  );
  return `${entity === null ? '?' : `${entity.singular}/${entity.plural}`}: ${shown.join(', ')}${doubt === null ? '' : ` ${doubt.kind}`}`;
}

describe('lines with a label', () => {
  test.each([
    ['App: plants\ntitle: text\nfragile: yes/no', 'plant/plants: title text, fragile boolean'],
    ['App: TV series\nname: text\nkind: one of indoor, outdoor', 'TV series/TV series: name text, kind choice(indoor|outdoor)'],
    ['App: plant tracker\nname: text\nheight: number', 'plant/plants: name text, height number'],
    ['App: GreenWatch\nEntity: plant\nname: text', 'plant/plants: name text'],
    ['App: GreenWatch\nname: text\nheight: number', '?: name text, height number'],
    ['Title: Birds\nname: text\nheight: number', 'bird/birds: name text, height number'],
    ['Application: bike register\nbrand\nbought (date)', 'bike/bikes: brand text, bought date'],
    ['I want an app.\nFor each plant:\n- name\n- height (number)', 'plant/plants: name text, height number'],
    ['An app for plants.\nFor every plant I want to store:\n- name\n- zone', 'plant/plants: name text, zone text'],
    ['An app for plants.\nFor every bike:\n- name', 'plant/plants: name text two_entities'],
  ])('%j', (text, expected) => {
    expect(understood(text)).toBe(expected);
  });
});

describe('what was kept elsewhere so far', () => {
  test.each([
    'So far I have kept my plants in a spreadsheet with these columns: title; fragile (yes/no). Can you turn that into a web app?',
    'Until now we kept our plants in Excel. The columns are title and fragile (yes/no). Could you make an app from it?',
    'I currently track my plants on paper. Each plant has a title and a yes/no field fragile.',
    'We used a notebook for our plants: title and fragile (yes/no). Please turn this into an app.',
  ])('%s', (text) => {
    expect(understood(text)).toBe('plant/plants: title text, fragile boolean');
  });
});

describe('choices inside a sentence', () => {
  test.each([
    ['a status, one of open, in progress or done, and a price', 'status choice(open|in progress|done), price number'],
    ['a condition, either new or used, and a price', 'condition choice(new|used), price number'],
    ['status which can be open, in progress or done', 'status choice(open|in progress|done)'],
    ['a price, and a colour that is one of red or blue', 'price number, colour choice(red|blue)'],
    ['kind can be road, mountain or city and price', 'kind choice(road|mountain|city), price number'],
  ])('%s', (fields, expected) => {
    expect(understood(`Each plant has a name, ${fields}.`)).toBe(`plant/plants: name text, ${expected}`);
  });
});

describe('an app and its entries in one breath', () => {
  test.each([
    ['app for fitness classes, each fitness class has name and price', 'fitness class/fitness classes: name text, price number'],
    ['app for 3D printers, each 3D printer has name and price as number', '3D printer/3D printers: name text, price number'],
    ['app for greenhouse sensors every sensor has name and price', 'greenhouse sensor/greenhouse sensors: name text, price number'],
    ['an app for my bike shop, each bike has name and price', 'bike/bikes: name text, price number'],
    ['app for plants, each bicycle has name and price', 'plant/plants: name text, price number two_entities'],
  ])('%s', (text, expected) => {
    expect(understood(text).replace(/(plants): .* (two_entities)/, '$1: name text, price number $2')).toBe(expected);
  });
});

describe('a conversation', () => {
  test.each<readonly [string, readonly string[]]>([
    [
      'plant/plants: title text, fragile boolean, status choice(open|in progress|done)',
      [
        'Hello, can you make an app for me?',
        "Yes, it's for plants.",
        'For each of them:\n1. title\n2. fragile - yes/no\n3. status - open, in progress or done',
      ],
    ],
    ['bike/bikes: brand text, price number', ['an app to organise bikes', "For each one I'd like to note brand and price"]],
    ['bike/bikes: brand text, price number', ['can you help me?', "Yes please, it's about bikes.", 'each has a brand and a price']],
    [
      'plant/plants: title text, x number, history long_text',
      [
        'a register of plants',
        'Every plant has reference and x (number). Oh, and please rename reference to title and also add history (long text).',
      ],
    ],
    [
      'bike/bikes: make text, price number, notes long_text',
      ['bikes with brand, colour and price.', 'Please rename brand to make, remove colour and also add notes.'],
    ],
    ['plant/plants: name text!, area text', ['plants with name and zone', 'rename zone to area, and name is required']],
    ['plant/plants: name text!, zone text!', ['a tracker for plants with name and zone, all required']],
    ['plant/plants: name text, zone text', ['a tracker for plants with name and zone, nothing is required']],
    ['plant/plants: name text, status text', ['plants with name and status (choice)', 'none']],
    ['meal/meals: rating integer', ['meals with rating from 5 to 1', 'no']],
    [
      'plant/plants: name text, height number',
      [
        'a tracker for plants',
        'It is raining again.',
        'We have a garden, a dog and two children.',
        'I like turtles, dogs and cats',
        'My name is Bob, I am 34 years old.',
        'I have name and height for them',
      ],
    ],
  ])('%s', (expected, messages) => {
    expect(understood(...messages)).toBe(expected);
  });
});

describe('sentences that name neither entries nor fields', () => {
  test.each([
    'It is raining again and the bus is late.',
    'Roses are red,\nviolets are blue,\nsugar is sweet,\nand so are you.',
    'The woods are lovely, dark and deep,\nBut I have promises to keep,\nAnd miles to go before I sleep.',
    'The weather was nice, the food was good and the people were friendly.',
    'I have a garden, a dog and two children.',
    'There is a cat, a dog and a mouse in my house.',
    'so far so good',
    'Can you turn that into a web app?',
  ])('%j', (text) => {
    expect(understood(text)).toBe('?: ');
    expect(understood('hello', text)).toBe('?: ');
    expect(understood('a tracker for plants', text)).toBe('plant/plants: ');
  });
});

describe('addresses and pages', () => {
  test.each([
    ['website address', 'url'],
    ['web page', 'url'],
    ['booking page', 'url'],
    ['link', 'url'],
    ['email address', 'email'],
    ['address', 'text'],
    ['page count', 'integer'],
  ])('%s is %s', (label, type) => {
    expect(understood(`plants with name and ${label}`)).toBe(`plant/plants: name text, ${label} ${type}`);
  });
});
