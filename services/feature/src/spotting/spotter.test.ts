import { lettersOf } from './letters.js';
import type { LetteredWord } from './reading.js';
import { spotsInSlices, spotsOn } from './spotter.js';
import { TERMS } from './terms.js';
import { isLandUse } from '../land-uses.js';

const PAGE = { width: 3200, height: 3800 };
/** Letter height of the tests, and a capital's width. */
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

/** Words running up the sheet. */
const upright = (text: string, x = 400, y = 900): LetteredWord[] =>
  line(text, -y, x).map((word) => ({ ...word, x, y: -word.x - word.width, width: HIGH, height: word.width }));

/** Word of a given length, centred at a point, rotated by degrees. */
function box(text: string, x: number, y: number, angle: number): LetteredWord {
  const turn = (angle * Math.PI) / 180;
  const length = text.length * HIGH * 0.7;
  const width = length * Math.abs(Math.cos(turn)) + HIGH * Math.abs(Math.sin(turn));
  const height = length * Math.abs(Math.sin(turn)) + HIGH * Math.abs(Math.cos(turn));
  return { text, x: x - width / 2, y: y - height / 2, width, height, confidence: 1, turned: 0, angle };
}

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
    ['TIN SM.', 'manufacturing'],
    ['RAGS JNK', 'dump'],
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
    'JANUARY 1896',
    'PAINTING',
    'GAS HILL',
    'OIL CITY',
    'YARD',
    'LIVERY',
    'HOLDER AVE',
    'BOARDING',
    'FRRMERS',
    'BARN SHED',
    'PLUMBER',
    'CHEMICAL ENGINE',
    'DAY NURSERY',
    'SM. HO.',
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
    expect(found(line('TAN', 400, 400), line('YARD', 480, 400, { height: HIGH * 4 }))).toEqual([]);
  });

  it('reads through noise of OCR, at less confidence', () => {
    const scoreOf = (...words: LetteredWord[][]): number => spotsOn(words.flat(), PAGE)[0]?.score ?? 0;
    const exact = scoreOf(line('FOUNDRY'));
    for (const text of ['F0UNDRY', 'FOUNDKY', 'FOUNDRV', 'FOUN DRY', 'FOUNDRY.'])
      expect(found(line(text))).toEqual([`foundry_smelter: ${text}`]);
    expect(found(line('GASHOLDER'))).toEqual(['gas_holder_site: GASHOLDER']);
    expect(found(line('C0AL YARD'))).toEqual(['coal_storage: C0AL YARD']);
    const misread = scoreOf(line('FOUNDKY'));
    const unsure = scoreOf(line('FOUNDRY', 400, 400, { confidence: 0.4 }));
    expect(misread).toBeGreaterThan(3);
    expect(misread).toBeLessThan(exact);
    expect(unsure).toBeLessThan(exact);
  });

  it('leaves out signs that join a word to the next', () => {
    expect(found(line('JAPANNING&'))).toEqual(['metal_plating: JAPANNING']);
    expect(found(line('FILLING STA.'))).toEqual(['gas_station: FILLING STA.']);
  });

  it('proposes one spot for the words of one site, the most telling ones', () => {
    const yard = [line('IRON OIL TANK', 400, 400), line('OIL TANKS', 400, 470), line('OIL TANK', 480, 540)];
    expect(found(...yard)).toHaveLength(1);
    expect(found(line('AUTO REPAIR GARAGE'))).toEqual(['auto_repair: AUTO REPAIR']);
    // two works on one sheet stay separate
    expect(found(line('FOUNDRY', 400, 400), line('FOUNDRY', 2400, 3000))).toHaveLength(2);
  });

  it('puts the box around all of its words, and the surest spot first', () => {
    const [first, second] = spotsOn([...line('LAUNDRY', 2000, 2000), ...line('GAS HOLDER', 400, 400)], PAGE);
    expect(first).toMatchObject({ landUse: 'gas_holder_site', box: { x: 400, y: 400, width: 158, height: 20 } });
    expect(second?.landUse).toBe('dry_cleaner');
    expect(first?.score).toBeGreaterThan(second?.score ?? 10);
    for (const spot of [first, second])
      expect((spot?.confidence ?? 0) * 2).toBe(Math.round((spot?.confidence ?? 0) * 2));
  });

  it('bears pages of ten thousand words and words without size or letters', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      line(`LINE${index}`, 20 + (index % 40) * 75, 20 + Math.floor(index / 40) * 14, { height: 10, width: 60 }),
    ).flat();
    expect(found(many)).toEqual([]);
    expect(found([], line('123 45'), line('FOUNDRY', 0, 0, { width: 0 }))).toEqual([]);
  });
});

describe('the meaning of a word in context (issue 14, FEAT-21)', () => {
  it.each([
    ['LIGHTS: GAS', 'how a building is lit'],
    ['HEAT: FURNACE', 'how it is heated'],
    ['FUEL COAL', 'what is burnt'],
    ['STORAGE OF GAS MAINS', 'what is stored'],
    ['STEAM STONE WORKS', 'works of stone'],
    ['CARPET CLEANING', 'no dry cleaner'],
    ['NO GASOLINE', 'a negation'],
    ['OAK ST.', 'a street'],
    ['QUARRY CHURCH', 'the name of a church'],
    ['FOUNDRY SCHOOL', 'the name of a school'],
    ['PRINTERS BRASS', 'what a maker makes'],
  ])('%s is no site: %s', (text) => {
    expect(found(line(text))).toEqual([]);
  });

  it.each([
    ['GARAGE', 'auto_repair'],
    ['PAINTS & OILS', 'chemical_warehouse'],
    ['JAPANNING', 'metal_plating'],
    ['BL. SM.', 'manufacturing'],
    ["BLKSM'S & WHEELWRIGHT", 'manufacturing'],
    ['CAMPBELL PRINTING PRESS MFG. CO.', 'manufacturing'],
    ["STANDARD GAS-LIGHT CO'S WORKS", 'manufactured_gas_plant'],
    ['SULPHUR WORKS', 'chemical_manufacturing'],
    ["MOROCCO FACT'Y", 'tannery_leather_works'],
    ['USED FOR STORING OIL', 'fuel_storage'],
    ['RAGS & JUNK', 'dump'],
    ['CREMATORY', 'incinerator'],
    ['TURN TABLE', 'rail_yard'],
    ['SHOE POLISH', 'chemical_manufacturing'],
    ['PAINTS, OILS & GLASS', 'chemical_warehouse'],
    ['AUTO SALES & SERVICE', 'auto_repair'],
    ['GREASE PIT', 'auto_repair'],
    ['GASOLENE TANK', 'fuel_storage'],
    ['BULK OIL STA.', 'fuel_storage'],
    ['WATER GAS', 'manufactured_gas_plant'],
    ['COKE OVENS', 'manufactured_gas_plant'],
    ['PICKLING RM.', 'metal_plating'],
    ['AUTO WRECKING', 'dump'],
    ['CURRIERS', 'tannery_leather_works'],
    ['BOAT BUILDER', 'manufacturing'],
    ['STEREOTYPING', 'printing_facility'],
    ['DYERS & CLEANERS', 'dry_cleaner'],
  ])('%s is one site: %s', (text, landUse) => {
    expect(spotsOn(line(text), PAGE).map((spot) => spot.landUse)).toEqual([landUse]);
  });

  it('needs the rest of a works beside words that other works have too', () => {
    expect(found(line('GENERATING HOUSE'))).toEqual([]);
    expect(found(line('GENERATING HOUSE', 400, 400), line('GAS HOLDER', 600, 600))).toEqual(
      expect.arrayContaining(['manufactured_gas_plant: GENERATING HOUSE']),
    );
    expect(found(line('HOLDERS', 400, 400), line('PURIFYING HO.', 600, 600))).toContain('gas_holder_site: HOLDERS');
    expect(found(line('PRESS ROOM', 400, 400), line('MOROCCO', 500, 600))).toEqual(['tannery_leather_works: MOROCCO']);
  });

  it('reads phrases over three lines, and along a slanted street', () => {
    const stacked = [line('USED FOR', 400, 400), line('STORING', 410, 430), line('OIL', 440, 460)];
    expect(found(...stacked)).toEqual(['fuel_storage: USED FOR STORING OIL']);
    const turn = (25 * Math.PI) / 180;
    const slanted = ['LUMBER', 'SHED'].map((text, index) => {
      const along = index === 0 ? 0 : 100;
      return { ...box(text, 900 + along * Math.cos(turn), 900 + along * Math.sin(turn), 25) };
    });
    expect(found(slanted)).toEqual(['lumber_yard: LUMBER SHED']);
  });

  it('reads words of a lettering that stand askew, and long words in two pieces, less surely', () => {
    const oil = [...line('STORING', 400, 400), ...line('OIL', 380, 409)];
    const scoreOf = (words: LetteredWord[]): number => spotsOn(words, PAGE)[0]?.score ?? 0;
    expect(found(oil)).toEqual(['fuel_storage: STORING OIL']);
    expect(scoreOf(oil)).toBeLessThan(scoreOf(line('STORING OIL')));
    expect(found(line('GASON TERS', 400, 400))).toEqual(['gas_holder_site: GASON TERS']);
    expect(scoreOf(line('GASON TERS'))).toBeLessThan(scoreOf(line('GASOMETERS')));
    // distant pieces, or complete words, are not joined
    expect(found(line('GASON TERS', 400, 400, { gap: 60 }))).toEqual([]);
    expect(found(line('STORES ROOM'))).toEqual([]);
  });

  it('is surer of a site that has its capacity beside it or is said to be below ground', () => {
    const alone = spotsOn(line('OIL TANKS'), PAGE)[0]?.score ?? 10;
    for (const note of ["UNDERGR'D", '5,000 GALS.'])
      expect(spotsOn([...line('OIL TANKS', 400, 400), ...line(note, 400, 430)], PAGE)[0]?.score).toBeGreaterThan(alone);
  });

  it('takes the name of several things that are lettered one by one for no further one', () => {
    const two = [line('GAS HOLDER', 400, 400), line('GAS HOLDER', 800, 400)];
    expect(found(...two, line('GAS HOLDERS', 560, 620))).toEqual(Array(2).fill('gas_holder_site: GAS HOLDER'));
    expect(found(line('GAS HOLDER', 400, 400), line('GAS HOLDERS', 560, 620))).toHaveLength(2);
    expect(found(...two, line('GAS HOLDERS', 2400, 2400))).toHaveLength(3);
  });

  it('keeps letterings of one use apart that stand far from one another, and joins what leads from one to the next', () => {
    const sheds = [0, 60, 120, 180].map((down) => line('LUMBER SHED', 400, 400 + down));
    expect(found(...sheds)).toHaveLength(1);
    expect(found(line('LUMBER SHED', 400, 400), line('LUMBER SHED', 400, 700))).toHaveLength(2);
  });
});

describe('the table of terms', () => {
  it('names land uses of the list, covers most of it, and is written as words are read', () => {
    for (const { landUse, confidence, words } of TERMS) {
      // words that only resemble a use have neither
      expect(landUse === undefined ? confidence === 0 : isLandUse(landUse) && confidence > 0).toBe(true);
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
