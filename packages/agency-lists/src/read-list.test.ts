import { deflateRawSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { readList } from './read-list.js';

async function* pieces(file: Uint8Array, size = 7): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) yield await Promise.resolve(Buffer.from(file.subarray(at, at + size)));
}

async function read(file: Uint8Array | string, size?: number) {
  const { header, rows } = await readList(pieces(typeof file === 'string' ? Buffer.from(file) : file, size));
  const all: (readonly string[])[] = [];
  for await (const row of rows) all.push(row);
  return { header, rows: all };
}

const CSV = 'ID,NAME\r\n1,"A ""B"", C"\r\n2,6" TANK\r\n';
const ROWS = {
  header: ['ID', 'NAME'],
  rows: [
    ['1', 'A "B", C'],
    ['2', '6" TANK'],
  ],
};

/** A workbook as Excel writes it: texts apart, numbers, a date by its style, and an empty cell. */
function workbook(sheets: readonly string[] = [SHEET]): Uint8Array {
  const xml = (content: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${content}`);
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const texts = ['ID', 'NAME', 'CLOSED', 'CORNER & SONS'].map(
    (text) => `<si><t>${text.replace('&', '&amp;')}</t></si>`,
  );
  const files = sheets.map((data, at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    xml(`<worksheet ${main}>${data}</worksheet>`),
  ]);
  return zipSync({
    '[Content_Types].xml': xml(`<Types xmlns="${packages}/content-types"/>`),
    'xl/workbook.xml': xml(
      `<workbook ${main} xmlns:r="${office}"><sheets>${sheets
        .map((_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${packages}/relationships">${sheets
        .map(
          (_, at) =>
            `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="rId8" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId9" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/sharedStrings.xml': xml(`<sst ${main}>${texts.join('')}</sst>`),
    'xl/styles.xml': xml(`<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`),
    ...(Object.fromEntries(files) as Record<string, Uint8Array>),
  });
}
const text = (cell: string, at: number) => `<c r="${cell}" t="s"><v>${at}</v></c>`;
const SHEET = `<sheetData><row r="1">${text('A1', 0)}${text('B1', 1)}${text('C1', 2)}</row><row r="2"><c r="A2"><v>7</v></c>${text('B2', 3)}<c r="C2" s="1"><v>45992</v></c></row><row r="3"><c r="A3"><v>8.5</v></c></row></sheetData>`;

describe('a workbook', () => {
  it('is read from its first sheet, with dates as YYYY-MM-DD and empty cells', async () => {
    const other = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>';
    expect(await read(workbook([SHEET, other]), 65_536)).toEqual({
      header: ['ID', 'NAME', 'CLOSED'],
      rows: [
        ['7', 'CORNER & SONS', '2025-12-01'],
        ['8.5', '', ''],
      ],
    });
  });

  it('is refused in a sentence if it is damaged', async () => {
    const file = workbook();
    await expect(read(file.subarray(0, file.length - 200), 65_536)).rejects.toThrow(
      'The workbook cannot be read. Save the list as CSV.',
    );
  });
});

describe('a list', () => {
  it.each([
    ['CSV', CSV],
    ['CSV with a byte order mark', `\uFEFF${CSV}`],
    ['CSV in UTF-16', Buffer.from(`\uFEFF${CSV}`, 'utf16le')],
    ['CSV in big-endian UTF-16', Buffer.from(`\uFEFF${CSV}`, 'utf16le').swap16()],
    ['CSV in UTF-16 without a mark', Buffer.from(CSV, 'utf16le')],
    ['CSV in big-endian UTF-16 without a mark', Buffer.from(CSV, 'utf16le').swap16()],
    ['CSV in a gzip file', gzipSync(CSV)],
    ['CSV in a gzip file of two parts', Buffer.concat([gzipSync(CSV.slice(0, 9)), gzipSync(CSV.slice(9))])],
    ['CSV in UTF-16 in a gzip file', gzipSync(Buffer.from(CSV, 'utf16le'))],
    ['CSV in a zip', zipSync({ 'readme.txt': strToU8('x'), 'lists/a.csv': strToU8(CSV) })],
  ])('is read from %s', async (_name, file) => {
    expect(await read(file)).toEqual(ROWS);
  });

  it.each(['\t', '|', ';'])('is read with columns separated by %j', async (delimiter) => {
    expect(await read(`ID${delimiter}NAME\n1${delimiter}A, B\n`)).toEqual({
      header: ['ID', 'NAME'],
      rows: [['1', 'A, B']],
    });
  });

  it('has no further column for a delimiter at the end of its rows (issue 40)', async () => {
    expect((await read('ID,NAME\n1,A,\n2,B,,\n3,C,D\n')).rows).toEqual([
      ['1', 'A'],
      ['2', 'B'],
      ['3', 'C', 'D'],
    ]);
  });

  it('is UTF-8 until a byte that is none, and Windows-1252 from there', async () => {
    const file = Buffer.concat([Buffer.from('N\nCafé\n'), Buffer.from('Perrier É\n', 'latin1')]);
    expect((await read(file, 8)).rows).toEqual([['Café'], ['Perrier É']]);
  });

  it('is read from GeoJSON, with the place as columns and the middle of an area', async () => {
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [-74, 40],
          [-73, 40],
          [-73, 41],
          [-74, 40],
        ],
      ],
    };
    const features = [
      { type: 'Feature', properties: { ID: 7, NAME: 'Dump' }, geometry: { type: 'Point', coordinates: [-74, 40.5] } },
      { type: 'Feature', properties: { ID: 8 }, geometry: area },
      { type: 'Feature', properties: { ID: 9 }, geometry: null },
    ];
    expect(await read(JSON.stringify({ type: 'FeatureCollection', features }))).toEqual({
      header: ['ID', 'NAME', 'GEOMETRY_LONGITUDE', 'GEOMETRY_LATITUDE'],
      rows: [
        ['7', 'Dump', '-74', '40.5'],
        ['8', '', '-73.5', '40.5'],
        ['9', '', '', ''],
      ],
    });
  });

  it('is read from GeoJSON in a gzip file and in UTF-16', async () => {
    const text = '{"type":"FeatureCollection","features":[{"properties":{"A":"É"},"geometry":null}]}';
    const expected = { header: ['A', 'GEOMETRY_LONGITUDE', 'GEOMETRY_LATITUDE'], rows: [['É', '', '']] };
    expect(await read(gzipSync(text))).toEqual(expected);
    expect(await read(Buffer.from(text, 'utf16le').swap16())).toEqual(expected);
  });

  const damagedGzip = (): Buffer => {
    const file = gzipSync(CSV);
    file.writeUInt32LE(7, file.length - 8);
    return file;
  };
  const tar = Buffer.alloc(1_024);
  tar.write('a.csv');
  tar.write('ustar', 257);
  const bomb = zipSync({ 'a.csv': strToU8(`${'A'.repeat(10_000)}\n`.repeat(2_000)) });
  it.each([
    ['two lists in a zip', zipSync({ 'a.csv': strToU8(CSV), 'b.csv': strToU8(CSV) }), /two lists, a\.csv and b\.csv/],
    ['a zip without a list', zipSync({ 'a.pdf': strToU8('x') }), /holds no CSV/],
    ['a zip of a database', zipSync({ 'a.mdb': strToU8('x') }), /Save the list as CSV or GeoJSON/],
    ['a zip bomb', bomb, /unpacks to more than 200 times its size/],
    ['a damaged zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(CSV)]), /holds no CSV|damaged/],
    ['a gzip bomb', gzipSync(`${'A'.repeat(10_000)}\n`.repeat(2_000)), /gzip file unpacks to more than 200 times/],
    ['a cut gzip file', gzipSync(CSV).subarray(0, -6), /The gzip file is cut off/],
    ['a damaged gzip file', damagedGzip(), /The gzip file is damaged/],
    ['a gzip file of a zip', gzipSync(zipSync({ 'a.csv': strToU8(CSV) })), /Databases and shapefiles/],
    ['a tar archive in a gzip file', gzipSync(tar), /A tar archive cannot be read/],
    ['an empty gzip file', gzipSync(''), /The file is empty/],
    ['a binary file', Buffer.from('AB\0\0CD'), /Databases and shapefiles/],
    ['a binary file with the mark of UTF-16', Buffer.from('\uFEFFAB\0', 'utf16le'), /Databases and shapefiles/],
    ['a web page in UTF-16', Buffer.from('<html></html>', 'utf16le'), /is a web page or XML/],
    ['a cut GeoJSON', '{"type":"FeatureCollection","features":[{"properties":{"A":1}}', /no GeoJSON FeatureCollection/],
    ['an empty file', '', /empty/],
    ['blanks', ' \n ', /has no column names/],
    ['a web page', '<!DOCTYPE html>\n<html><body>Not found</body></html>', /is a web page or XML, not a list/],
    ['a web page in a zip', zipSync({ 'a.csv': strToU8('\uFEFF\n<html></html>') }), /is a web page or XML/],
    ['a PDF', '%PDF-1.7\n1 0 obj', /A PDF cannot be read/],
    ['JSON that is a list of objects', '[{"NAME":"A"}]', /has no features/],
  ])('is refused for %s, with a sentence', async (_name, file, sentence) => {
    await expect(read(file, 65_536)).rejects.toThrow(sentence);
  });

  it('is refused for a quote that is opened after 500,000 rows, and read only as far as rows are taken (issue 40)', async () => {
    const AT_ONCE = 1_000;
    let [sent, taken, most] = [0, 0, 0];
    async function* file(): AsyncGenerator<Buffer> {
      yield Buffer.from('A,B\n');
      for (; sent < 500_000; sent += AT_ONCE) yield await Promise.resolve(Buffer.from('1,2\n'.repeat(AT_ONCE)));
      yield Buffer.from('3,"open\n');
      for (;;) yield await Promise.resolve(Buffer.from('4,5\n'.repeat(AT_ONCE)));
    }
    const { rows } = await readList(file());
    const all = async (): Promise<void> => {
      for await (const row of rows) {
        taken += row.length > 0 ? 1 : 0;
        most = Math.max(most, sent - taken);
      }
    };
    await expect(all()).rejects.toThrow('A quote is opened in row 500,001 and never closed.');
    expect(taken).toBe(500_000);
    expect(most).toBeLessThan(50_000);
  });

  it('is refused for a quote that is never closed, with the row', async () => {
    await expect(read('A,B\n1,2\n3,"open\n4,5\n')).rejects.toThrow('A quote is opened in row 2 and never closed.');
  });
});
