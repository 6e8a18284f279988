import type { LetteredWord } from '../spotting/reading.js';
import { addressesIn, inSmallLetters, streetOf } from './addresses.js';
import { linesOf } from './lines.js';
import type { Listing, ListingPage } from './listing.js';
import { listingsInSlices, listingsOn } from './listings.js';
import { tradesIn } from './trades.js';
import { yearOfName, yearsIn } from './years.js';

const HEIGHT = 20;
const page: ListingPage = { width: 1400, height: 2000, latest: 2026, isDirectory: true };

/** Words of a line from x on, ten pixels a letter; two or more spaces make a wide gap. */
function line(text: string, x: number, y: number): LetteredWord[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    ...{ text: word, x: x + index * 10, y, width: word.length * 10 - 2, height: HEIGHT, confidence: 1, turned: 0 },
  }));
}

/** Columns of lines, top to bottom; leading spaces indent a line. */
const columns = (...each: readonly (readonly string[])[]): LetteredWord[] =>
  each.flatMap((lines, column) =>
    lines.flatMap((text, index) => line(text, 60 + column * 620, 200 + index * (HEIGHT + 6))),
  );

const HEAD = line("POLK'S MILLBROOK CITY DIRECTORY 1931-32", 300, 60);
const found = (words: readonly LetteredWord[], of = page) =>
  listingsOn(words, of).map(({ landUse, name, address, year }) => [landUse, name, address, year?.text]);
/** Lines of people that make a page resemble a directory. */
const PEOPLE = [
  'Abbott Anna tchr h 14 Elm',
  'Adams Wm carp r 9 Oak',
  'Allen Ida nurse bds 77 Canal',
  'Archer Jno lab h 3 Mill',
];

describe('the lines of a page', () => {
  it('are read column after column, a table row by row', () => {
    const directory = linesOf(
      columns(['Abbott Anna', 'Adams Wm', 'Allen Ida', 'Archer Jno', 'Baker Thos'], ['Cole A', 'Dyer B']),
    );
    expect(directory.map(({ text }) => text)).toEqual([
      ...['Abbott Anna', 'Adams Wm', 'Allen Ida', 'Archer Jno', 'Baker Thos', 'Cole A', 'Dyer B'],
    ]);
    const table = linesOf(
      columns(
        ['UST-1', 'UST-2', 'UST-3', 'UST-4', 'UST-5'],
        ['gasoline', 'diesel', 'heating oil', 'gasoline', 'kerosene'],
      ),
    );
    expect(table.map(({ text }) => text)).toEqual([
      ...['UST-1 gasoline', 'UST-2 diesel', 'UST-3 heating oil', 'UST-4 gasoline', 'UST-5 kerosene'],
    ]);
  });

  it('of a table are its rows also where their keys are words, when what stands beside them are amounts', () => {
    const contents = ['Gasoline', 'Diesel', 'Heating oil', 'Kerosene', 'Waste oil'];
    const read = (right: readonly string[]) => linesOf(columns(contents, right)).map(({ text }) => text);
    const amounts = ['5,000 gal', '10,000 gal', '550 gallons', '275 gal.', '1,000'];
    expect(read(amounts)).toEqual(contents.map((content, row) => `${content} ${amounts[row]}`));
    // a number column that continues below has its own rows
    const longer = [...amounts, '300', '400', '500'];
    expect(read(longer)).toEqual([...contents, ...longer]);
  });

  it('of a page without words are none', () => {
    expect(linesOf([])).toEqual([]);
    expect(listingsOn([], page)).toEqual([]);
  });
});

describe('an address', () => {
  it.each([
    ['Acme Cleaners 214 Main St', '214 Main St', false],
    ['Acme Cleaners, 214 Main', '214 Main', false],
    ['Jones Bros 1l4 N Ninth St', '114 N Ninth St', false],
    ['Jones Bros 214½ W Front St', '214½ W Front St', undefined],
    ['Gas Works foot of 7th', undefined, undefined],
    ['Smith Geo carp h 31 Oak', '31 Oak', true],
    ['Star Funeral Home 31 Oak', '31 Oak', false],
    ['Smith Geo carp h31 Oak Av', '31 Oak Av', true],
    ['Smith Geo carp h rear 31 Oak', '31 Oak', true],
    ['Star Garage s w cor Main & Elm', 's w cor Main & Elm', false],
    ['Star Garage Main cor Elm', 'Main cor Elm', false],
    ['three tanks of 550 gallons', undefined, undefined],
    ['installed 12 May', undefined, undefined],
  ])('in "%s" is %s', (text, address, isHome) => {
    const [first] = addressesIn(text.split(' '));
    if (isHome === undefined) return expect(first?.text).toBe(address === undefined ? undefined : address);
    expect([first?.text, first?.isHome]).toEqual([address, isHome]);
  });

  it('of a street alone heads its list', () => {
    expect(streetOf('MAIN ST—Continued')).toBe('MAIN ST');
    expect(streetOf('N Ninth St (Contd)')).toBe('N Ninth St');
    expect(streetOf('214 Main St')).toBeUndefined();
    expect(streetOf('CLEANERS AND DYERS')).toBeUndefined();
    expect(inSmallLetters('N NINTH ST')).toBe('N Ninth St');
  });
});

describe('a year', () => {
  it('is read of misread figures, and of an edition of two years', () => {
    expect(yearsIn('CITY DIRECTORY I93l', 2026)).toMatchObject([{ year: 1931, text: '1931' }]);
    expect(yearsIn('Directory for 1931-32', 2026)).toMatchObject([{ year: 1931, text: '1931-32' }]);
    expect(yearsIn('214 Main, phone 2031, $1950, 1799', 2026)).toEqual([]);
  });

  it('of a name is the only one in it', () => {
    expect(yearOfName('polk_millbrook_1962.pdf', 2026)?.year).toBe(1962);
    expect(yearOfName('City directory abstract, 1890 to 1995', 2026)).toBeUndefined();
    expect(yearOfName('Directory', 2026)).toBeUndefined();
  });
});

describe('a trade', () => {
  const uses = (text: string, isHeading = false) =>
    tradesIn(
      text.split(' ').map((word) => ({ text: word, confidence: 1 })),
      { isHeading },
    ).map(({ landUse }) => landUse);

  it.each([
    ['Acme Dry Cleaners', 'dry_cleaner'],
    ['Smith John clo clnr', 'dry_cleaner'],
    ['Jones Wm filling sta', 'gas_station'],
    ['Union Auto-Repairing', 'auto_repair'],
    ['City Coal & Ice Co', 'coal_storage'],
    ['Peerless Plating Works', 'metal_plating'],
    ['Smith John, tanner', 'tannery_leather_works'],
    ['Star Drv Cleoners', 'dry_cleaner'],
  ])('"%s" means %s', (text, landUse) => expect(uses(text)).toContain(landUse));

  it.each([
    'Tanner John carp',
    "Plater's Flower Shop",
    'Adams Shoe Repair Shop',
    'Star Window Cleaning Co',
    'Jones Gas Fixtures',
    'Quarles Lena',
    'Acme Auto Supplies',
    'Foundry St Grocery',
  ])('"%s" means none of ours', (text) => expect(uses(text)).toEqual([]));

  it('heads a list in the words of lists', () => {
    expect(uses('GARAGES', true)).toEqual(['auto_repair']);
    expect(uses('Gas Companies', true)).toEqual(['manufactured_gas_plant']);
    expect(uses('Tanners', true)).toEqual(['tannery_leather_works']);
    expect(uses('GROCERS', true)).toEqual([]);
  });
});

describe('listings of a directory (issue 14)', () => {
  it('are the businesses of people in the alphabet, not where they live nor whom they work for', () => {
    const words = columns(
      [
        ...PEOPLE,
        'Smith John, dry cleaner, 214 Main St, h 31',
        '  Oak',
        'Acme Garage (J Smith prop) 12 N Elm',
        'Baker Thos clk Acme Garage h 9 Oak',
        'Dyer Mary blacksmith h 4 Mill',
        '— Peter, junk dlr, 77 River Rd, h do',
      ],
      [
        'Tanner Geo mach h 91 Elm',
        'Turner Max gro 4 Oak',
        'Unger Wm bkpr r 5 Oak',
        'Vogel Ed phys 9 Elm',
        'Weber Al h 2 Oak',
      ],
    );
    expect(found([...HEAD, ...words])).toEqual([
      ['dry_cleaner', 'Smith John', '214 Main St', '1931-32'],
      ['auto_repair', 'Acme Garage', '12 N Elm', '1931-32'],
      ['dump', 'Dyer Peter', '77 River Rd', '1931-32'],
    ]);
  });

  it('stand under a heading until the next one, also where that is of no concern', () => {
    const words = columns(
      [
        '     CLEANERS & DYERS',
        'Acme Cleaners, 214 Main',
        'Smith John 31 Oak',
        'Consolidated Cleaning and Dyeing',
        '  Company, 9 Canal St',
        '     CLOTHING',
        'Moore Max 18 Main',
        'Gas Companies',
        'Millbrook Gas Light Co, 7th cor River',
      ],
      [
        '     Confectioners',
        'Hahn Ida 4 Oak',
        'Star Candy Shop 5 Elm',
        'Sweet Shop 6 Elm',
        'Candy Kitchen 9 Elm',
        'Lolly Bar 1 Oak',
      ],
    );
    const listings = listingsOn([...HEAD, ...words], page);
    expect(listings.map(({ landUse, name, address, heading }) => [landUse, name, address, heading])).toEqual([
      ['dry_cleaner', 'Acme Cleaners', '214 Main', 'CLEANERS & DYERS'],
      ['dry_cleaner', 'Smith John', '31 Oak', 'CLEANERS & DYERS'],
      ['dry_cleaner', 'Consolidated Cleaning and Dyeing Company', '9 Canal St', 'CLEANERS & DYERS'],
      ['manufactured_gas_plant', 'Millbrook Gas Light Co', '7th cor River', 'Gas Companies'],
    ]);
    // the evidence is the whole entry, both lines
    expect(listings[2]?.box).toMatchObject({ y: 278, height: 2 * HEIGHT + 6 });
  });

  it('of a list by streets have its street, also at crossings', () => {
    const words = columns(
      [
        'MAIN ST—Contd',
        '214 Acme Dry Cleaners',
        '216 Vacant',
        '218½ Jones Geo ©',
        '     Elm st intersects',
        '220 Star Garage',
        '" Jones Filling Sta',
      ],
      ['222 Weber Al', '224 Cole Peter', 'OAK AV', '1 Hahn Ida', '3 Union Foundry Co', '5 Archer Jno', '7 Dyer Max'],
    );
    expect(found([...HEAD, ...words])).toEqual([
      ['dry_cleaner', 'Acme Dry Cleaners', '214 Main St', '1931-32'],
      ['auto_repair', 'Star Garage', '220 Main St', '1931-32'],
      ['gas_station', 'Jones Filling Sta', '220 Main St', '1931-32'],
      ['foundry_smelter', 'Union Foundry Co', '3 Oak Av', '1931-32'],
    ]);
  });

  it('of a list by streets whose street was not read have no address, rather than a wrong one', () => {
    const words = columns(['214 Acme Dry Cleaners', '216 Vacant', '218 Jones Geo', '220 Star Candy Shop']);
    expect(found([...HEAD, ...words])).toEqual([['dry_cleaner', 'Acme Dry Cleaners', undefined, '1931-32']]);
  });

  it('of an abstract have the years that its lines name', () => {
    const words = columns([
      '214 Locust Street',
      '1890: Citizens Gas Light Co., works.',
      '1955: vacant.',
      '220 Locust Street, 1890 and 1905: coal dealer; 1931: coal and ice; 1955: fuel oil.',
    ]);
    expect(found(words)).toEqual([
      ['manufactured_gas_plant', 'Citizens Gas Light Co', '214 Locust Street', '1890'],
      ['coal_storage', '', '220 Locust Street', '1890 and 1905'],
      ['coal_storage', '', '220 Locust Street', '1931'],
      ['fuel_storage', '', '220 Locust Street', '1955'],
    ]);
  });

  it('of a search by streets have the street and the year of their heading', () => {
    const words = columns([
      'LOCUST ST    1964   Source: Polk Directory',
      '120   VULCAN GARAGE CO',
      '124   HALSTED GROCERY CO',
      'LOCUST ST    1971   Source: Polk Directory',
      '120   VULCAN GARAGE CO',
      'FRONT AVE    (1971)',
      '7   ACME CLEANERS CO',
    ]);
    expect(found(words)).toEqual([
      ['auto_repair', 'VULCAN GARAGE CO', '120 Locust St', '1964'],
      ['auto_repair', 'VULCAN GARAGE CO', '120 Locust St', '1971'],
      ['dry_cleaner', 'ACME CLEANERS CO', '7 Front Ave', '1971'],
    ]);
  });

  it('have the year of their document where the page says none, and are less sure without', () => {
    const words = columns(['Acme Dry Cleaners 214 Main St']);
    const [bare] = listingsOn(words, page);
    expect(bare?.year).toBeUndefined();
    const [dated] = listingsOn(words, { ...page, documentYear: { year: 1962, text: '1962', at: 0 } });
    expect(dated?.year).toMatchObject({ year: 1962, source: 'document' });
    expect(dated?.score).toBeGreaterThan(bare?.score ?? 10);
  });

  it('are the same in slices, which let others work', async () => {
    const words = columns(PEOPLE, ['Acme Dry Cleaners 214 Main St']);
    let pauses = 0;
    const pause = () => Promise.resolve(pauses++);
    expect(await listingsInSlices(words, page, pause, 0)).toEqual(listingsOn(words, page));
    expect(pauses).toBeGreaterThanOrEqual(PEOPLE.length);
  });
});

describe("tanks in agencies' letters and tables (issue 14)", () => {
  const tanks = (lines: readonly string[]) =>
    listingsOn(columns(lines), { ...page, isDirectory: false }).map(({ landUse, name, address, year }: Listing) => [
      landUse,
      name,
      address,
      year?.text,
    ]);

  it('are those of a register, row by row', () => {
    expect(
      tanks([
        'Facility: 214 Main St',
        'UST-1    10,000 gal    gasoline    installed 1962',
        'UST-2    550 gal    heating oil    installed 6/1954, removed 1988',
        'UST-3    none',
      ]),
    ).toEqual([
      ['fuel_storage', '10,000 gal gasoline UST-1', '214 Main St', '1962'],
      ['fuel_storage', '550 gal heating oil UST-2', '214 Main St', '1954'],
    ]);
  });

  it('are read from sentences over several lines; a negated one is skipped', () => {
    expect(
      tanks([
        'You asked for tanks at 214 Locust Street.',
        'Permit 1926-114: installation of six iron oil tanks north of the river.',
        'Permit 1954-031: filling station at 700 Seventh Street, replacement of three gasoline',
        'tanks of 550 gallons.',
        'No record of removal of an underground heating oil tank at 214 Locust Street was located.',
        'A water tank of 5,000 gallons stands on the roof.',
      ]),
    ).toEqual([
      // an address mentioned in passing does not apply to later tanks
      ['fuel_storage', 'oil tank', undefined, '1926'],
      ['gas_station', '550 gallons gasoline tank', '700 Seventh Street', '1954'],
    ]);
  });
});
