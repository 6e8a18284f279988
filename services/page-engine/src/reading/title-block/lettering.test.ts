/** Sheets like the corpus': about 1,400 x 2,070 pixels, with realistic positions. */
import type { Word } from '../../pdf/page.js';
import type { PageKind } from '@symbio/proto/document/vocabulary';
import { decideFacts } from './facts.js';
import { letteringReadings } from './lettering.js';

const [WIDTH, HEIGHT] = [1_450, 2_067];
const word = (text: string, x: number, y: number, height: number, more: Partial<Word> = {}): Word => {
  const width = more.width ?? height * 0.6 * text.length;
  return { text, x: x - width / 2, y: y - height / 2, height, confidence: 0.95, turned: 0, ...more, width };
};
const facts = (words: Word[], type: PageKind = 'sanborn_map') => {
  const text = words.map((one) => one.text).join(' ');
  const found = decideFacts(letteringReadings({ words, text, width: WIDTH, height: HEIGHT }, type));
  return Object.fromEntries(Object.entries(found).map(([fact, { value }]) => [fact, value]));
};
const NEIGHBOURS = [word('77', 880, 85, 50), word('76', 1_330, 350, 58), word('61', 1_390, 700, 49)];

describe('the number of a sheet (DATA-09)', () => {
  it('is the tall one in an outer corner, not those of the neighbouring sheets', () => {
    expect(facts([word('60', 1_270, 100, 109), ...NEIGHBOURS])).toEqual({ sheet_number: '60' });
    expect(facts([word('77', 90, 85, 50), ...NEIGHBOURS])).toEqual({});
    expect(facts([word('169', 1_320, 80, 39), word('165', 1_150, 1_960, 38)])).toEqual({});
  });

  it('is no tall number in the middle of the sheet, and no rotated one', () => {
    expect(facts([word('60', 700, 1_000, 109)])).toEqual({});
    expect(facts([word('60', 1_270, 100, 109, { turned: 90 })])).toEqual({});
  });

  it('is corrected where heavy figures were read as letters, with less confidence', () => {
    const words = [word('l10', 1_330, 85, 83), word('112', 1_320, 2_000, 54)];
    expect(facts(words)).toEqual({ sheet_number: '110' });
    const [read] = letteringReadings({ words, text: '', width: WIDTH, height: HEIGHT }, 'sanborn_map');
    expect(read).toMatchObject({ source: 'lettering', detail: 'l10' });
    expect(read?.confidence).toBeLessThan(0.9);
  });

  it('is compared with the figures of a slanted number, whose box is higher than they are', () => {
    const leaning = word('62', 690, 1_995, 70, { angle: 8, width: 76 });
    expect(facts([word('68', 1_330, 84, 83), leaning])).toEqual({ sheet_number: '68' });
  });

  it('is found on a sideways or upside-down sheet, with its city', () => {
    // the sheet rotated clockwise: top right becomes bottom right
    const sideways = (one: Word): Word => ({
      ...{ ...one, x: HEIGHT - one.y - one.height, y: one.x, width: one.height, height: one.width },
      ...{ turned: 90, angle: 90 },
    });
    const headlong = (one: Word): Word => ({
      ...{ ...one, x: WIDTH - one.x - one.width, y: HEIGHT - one.y - one.height },
      ...{ turned: 90, angle: 180 },
    });
    const upward = (one: Word): Word => ({
      ...{ ...one, x: one.y, y: WIDTH - one.x - one.width, width: one.height, height: one.width },
      ...{ turned: 270, angle: -90 },
    });
    const sheet = [word('63', 1_257, 165, 115), word('Brooklyn.', 1_256, 95, 20), word('LUMBER', 700, 900, 20)];
    for (const [turn, width, height] of [
      [sideways, HEIGHT, WIDTH],
      [upward, HEIGHT, WIDTH],
      [headlong, WIDTH, HEIGHT],
    ] as const) {
      const found = decideFacts(letteringReadings({ words: sheet.map(turn), text: '', width, height }, 'sanborn_map'));
      expect(found.sheet_number?.value).toBe('63');
      expect(found.city?.value).toBe('Brooklyn');
    }
  });

  it('alone on its sheet may be smaller', () => {
    expect(facts([word('12', 1_380, 60, 55)])).toEqual({ sheet_number: '12' });
  });
});

describe('the city of a sheet', () => {
  const number = word('63', 1_257, 165, 115);

  it('is directly above its number', () => {
    expect(facts([number, word('Brooklyn.', 1_256, 95, 20)])).toMatchObject({ city: 'Brooklyn' });
  });

  it('is next to it without better evidence, and is no street', () => {
    const beside = [word('68', 1_337, 84, 81), word('JAMAICA', 1_146, 57, 38, { width: 190 })];
    expect(facts(beside)).toMatchObject({ city: 'Jamaica' });
    const street = [word('68', 1_337, 84, 81), word('CHURCH', 1_080, 84, 35), word('ST.', 1_190, 84, 35)];
    expect(facts(street)).toEqual({ sheet_number: '68' });
  });

  it('is the borough of a line in the margin, also if misread; elsewhere that is the name of a works', () => {
    const borough = (y: number) => [
      word('BOROUCH', 40, y, 13, { line: 7, width: 60 }),
      word('or', 78, y, 13, { line: 7, width: 12 }),
      word('QUEENS', 110, y, 13, { line: 7, width: 46 }),
    ];
    expect(facts(borough(30))).toEqual({ city: 'Queens' });
    // TOWN OF HEMPSTEAD GAS & ELECTRIC LIGHT CO. near the top of a sheet of Queens
    for (const y of [150, 900]) expect(facts(borough(y))).toEqual({});
  });

  it('is below the words of a title, on a title page or in a cartouche', () => {
    const title = (city: string) => [
      ...['INSURANCE', 'MAP', 'OF'].map((text, index) => word(text, 1_000 + 90 * index, 1_800, 16, { line: 1 })),
      word(city, 1_090, 1_845, 40, { line: 2 }),
      word('OHIO', 1_090, 1_890, 14, { line: 3 }),
    ];
    expect(facts(title('MILLBROOK'))).toEqual({ city: 'Millbrook' });
    expect(facts(title('1896'))).toEqual({});
  });

  it('is the quadrangle of a topographic sheet', () => {
    const words = ['BROOKLYN', 'QUADRANGLE'].map((text, index) => word(text, 1_100 + index * 200, 40, 20, { line: 1 }));
    expect(facts(words, 'topographic_map')).toEqual({ city: 'Brooklyn' });
  });
});

const caption = (text: string): Word[] =>
  text.split(' ').map((part, index) => word(part, 300 + 90 * index, 2_000, 20, { line: 4, width: 80 }));

describe('the caption of a vendor', () => {
  it.each([
    ['Millbrook, OH 1961 7.5-minute 1:24,000', 'Millbrook'],
    ['Far Rockaway (1947) 15 minute', 'Far Rockaway'],
    ['Quadrangle: NORTH MILLBROOK, OH 1961', 'North Millbrook'],
  ])('names the quadrangle: %s', (text, city) => {
    expect(facts(caption(text), 'topographic_map')).toMatchObject({ city });
  });

  it.each([
    ['1952 Scale 1"=500\' USDA', 'USDA'],
    ['1971 1 inch = 500 feet USGS/NAPP', 'USGS/NAPP'],
    ['Source: Fairchild Aerial Surveys, 1938', 'Fairchild Aerial Surveys'],
    ['Flown by Keystone 1965', 'Keystone'],
  ])('names the provider of a photograph: %s', (text, provider) => {
    expect(facts(caption(text), 'aerial_photo')).toMatchObject({ provider });
    expect(facts(caption(text))).not.toHaveProperty('provider');
  });

  it('names none where words only resemble one', () => {
    expect(facts(caption('Open source of water'), 'aerial_photo')).toEqual({});
  });
});

describe('the volume of a sheet', () => {
  it('is printed in Roman or other numbers in the margin', () => {
    const line = (number: string) => [
      word('Vol.', 1_300, 30, 14, { line: 1 }),
      word(number, 1_340, 30, 14, { line: 1 }),
    ];
    expect(facts(line('IV.'))).toEqual({ volume: '4' });
    expect(facts(line('11A'))).toEqual({ volume: '11A' });
    // a typical misreading of such small letters
    expect(facts(line('IY.'))).toEqual({ volume: '4' });
  });

  it('is not the one of a neighbouring sheet', () => {
    const see = [
      word('See', 1_240, 1_960, 27, { line: 1 }),
      word('Vol.', 1_290, 1_960, 27, { line: 1 }),
      word('2', 1_330, 1_960, 27, { line: 1 }),
    ];
    expect(facts(see)).toEqual({});
    expect(
      facts([
        word('See', 1_240, 1_900, 27),
        word('Volume', 1_290, 1_960, 27, { line: 2 }),
        word('2', 1_350, 1_960, 27, { line: 2 }),
      ]),
    ).toEqual({});
  });
});

it.each([
  ['Scale 60 F to One Inch.', '1 in = 60 ft'],
  ['Scale 60F!. to One Inch.', '1 in = 60 ft'],
  ["SCALE 120'TO AN INCH", '1 in = 120 ft'],
  ["SCALE 12O'TO AN INCH", '1 in = 120 ft'],
  ['Scale 6OFt to One Inch.', '1 in = 60 ft'],
  ['Scale 60 to One Inch.', '1 in = 60 ft'],
  ['Scale 60 Ft. One Inch.', '1 in = 60 ft'],
  ['Scale 60 FI to One Inch.', '1 in = 60 ft'],
])('has its scale in lettering as small as its bar’s: %s', (text, scale) => {
  const words = text.split(' ').map((part, index) => word(part, 900 + 60 * index, 1_900, 22, { line: 3, width: 55 }));
  expect(facts(words)).toEqual({ scale });
});

it('has no north: single letters are everywhere, and the arrow has none that is readable', () => {
  expect(facts([word('N', 170, 118, 29), word('S', 60, 200, 20), word('E', 300, 130, 20)])).toEqual({});
});
