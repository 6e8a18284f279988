import { readRadiusReport, type RadiusReport, type ReportWord } from './index.js';

/** A cell of a line: its left edge, then its text. */
type Cell = readonly [number, string];

const LETTER = 4.5;

/** One line of 8 points every 12 points. */
const page = (...lines: readonly (readonly Cell[])[]): ReportWord[] =>
  lines.flatMap((cells, line) =>
    cells.flatMap(([x, text]) =>
      [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
        ...{ text: word, x: x + index * LETTER, y: 40 + line * 12, width: word.length * LETTER, height: 8 },
      })),
    ),
  );

const read = (...pages: readonly ReportWord[][]): RadiusReport =>
  readRadiusReport(pages.map((words, at) => ({ number: at + 1, words })));

const HEADER: readonly Cell[] = [
  [30, 'Map ID'],
  [70, 'Site Name'],
  [200, 'Address'],
  [330, 'Database'],
  [400, 'Distance (ft)'],
  [480, 'Direction'],
];
const row = (id: string, name: string, address: string, lists: string, feet: string, direction: string): Cell[] => [
  [30, id],
  [70, name],
  [200, address],
  [330, lists],
  [400, feet],
  [480, direction],
];
const TITLE: readonly Cell[] = [[200, 'SITES BY DISTANCE']];
const ACME = row('1', 'ACME CLEANERS', '12 MAIN ST', 'LUST', '120', 'NE');
const POLK = row('2', 'POLK GARAGE', '400 MILL RD', 'UST, LUST', '1,320', 'SSW');
const SUMMARY = (lust: number): ReportWord[] =>
  page(
    [[200, 'SUMMARY']],
    [
      [30, 'Database'],
      [200, 'Search Radius'],
      [400, 'Total'],
    ],
    ...(['NPL', 'LUST', 'UST'] as const).map((list, at): Cell[] => [
      [30, list],
      [200, '1 mile'],
      [400, `${[0, lust, 1][at]}`],
    ]),
  );

describe('a radius report', () => {
  it('has distances also where a scan lost the word for them in the header', () => {
    const together = (header: string, cell: string): ReportWord[] =>
      page([[200, 'MAPPED SITES']], [], [...HEADER.slice(0, 4), [400, header]], [...ACME.slice(0, 4), [400, cell]]);
    const [whole, lost] = [
      together('Distance (ft. & mi.) Direction', '120, 0.023, NE'),
      together('Direction', '1320, 0.250, S'),
    ];
    const facts = (...pages: ReportWord[][]) => read(...pages).rows.map(({ feet, direction }) => [feet, direction]);
    expect(facts(lost)).toEqual([[1320, 'S']]);
    expect(facts(whole, lost)).toEqual([
      [120, 'NE'],
      [1320, 'S'],
    ]);
  });

  it('has one column for header words that a scan took apart, not a second one of map numbers', () => {
    const columns = (id: readonly Cell[], ...[map, lists, feet, name, address]: string[]): Cell[] => [
      ...([[30, map ?? ''], [80, lists ?? ''], ...id] as Cell[]),
      ...([
        [250, feet ?? ''],
        [340, name ?? ''],
        [450, address ?? ''],
      ] as Cell[]),
    ];
    // a little wider than a space
    const apart: Cell[] = [
      [150, 'SITE'],
      [174, 'ID#'],
    ];
    const header = columns(apart, 'MAP ID#', 'DATABASE', 'DISTANCE (ft)', 'SITE NAME', 'ADDRESS');
    const acme = columns([[150, 'S162218720']], '1', 'LUST', '120', 'ACME CLEANERS', '12 MAIN ST');
    const { rows } = read(page(TITLE, [], header, acme));
    expect(rows).toMatchObject([
      { mapId: '1', ids: ['S162218720'], lists: ['LUST'], name: 'ACME CLEANERS', feet: 120 },
    ]);
  });

  it('lists each site with its lists, distance and place on the page', () => {
    const { rows } = read(page(TITLE, [], HEADER, ACME, POLK));
    expect(rows).toMatchObject([
      {
        mapId: '1',
        name: 'ACME CLEANERS',
        address: '12 MAIN ST',
        lists: ['LUST'],
        feet: 120,
        direction: 'NE',
        page: 1,
      },
      { mapId: '2', name: 'POLK GARAGE', lists: ['UST', 'LUST'], feet: 1320, direction: 'SSW', doubts: [] },
    ]);
    expect(rows[0]?.box).toEqual({ x: 30, y: 76, width: 459, height: 8 });
  });

  it('agrees with its summary if each list has as many rows', () => {
    const { check, differences } = read(page(TITLE, HEADER, ACME, POLK), SUMMARY(2));
    expect({ check, differences }).toEqual({ check: 'agree', differences: [] });
  });

  it('names a list that has another number of rows, with its page', () => {
    const { check, differences } = read(page(TITLE, HEADER, ACME, POLK), SUMMARY(3));
    expect(check).toBe('differ');
    expect(differences.map(({ sentence }) => sentence)).toEqual(['The report says 3 LUST, 2 were read. See page 2.']);
  });

  it('does not agree while the map number of a row is unknown', () => {
    const { check, differences } = read(
      page(TITLE, HEADER, ACME, row('', 'POLK GARAGE', '400 MILL RD', 'UST, LUST', '1,320', 'SSW')),
      SUMMARY(2),
    );
    expect(check).toBe('differ');
    expect(differences.map(({ sentence }) => sentence)).toContain(
      'The map number of a row of UST was not read. See page 1.',
    );
  });

  it('says that a report without a summary cannot be compared', () => {
    expect(read(page(TITLE, HEADER, ACME, POLK))).toMatchObject({
      check: 'none',
      doubts: ['The report has no summary of its lists, so that nothing could be compared.'],
    });
  });

  it('continues a table on a page without a header', () => {
    const { rows } = read(
      page(TITLE, HEADER, ACME, POLK),
      page(
        row('3', 'UNION OIL', '9 DEPOT ST', 'AST', '2,000', 'E'),
        row('4', 'TREMONT COAL', '1 CANAL ST', 'AST', '2,100', 'E'),
        row('5', 'ELLERY OIL', '3 CANAL ST', 'AST', '2,200', 'E'),
        row('6', 'GASKILL OIL', '5 CANAL ST', 'AST', '2,300', 'E'),
      ),
    );
    expect(rows.map(({ mapId, page: number }) => [mapId, number])).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 2],
      ['4', 2],
      ['5', 2],
      ['6', 2],
    ]);
  });

  it('takes lines without a number of their own as the rest of a cell', () => {
    const { rows } = read(page(TITLE, HEADER, ACME, [[70, '& SONS']], POLK));
    expect(rows.map(({ name }) => name)).toEqual(['ACME CLEANERS & SONS', 'POLK GARAGE']);
  });

  it('lists sites without a place apart', () => {
    const orphans = page(
      [[200, 'UNMAPPED SITES']],
      [
        [30, 'Site Name'],
        [200, 'Address'],
        [330, 'Database'],
        [420, 'Zip'],
      ],
      [
        [30, 'UNION OIL'],
        [200, 'PIER 41'],
        [330, 'ERNS'],
        [420, '44876'],
      ],
    );
    const report = read(page(TITLE, HEADER, ACME, POLK), orphans);
    expect(report.rows).toHaveLength(2);
    expect(report.orphans).toMatchObject([
      { name: 'UNION OIL', address: 'PIER 41', lists: ['ERNS'], zip: '44876', page: 2 },
    ]);
    expect(report.orphans[0]).not.toHaveProperty('feet');
  });

  it('doubts a row whose feet and miles differ', () => {
    const header = HEADER.map(([x, text]): Cell => [x, text.replace('(ft)', '(ft/mi)')]);
    const { rows } = read(page(TITLE, header, row('1', 'ACME', '12 MAIN ST', 'LUST', '120 / 0.50', 'NE')));
    expect(rows[0]).toMatchObject({ feet: 120, doubts: ['Feet and miles do not agree: “120 / 0.50”.'] });
  });

  it('reads the dates of the lists', () => {
    const { dates } = read(
      page([[30, 'LUST: Leaking tanks of the state']], [[30, 'Date of Government Version: 07/22/2026']]),
    );
    expect(dates).toEqual([{ list: 'LUST', date: '07/22/2026', page: 1 }]);
  });

  it('says that it found no table of sites', () => {
    expect(read(page([[30, 'Letter of the fire department']]))).toMatchObject({
      rows: [],
      check: 'none',
      doubts: ['No table of sites was found on these pages.'],
    });
  });
});
