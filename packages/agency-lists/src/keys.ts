/** Addresses and names in a form that can be compared. */

const SHORT: Readonly<Record<string, string>> = {
  STREET: 'ST',
  AVENUE: 'AVE',
  ROAD: 'RD',
  BOULEVARD: 'BLVD',
  DRIVE: 'DR',
  LANE: 'LN',
  HIGHWAY: 'HWY',
  PARKWAY: 'PKWY',
  COURT: 'CT',
  PLACE: 'PL',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
  FIRST: '1ST',
  SECOND: '2ND',
  THIRD: '3RD',
  SAINT: 'ST',
};
const LEGAL = new Set(['INC', 'LLC', 'CO', 'CORP', 'CORPORATION', 'COMPANY', 'LTD', 'LP', 'THE', 'OF', 'AND']);

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toUpperCase();

function wordsOfAddress(address: string): string[] {
  return plain(address)
    .replaceAll(/\b(?:SUITE|STE|UNIT|APT|FL|FLOOR)\s+\S+|#\s*\S+/g, '')
    .replaceAll(/[^A-Z0-9 ]+/g, ' ')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => SHORT[word] ?? word);
}

/** House number and street; empty without a house number. */
export function addressKey(address: string): string {
  const words = wordsOfAddress(address);
  return /^\d/.test(words[0] ?? '') ? words.join(' ') : '';
}

/** The street alone. */
export function streetKey(address: string): string {
  const words = wordsOfAddress(address);
  return (/^\d/.test(words[0] ?? '') && words.length > 1 ? words.slice(1) : words).join(' ');
}

/** Without legal forms. */
export const nameKey = (name: string): string =>
  plain(name)
    .replaceAll(/[^A-Z0-9 ]+/g, ' ')
    .split(' ')
    .filter((word) => word !== '' && !LEGAL.has(word))
    .join(' ');

/** Where a record without a usable place is: its ZIP code, else its city. */
export function areaKey({ zip, city, state }: { zip: string; city: string; state: string }): string {
  if (/^\d{5}/.test(zip)) return zip.slice(0, 5);
  return city === '' ? '' : `${plain(state)}|${plain(city)}`;
}
