import { isGoodLayer, isScrambled, isUnmapped, isUnreadable, plausibilityOf } from './plausible-text.js';

const words = (text: string): string[] => text.split(' ');

describe('an OCR layer', () => {
  it.each([
    'FIRE INSURANCE MAP KEROSENE REFINERY COAL SHED VARNISH FACTORY',
    'Quackenbush & Sons coal yard, Flatbush Avenue; iron stairs to the 2nd floor',
    'The tank was removed in 1987 by the owner of the property and the soil was tested',
  ])('is good with words: %s', (text) => {
    expect(isGoodLayer(words(text))).toBe(true);
  });

  it.each([
    'fI RE lN5 UR AN CE MA P KE R0 5E NE',
    'Fl RE IN SU RA NCE CO AL SH ED VA RN ISH',
    '12 14 16 18 214 216',
    'WKLV LV WKH ILUVW SDJH RI WKH UHSRUW',
    '',
  ])('is worthless with fragments: %s', (text) => {
    expect(isGoodLayer(words(text))).toBe(false);
  });
});

describe('printed text', () => {
  it.each([
    'GUNDSTÜCK Eisenbahn Kesselhaus Kohlenlager Schornstein zwischen Verwaltung',
    'usine chaudière bâtiment fabrique entre ancienne Société Chantiers',
    'Дом на улице был построен раньше',
    'k n LR LO LO φ v13 mul3 O(n)',
    'Szczepanski Brzezinski Nguyen Schuylkill Passaic Weehawken',
    '0.05 ND <0.5 1,2 3,4 7 8 9',
  ])('is kept in other languages, as names and as formulas: %s', (text) => {
    expect(isScrambled(words(text))).toBe(false);
  });

  it.each(['WKLV LV WKH ILUVW SDJH RI WKH UHSRUW', 'ymhs ncvn ydt kzba igrtphab qzbt vxw hjk'])(
    'is scrambled if its letters make no words: %s',
    (text) => {
      expect(isScrambled(words(text))).toBe(true);
    },
  );

  it('has no meaning in private-use, unassigned and replacement characters', () => {
    expect(['\uE000\uE001\uE002', '\uFFFD\uFFFD.', '\u{F0000}'].map(isUnreadable)).toEqual([true, true, true]);
    expect(['NAPHTHA', 'TANK\uFFFD', '中文'].map(isUnreadable)).toEqual([false, false, false]);
    expect(isUnmapped(['\uFFFD\uFFFD', '-.45)&'])).toBe(false);
    expect(isUnmapped(['\uFFFD\uFFFD\uFFFD', '%.45'])).toBe(true);
  });
});

it('weighs words by their letters', () => {
  expect(plausibilityOf(['TANK', 'XQZJ', '1896'])).toEqual({ letters: 8, known: 0.5, likely: 0.5 });
});
