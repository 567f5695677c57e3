import type { FieldType } from './description.ts';

/** Words for a type, as people write them after a field or before its name. Longest first when matched. */
const typeWords: Readonly<Record<Exclude<FieldType, 'choice'>, readonly string[]>> = {
  text: [
    'text',
    'string',
    'short text',
    'plain text',
    'free text',
    'single line',
    'single line text',
    'one line',
    'words',
    'varchar',
    'char',
    'str',
    'line of text',
    'alphanumeric',
    'text value',
    'time',
  ],
  long_text: [
    'long text',
    'long',
    'longer text',
    'multi-line',
    'multiline',
    'multi line',
    'multi-line text',
    'multiline text',
    'several lines',
    'multiple lines',
    'paragraph',
    'paragraphs',
    'textarea',
    'text area',
    'big text',
    'large text',
    'rich text',
    'memo',
    'long notes',
    'free form text',
    'long_text',
    'longtext',
  ],
  number: [
    'number',
    'numbers',
    'numeric',
    'decimal',
    'decimals',
    'decimal number',
    'float',
    'double',
    'real',
    'real number',
    'floating point',
    'floating point number',
    'amount',
    'money',
    'amount of money',
    'currency',
    'price',
    'percentage',
    'percent',
    'numerical',
    'numeric value',
    'number value',
    'fraction',
  ],
  integer: [
    'integer',
    'integers',
    'int',
    'whole number',
    'whole numbers',
    'whole',
    'round number',
    'natural number',
    'integer number',
    'full number',
    'count',
    'number without decimals',
    'no decimals',
    'counter',
  ],
  date: [
    'date',
    'dates',
    'day',
    'calendar date',
    'calendar day',
    'datetime',
    'date and time',
    'date picker',
    'timestamp',
    'yyyy-mm-dd',
    'dd.mm.yyyy',
    'mm/dd/yyyy',
    'dd/mm/yyyy',
  ],
  boolean: [
    'yes/no',
    'yes / no',
    'yes-no',
    'yes or no',
    'yes no',
    'no/yes',
    'y/n',
    'boolean',
    'bool',
    'true/false',
    'true / false',
    'true or false',
    'on/off',
    'on or off',
    'checkbox',
    'check box',
    'tick box',
    'tickbox',
    'toggle',
    'flag',
    'switch',
    'checkmark',
    'yes, no',
    'true, false',
    'yes/no question',
    'yes/no value',
  ],
  email: ['email', 'e-mail', 'mail', 'email address', 'e-mail address', 'mail address', 'valid email', 'valid email address'],
  url: [
    'url',
    'uri',
    'link',
    'web link',
    'weblink',
    'hyperlink',
    'web address',
    'website',
    'web page',
    'website address',
    'internet address',
    'valid url',
    'website link',
    'web url',
  ],
};

const typeByWord = new Map<string, FieldType>();
for (const [type, words] of Object.entries(typeWords)) for (const word of words) typeByWord.set(word, type as FieldType);

/** No phrase that names a type is longer, with its article and its noun. In characters. */
const longestPhrase = 60;

/** The type a word or phrase names (`whole number`, `a date field`), or null. */
export function typeNamed(phrase: string): FieldType | null {
  if (phrase.length > longestPhrase) return null;
  const plain = phrase
    .trim()
    .toLowerCase()
    .replace(/^(?:an?|the|some|as|is|just|simple|of)\s+(?:an?\s+)?/, '')
    .replace(/^(?:valid|single|simple|plain|normal|standard)\s+(?!line|text)/, '')
    .replace(/\s+(?:field|fields|column|value|values|input|type|box|only|format|please)$/, '')
    .trim();
  return typeByWord.get(plain) ?? null;
}

/** All phrases that name a type, longest first, for building patterns. */
export const typePhrases: readonly string[] = [...typeByWord.keys()].toSorted((one, other) => other.length - one.length);

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Last words of a label that tell its type. */
const heads: readonly (readonly [FieldType, ReadonlySet<string>])[] = [
  ['email', set('email emails e-mail mail email-address')],
  ['url', set('url urls uri website websites webpage homepage link links weblink hyperlink site')],
  [
    'long_text',
    set(
      'notes note description descriptions comment comments remark remarks details instructions summary bio biography feedback observations observation message directions annotation annotations',
    ),
  ],
  ['date', set('date dates day birthday birthdate dob due deadline anniversary expiry expiration expires')],
  [
    'number',
    set(
      'temperature temp price prices weight amount score cost costs salary wage budget height width depth length distance humidity pressure percentage percent fee fees balance volume speed total subtotal tax discount latitude longitude ph moisture altitude mileage income revenue expense rent voltage diameter thickness radius wage deposit',
    ),
  ],
  ['integer', set('count quantity qty age year stars pages seats bedrooms bathrooms servings portions points floors')],
];

/** One word that says yes or no about an entry. */
const states = set(
  'active inactive done finished completed complete paid unpaid enabled disabled available approved archived verified resolved published shipped delivered confirmed watched vaccinated sold returned insured cancelled refunded signed subscribed registered read reserved repaired cleaned checked answered invoiced favourite favorite urgent public private working broken visible hidden online offline billable taxable overdue recurring pinned starred deleted locked bought',
);
const yesNo = /^(?:is|has|have|can|was|were|are|should|does|did|needs|allows|accepts|includes|requires|wants|will|may|must)\s+\S/;
const yesNoPhrases =
  /(?:^|\s)(?:in stock|on sale|on loan|out of stock|opt[- ]?in|checked in|checked out|up to date|ready|taken|lent out|opted in|in use|in service|for sale)$/;
const identifiers =
  /\b(?:phone|telephone|mobile|cell|fax|serial|invoice|order|room|house|account|model|part|ticket|license|licence|registration|plate|passport|tracking|reference|table|flight|card|customer|member|membership|contract|article|item|batch|lot|vat|tax|id|iban|seat|shelf|locker|policy|case|chassis|inventory|employee|student|street|postal|zip|unit|apartment|bus|train|jersey|shirt) (?:number|no|nr|#)$/;
const lastTime = /^(?:last|next|first)\s+(?:\S+\s)?(?:\p{L}+ed|seen|done|met|sent|paid|fed|worn|run|swept|cut|sold|bought|read)$/u;
const doneOn = /^\p{L}+(?:ed|ught|ld|wn)\s+(?:on|at)$/u;

const webPlace =
  /(?:^|\s)(?:web ?(?:address|page|site)|(?:website|internet|site) address|home ?page|(?:booking|landing|product|project|profile|order|info|shop|fan|ticket|registration|company|event) page)$/;

/** The type that a label's own words tell; text when they tell nothing. */
export function typeOfLabel(label: string): FieldType {
  const words = label
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/(\p{Ll})_(?=\p{L})/gu, '$1 ')
    .replace(/[?*.]+$/, '')
    .replace(/[^\p{L}\p{N}#/' -]+/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  if (words === '') return 'text';
  if (/^(?:number|count|amount|quantity) of /.test(words)) return words.startsWith('amount') ? 'number' : 'integer';
  if (/^how many\b/.test(words)) return 'integer';
  if (/^how much\b/.test(words)) return 'number';
  if (/^(?:what|who|whom|whose|where|which|why|how)\b/.test(words)) return 'text';
  if (
    /\bin (?:minutes|hours|days|weeks|seconds|kg|kilos?|grams?|g|cm|mm|m|km|meters?|metres?|miles|feet|inches|liters?|litres?|l|ml|euros?|eur|dollars?|usd|pounds?|percent|degrees|celsius|fahrenheit|watts?|volts?)$/.test(
      words,
    )
  )
    return 'number';
  if (/^when\b/.test(words) || lastTime.test(words) || doneOn.test(words)) return 'date';
  if (yesNo.test(words) || yesNoPhrases.test(words)) return 'boolean';
  if (/^e-?mail(?: address(?:es)?)?$|(?:e-?mail|mail) address$/.test(words)) return 'email';
  if (webPlace.test(words)) return 'url';
  if (identifiers.test(words) || /^(?:time|day) of\b|\bday of (?:the )?week$|\bweek ?day$/.test(words)) return 'text';
  return typeOfHead(words);
}

function typeOfHead(words: string): FieldType {
  const [beforePreposition = ''] = words.split(/\s(?:of|in|per|for|on|at|by|from|to|with|until|since|the)\s/);
  const parts = beforePreposition.split(/[\s/]+/).filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const headType = typeOfWord(last);
  if (states.has(last) || last === 'due') {
    for (const part of parts.slice(0, -1)) {
      const type = typeOfWord(part);
      if (type !== null && type !== 'email' && type !== 'url') return type;
    }
    return headType ?? (parts.length <= 3 ? 'boolean' : 'text');
  }
  return headType ?? 'text';
}

function typeOfWord(word: string): FieldType | null {
  for (const [type, words] of heads) if (words.has(word)) return type;
  return null;
}

const attributes = set(
  'name title size colour color zone location place address street city country state region area type kind category group brand model make author writer artist genre owner customer client supplier vendor status priority phone telephone mobile code sku barcode isbn species breed gender language room position role department team material label tag tags topic subject company contact surname firstname lastname nickname maker manufacturer condition shelf format edition publisher producer director rating reference currency unit severity level vintage grape origin job occupation skills hours duration time start end stock photo picture shape style ingredients',
);

/** True when the last word of a label is a usual name for a field. */
export function isUsualField(label: string): boolean {
  const last = label.toLowerCase().trim().split(/\s+/).at(-1) ?? '';
  return attributes.has(last) || typeOfLabel(label) !== 'text';
}
