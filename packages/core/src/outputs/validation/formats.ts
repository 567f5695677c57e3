import type { TextFormat } from '../shapes/shapes.ts';

/** How a format is decided, and how it is told to who must mend the text. */
export interface Format {
  readonly holds: (text: string) => boolean;
  readonly shown: string;
}

const fullDate = /^(\d{4})-(\d{2})-(\d{2})$/;
const fullTime = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const dateAndTime = /^(.{10})[Tt](.+)$/;
const duration = /^P(?=[\dT])(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;
const email =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const uuid = /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/;
const hostLabel = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;
const decimalByte = /^(?:0|[1-9]\d{0,2})$/;
const hexGroup = /^[\da-fA-F]{1,4}$/;
/** RFC 3986, appendix B, with the scheme required: authority, path, query and fragment. */
const uriParts = /^[a-zA-Z][a-zA-Z0-9+.-]*:(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const authority = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::\d*)?$/;
const ipFuture = /^v[\da-fA-F]+\.[\w.~!$&'()*+,;=:-]+$/;

/**
 * The formats that text can declare, each decided exactly: a date exists, an address is one. `date`, `time` (with its offset) and `date-time` as RFC 3339
 * has them, `duration` as ISO 8601 in whole numbers, `uuid` in the form of RFC 9562 (any version), `email` as the WHATWG email input takes it, `hostname` as
 * RFC 1123, `ipv4` and `ipv6` as RFC 3986 and 4291, `uri` absolute and in the characters of RFC 3986 (the platform's URL parser mends what it reads, so it
 * cannot decide).
 */
export const formats: { readonly [Name in TextFormat]: Format } = {
  date: { holds: isDate, shown: 'a date like `2031-04-09`' },
  time: { holds: isTime, shown: 'a time with its offset like `14:30:00Z` or `14:30:00+02:00`' },
  'date-time': { holds: isDateTime, shown: 'a date and time with its offset like `2031-04-09T14:30:00Z`' },
  duration: { holds: (text) => duration.test(text), shown: 'a duration like `P3DT4H` or `PT30M`' },
  email: { holds: (text) => email.test(text), shown: 'an email address' },
  uuid: { holds: (text) => uuid.test(text), shown: 'a UUID like `019535d9-3df7-79fb-b466-fa907fa17f9e`' },
  uri: { holds: isUri, shown: 'an absolute URI like `https://example.com/a`' },
  hostname: { holds: isHostname, shown: 'a host name like `www.example.com`' },
  ipv4: { holds: isIpv4, shown: 'an IPv4 address like `192.0.2.1`' },
  ipv6: { holds: isIpv6, shown: 'an IPv6 address like `2001:db8::1`' },
};

function isDate(text: string): boolean {
  const [, year, month, day] = fullDate.exec(text) ?? [];
  return day !== undefined && Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
}

/** 0 for a month that does not exist. */
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month === 4 || month === 6 || month === 9 || month === 11) return 30;
  return month >= 1 && month <= 12 ? 31 : 0;
}

/** A second 60 is a leap second, which only ends a day in UTC. */
function isTime(text: string): boolean {
  const [matched, hours, minutes, seconds, sign, offsetHours = '0', offsetMinutes = '0'] = fullTime.exec(text) ?? [];
  if (matched === undefined || Number(hours) > 23 || Number(minutes) > 59) return false;
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return false;
  if (Number(seconds) < 60) return true;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1);
  const minuteInUtc = (Number(hours) * 60 + Number(minutes) - offset + 2 * minutesInDay) % minutesInDay;
  return Number(seconds) === 60 && minuteInUtc === minutesInDay - 1;
}

const minutesInDay = 24 * 60;

function isDateTime(text: string): boolean {
  const [, date = '', time = ''] = dateAndTime.exec(text) ?? [];
  return isDate(date) && isTime(time);
}

function isHostname(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => hostLabel.test(label));
}

function isIpv4(text: string): boolean {
  const bytes = text.split('.');
  return bytes.length === 4 && bytes.every((byte) => decimalByte.test(byte) && Number(byte) <= 255);
}

/** Eight groups, the last two perhaps written as an IPv4 address; `::` stands once for one or more groups of zeros. */
function isIpv6(text: string): boolean {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return false;
  const groups = groupsIn(head, tail === undefined) + (tail === undefined ? 0 : groupsIn(tail, true));
  return tail === undefined ? groups === 8 : groups <= 7;
}

/** Groups in a part of an IPv6 address; NaN when it is none. Only the part that ends the address can end in an IPv4 address. */
function groupsIn(part: string, isLast: boolean): number {
  if (part === '') return 0;
  const groups = part.split(':');
  const last = groups.at(-1) ?? '';
  const endsInIpv4 = isLast && isIpv4(last);
  const isHex = (endsInIpv4 ? groups.slice(0, -1) : groups).every((group) => hexGroup.test(group));
  return isHex ? groups.length + (endsInIpv4 ? 1 : 0) : Number.NaN;
}

function isUri(text: string): boolean {
  const [matched, host, path = '', query = '', fragment = ''] = uriParts.exec(text) ?? [];
  if (matched === undefined || !isUriText(path, ':@/') || !isUriText(query, ':@/?') || !isUriText(fragment, ':@/?')) return false;
  return host === undefined || isAuthority(host);
}

function isAuthority(text: string): boolean {
  const [matched, user = '', host = ''] = authority.exec(text) ?? [];
  if (matched === undefined || !isUriText(user, ':')) return false;
  if (!host.startsWith('[')) return isUriText(host, '');
  const literal = host.slice(1, -1);
  return isIpv6(literal) || ipFuture.test(literal);
}

const escapes = /%[\da-fA-F]{2}/g;
const plainCharacters = /^[\w.~!$&'()*+,;=-]*$/;

/** True when a text is made of escapes, unreserved characters, sub-delimiters and `more`. */
function isUriText(text: string, more: string): boolean {
  return plainCharacters.test([...more].reduce((rest, character) => rest.replaceAll(character, ''), text.replace(escapes, '')));
}
