import { lettersOf, type LetteredWord } from './reading.js';
import { spotsInSlices, spotsOn } from './spotter.js';
import { TERMS } from './terms.js';
import { isLandUse } from '../land-uses.js';

const PAGE = { width: 3200, height: 3800 };
/** Width of a capital, and what the letters of tests are high. */
const HIGH = 20;

/** Words on a line that begins at a point, a space apart. */
function line(text: string, x = 400, y = 400, over: Partial<LetteredWord> & { gap?: number } = {}): LetteredWord[] {
  const { gap = 14, ...rest } = over;
  let along = x;
  return text.split(' ').map((word) => {
    const width = word.length * HIGH * 0.8;
    const box = { text: word, x: along, y, width, height: HIGH, confidence: 1, turned: 0, ...rest };
    along += width + gap;
    return box;
  });
}

/** Words lettered up the sheet, from below. */
const upright = (text: string, x = 400, y = 900): LetteredWord[] =>
  line(text, -y, x).map((word) => ({ ...word, x, y: -word.x - word.width, width: HIGH, height: word.width }));

const found = (...words: LetteredWord[][]) =>
  spotsOn(words.flat(), PAGE).map(({ landUse, text }) => `${landUse}: ${text}`);

describe('spotting in slices', () => {
  it('finds the same, and lets others do their work between the words of a page', async () => {
    const words = [...line('LAUNDRY', 2000, 2000), ...line('GAS HOLDER', 400, 400), ...line('MAIN ST.', 900, 900)];
    let pauses = 0;
    const pause = () => Promise.resolve(pauses++);
    expect(await spotsInSlices(words, PAGE, pause, 0)).toEqual(spotsOn(words, PAGE));
    expect(pauses).toBeGreaterThanOrEqual(words.length);
    pauses = 0;
    await spotsInSlices(words, PAGE, pause, Infinity);
    expect(pauses).toBe(0);
  });
});

describe('spotting land uses by their lettering (FEAT-21, DATA-15)', () => {
  it.each([
    ['GAS HOLDER', 'gas_holder_site'],
    ['GAS HOLDERS', 'gas_holder_site'],
    ['FILLING STA.', 'gas_station'],
    ['OIL TANKS', 'fuel_storage'],
    ['GAS. TKS.', 'fuel_storage'],
    ['COAL YARD', 'coal_storage'],
    ['FOUNDRY', 'foundry_smelter'],
    ["F'DRY", 'foundry_smelter'],
    ['CLEANING & DYEING', 'dry_cleaner'],
    ['DRY CLEANING', 'dry_cleaner'],
    ['STEAM LAUNDRY', 'dry_cleaner'],
    ['PLATING', 'metal_plating'],
    ['TANNERY', 'tannery_leather_works'],
    ['PAINT SHOP', 'body_shop'],
    ['AUTO REPAIRING', 'auto_repair'],
    ['GARAGE', 'auto_repair'],
    ['BATTERY SERVICE', 'auto_repair'],
    ['ICE FACTORY', 'industrial_facility'],
    ['PRINTING', 'printing_facility'],
    ['MACHINE SHOP', 'manufacturing'],
    ['MACH. SHOP', 'manufacturing'],
    ['RETORT HO.', 'manufactured_gas_plant'],
    ['LUMBER YD.', 'lumber_yard'],
    ['Sewage Disposal', 'wastewater_treatment_plant'],
    ['Gravel Pit', 'mining_quarry'],
  ])('finds %s: %s', (text, landUse) => {
    expect(found(line(text))).toEqual([`${landUse}: ${text}`]);
  });

  it.each([
    'GASTON ST.',
    'FOUNDRY ST.',
    'TANNERY LANE',
    'CANNERY',
    'PAINTING',
    'GAS HILL',
    'OIL CITY',
    'COAL',
    'YARD',
    'LIVERY',
    'HOLDER AVE',
  ])('does not take %s for one', (text) => {
    expect(found(line(text))).toEqual([]);
  });

  it('reads words over several lines, and up the sheet', () => {
    expect(found(line('GAS', 410, 400), line('HOLDER', 380, 430))).toEqual(['gas_holder_site: GAS HOLDER']);
    expect(found(line('CLEANING', 400, 400), line('& DYEING', 400, 432))).toEqual(['dry_cleaner: CLEANING & DYEING']);
    expect(found(upright('RETORT HO.'))).toEqual(['manufactured_gas_plant: RETORT HO.']);
    const turned = upright('OIL TANKS').map((word) => ({ ...word, turned: 270 }));
    expect(found(turned)).toEqual(['fuel_storage: OIL TANKS']);
  });

  it('does not join words that only stand in the same region, or are of another lettering', () => {
    expect(found(line('GAS', 400, 400), line('HOLDER', 400, 600))).toEqual([]);
    expect(found(line('GAS', 400, 400), line('HOLDER', 700, 400))).toEqual([]);
    expect(found(line('COAL', 400, 400), line('YARD', 480, 400, { height: HIGH * 4 }))).toEqual([]);
  });

  it('reads through noise of OCR, at less confidence', () => {
    const exact = spotsOn(line('FOUNDRY'), PAGE)[0]?.confidence ?? 0;
    for (const text of ['F0UNDRY', 'FOUNDKY', 'FOUNDRV', 'FOUN DRY', 'FOUNDRY.'])
      expect(found(line(text))).toEqual([`foundry_smelter: ${text}`]);
    expect(found(line('GASHOLDER'))).toEqual(['gas_holder_site: GASHOLDER']);
    expect(found(line('C0AL YARD'))).toEqual(['coal_storage: C0AL YARD']);
    const misread = spotsOn(line('FOUNDKY'), PAGE)[0]?.confidence ?? 0;
    const unsure = spotsOn(line('FOUNDRY', 400, 400, { confidence: 0.4 }), PAGE)[0]?.confidence ?? 0;
    expect(misread).toBeGreaterThan(3);
    expect(misread).toBeLessThan(exact);
    expect(unsure).toBeLessThan(exact);
  });

  it('proposes one spot for the words of one site, the most telling ones', () => {
    const yard = [line('IRON OIL TANK', 400, 400), line('OIL TANKS', 400, 470), line('OIL TANK', 480, 540)];
    expect(found(...yard)).toHaveLength(1);
    expect(found(line('AUTO REPAIR GARAGE'))).toEqual(['auto_repair: AUTO REPAIR']);
    // two works on one sheet are two
    expect(found(line('FOUNDRY', 400, 400), line('FOUNDRY', 2400, 3000))).toHaveLength(2);
  });

  it('puts the box around all of its words, and the surest spot first', () => {
    const [first, second] = spotsOn([...line('LAUNDRY', 2000, 2000), ...line('GAS HOLDER', 400, 400)], PAGE);
    expect(first).toMatchObject({ landUse: 'gas_holder_site', box: { x: 400, y: 400, width: 158, height: 20 } });
    expect(second?.landUse).toBe('dry_cleaner');
    expect(first?.confidence).toBeGreaterThan(second?.confidence ?? 10);
    for (const spot of [first, second])
      expect((spot?.confidence ?? 0) * 2).toBe(Math.round((spot?.confidence ?? 0) * 2));
  });

  it('bears pages of ten thousand words and words without size or letters', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      line(`WORD${index}`, 20 + (index % 40) * 75, 20 + Math.floor(index / 40) * 14, { height: 10, width: 60 }),
    ).flat();
    expect(found(many)).toEqual([]);
    expect(found([], line('123 45'), line('FOUNDRY', 0, 0, { width: 0 }))).toEqual([]);
  });
});

describe('the table of terms', () => {
  it('names land uses of the list, covers most of it, and is written as words are read', () => {
    for (const { landUse, confidence, words } of TERMS) {
      expect(isLandUse(landUse)).toBe(true);
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(10);
      for (const spelling of words.flat()) expect(lettersOf(spelling)).toBe(spelling);
    }
    expect(new Set(TERMS.map(({ landUse }) => landUse)).size).toBeGreaterThanOrEqual(40);
  });

  it('has no lettering twice', () => {
    const all = TERMS.flatMap(({ words }) =>
      words.reduce<string[]>(
        (heads, spellings) => heads.flatMap((head) => spellings.map((word) => `${head} ${word}`)),
        [''],
      ),
    );
    expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
  });
});
