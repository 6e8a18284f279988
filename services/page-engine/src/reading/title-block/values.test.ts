import { properName, romanNumber, sheetNumberAfter, volumeNumber, writtenValue } from './values.js';

const NOW = 2026;

describe('written facts of a title block', () => {
  it.each([
    ['year', ' 1896 ', '1896'],
    ['scale', '50 feet to one inch', '1 in = 50 ft'],
    // display form, also used in the hint
    ['scale', '1 in = 50 ft', '1 in = 50 ft'],
    ['scale', '1 in = 2 mi', '1 in = 2 mi'],
    ['scale', `1" = 50'`, '1 in = 50 ft'],
    ['scale', '50 ft to 1 in', '1 in = 50 ft'],
    ['scale', '1:24,000', '1:24,000'],
    ['scale', '1:24000', '1:24,000'],
    ['north', '15°', '15'],
    ['north', '007', '7'],
    ['volume', 'IV', '4'],
    ['volume', '11a', '11A'],
    ['volume', 'Supplement', 'Supplement'],
    ['sheet_number', '12 A', '12 A'],
    ['city', 'Long  Island City', 'Long Island City'],
  ] as const)('%s "%s" is %s', (fact, text, value) => {
    expect(writtenValue(fact, text, NOW)).toEqual({ value });
  });

  it.each([
    ['year', '18'],
    ['year', '2027'],
    ['year', 'about 1896'],
    ['scale', 'large'],
    ['north', '360'],
    ['north', '-10'],
    ['volume', ''],
    ['sheet_number', '1234567890123'],
    ['city', '!!!'],
  ] as const)('%s "%s" is refused with a sentence', (fact, text) => {
    expect(writtenValue(fact, text, NOW)).toEqual({ problem: expect.stringMatching(/^[A-Z].*\.$/) as string });
  });
});

it('read numbers as printed', () => {
  expect(['I', 'iv', 'XIX', 'XL', 'LXXXIX', 'IIX', '', 'Y'].map(romanNumber)).toEqual([
    1,
    4,
    19,
    40,
    89,
    undefined,
    undefined,
    undefined,
  ]);
  expect(['Two', '03', 'VII.', 'A'].map(volumeNumber)).toEqual(['2', '3', '7', undefined]);
});

it('write names in capitals in normal case', () => {
  expect(['FAR ROCKAWAY', 'Brooklyn', "COEUR D'ALENE"].map(properName)).toEqual([
    'Far Rockaway',
    'Brooklyn',
    "Coeur D'alene",
  ]);
});

it('continue sheet numbers in whole numbers from 1', () => {
  expect([sheetNumberAfter('12', 2), sheetNumberAfter('2', -2), sheetNumberAfter('12A', 1)]).toEqual([
    '14',
    undefined,
    undefined,
  ]);
});
