import { strFromU8, unzipSync } from 'fflate';
import type { ExportRow } from './export-row.js';
import { coverageWorkbook, workbook } from './workbook.js';

const feature = (id: string, values: ExportRow['values']): ExportRow => ({
  id,
  place: undefined,
  values: { id, land_use: 'gas_holder_site', mentions: 1, created_at: '2026-01-02T03:04:05.000Z', ...values },
});
const mention = (id: string, values: ExportRow['values']): ExportRow => ({
  id,
  place: undefined,
  values: { id, feature_id: 'f1', feature: 'Gas works', status: 'active', confidence: 8, year: null, ...values },
});

const LABELS = new Map([['gas_holder_site', 'Gas holder site']]);

/** Row by row, and the XML they were read from. */
async function read(features: ExportRow[], mentions: ExportRow[]) {
  const files = unzipSync(new Uint8Array(await workbook({ features, mentions }, LABELS)));
  const xml = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
  const decoded = (text: string): string =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const shared = [...xml('xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text = '']) =>
    decoded(text),
  );
  /** By row and column; empty cells are absent. */
  const sheet = (at: number): (string | number | undefined)[][] =>
    [...xml(`xl/worksheets/sheet${at}.xml`).matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, cells = '']) => {
      const row: (string | number | undefined)[] = [];
      for (const [, attributes = '', inner = ''] of cells.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
        const [letter = 'A'] = /(?<=\br=")[A-Z]/.exec(attributes) ?? [];
        const value = /<v>([^<]*)<\/v>/.exec(inner)?.[1] ?? '';
        row[letter.charCodeAt(0) - 65] = attributes.includes('t="s"') ? shared[Number(value)] : Number(value);
      }
      return row;
    });
  return { sheet, sheets: [1, 2, 3].map((at) => xml(`xl/worksheets/sheet${at}.xml`)), names: xml('xl/workbook.xml') };
}

const WORKS = feature('f1', { name: 'Gas works', relation: 'adjoining', direction: 'NW', distance_ft: 120 });

describe('the workbook of a project', () => {
  it('has features, evidence and chronology in words and years', async () => {
    const { sheet, names } = await read(
      [WORKS, feature('f2', { name: 'Foundry' }), feature('f3', { name: 'Unseen' })],
      [
        mention('m1', { narrative: 'One holder.', year: 1926, document: 'Sanborn', page: 2 }),
        mention('m2', { narrative: 'Two holders.', year: 1887 }),
        mention('m3', { narrative: 'Gone.', status: 'not held', year: 1950 }),
        mention('m4', { feature_id: 'f2', feature: 'Foundry', narrative: 'A foundry.', year: 1887 }),
        mention('m5', { feature_id: null, feature: null, narrative: 'Loose.' }),
      ],
    );
    expect([...names.matchAll(/<sheet [^>]*?name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      ...['Features', 'Evidence', 'Chronology'],
    ]);
    expect(sheet(1)[1]?.slice(0, 9)).toEqual([
      ...['Gas works', 'Gas holder site', 'Adjoining', 'NW', 120, 1887, 1926, 1],
      '1887: Two holders.\n1926: One holder.',
    ]);
    const statements = sheet(2).map((row) => row.slice(0, 3));
    expect(statements.slice(1)).toEqual([
      ['Foundry', 1887, 'A foundry.'],
      ['Gas works', 1887, 'Two holders.'],
      ['Gas works', 1926, 'One holder.'],
      ['Gas works', 1950, 'Gone.'],
      [undefined, undefined, 'Loose.'],
    ]);
    expect(sheet(2).find((row) => row[2] === 'Gone.')?.[5]).toBe('no longer current');
    expect(sheet(3)).toEqual([
      ['Year', 'Gas works', 'Foundry'],
      [1887, 'Two holders.', 'A foundry.'],
      [1926, 'One holder.'],
    ]);
  });

  it('lists evidence of unknown year last', async () => {
    const { sheet } = await read(
      [WORKS],
      [mention('m1', { narrative: 'Undated.' }), mention('m2', { narrative: null, year: 1887 })],
    );
    expect(sheet(3).slice(1)).toEqual([
      [1887, 'Seen'],
      ['No year', 'Undated.'],
    ]);
  });

  it('writes no formula, whatever the texts', async () => {
    const texts = ['=HYPERLINK("https://evil.example")', '+1+1', '-1', '@SUM(1)', '\t=1+1', "=cmd|'/C calc'!A0"];
    const { sheet, sheets } = await read(
      texts.map((name, at) => feature(`f${at}`, { name })),
      texts.map((narrative, at) => mention(`m${at}`, { feature_id: `f${at}`, narrative, year: 1887 })),
    );
    for (const xml of sheets) expect(xml).not.toMatch(/<f[ >]/);
    const names = sheet(1)
      .slice(1)
      .map(([name]) => name);
    expect(names).toEqual(texts);
    for (const xml of sheets) expect(xml).not.toMatch(/t="(?:str|e|b)"/);
  });

  it('keeps only what XML and Excel allow', async () => {
    const { sheet } = await read([feature('f1', { name: `Tank \v\u0001<&>${'x'.repeat(40_000)}` })], []);
    const name = String(sheet(1)[1]?.[0]);
    expect(name).toHaveLength(32_767);
    expect(name.startsWith('Tank   <&>x')).toBe(true);
  });

  it('of an empty project has only headings', async () => {
    const { sheet } = await read([], []);
    expect([sheet(1), sheet(2), sheet(3)].map((rows) => rows.length)).toEqual([1, 1, 1]);
  });
});

it('coverage is a matrix of years or states by decade, with gaps, interviews, searches and answers', async () => {
  const cell = (values: ExportRow['values']): ExportRow => ({
    ...{ id: 'c1', place: undefined },
    values: { source_label: 'City directories', area: 'adjoining', decade: 1920, state: 'unavailable', ...values },
  });
  const gap: ExportRow = { id: 'g1', place: undefined, values: { kind: 'interval', from: 1924, tried: '=Archive' } };
  const search: ExportRow = { id: 's1', place: undefined, values: { searched_by: 'Title Ltd.', result: 'found' } };
  const cells = [cell({}), cell({ decade: 1930, state: 'reviewed', years: '1931; 1938' })];
  const interview: ExportRow = {
    ...{ id: 'i1', place: undefined },
    values: { role: 'past_owner', person: 'Sam Ortiz', method: 'telephone', answered: 'no' },
  };
  const answer: ExportRow = { id: 'a1', place: undefined, values: { name: 'Pat Lee', method: 'link', answer: 'no' } };
  const rows = { cells, gaps: [gap], interviews: [interview], lienSearches: [search], userAnswers: [answer] };
  const files = unzipSync(new Uint8Array(await coverageWorkbook(rows)));
  const text = strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array());
  const words = [
    '1920s',
    'City directories',
    'Adjoining',
    'Not available',
    '1931; 1938',
    'Interval',
    '=Archive',
    'Title Ltd.',
    ...['Past owner', 'Sam Ortiz', 'Telephone', 'Pat Lee', 'By link'],
  ];
  for (const word of words) expect(text).toContain(`>${word}<`);
});
