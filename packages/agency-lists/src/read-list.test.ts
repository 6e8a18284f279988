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

describe('a list', () => {
  it.each([
    ['CSV', CSV],
    ['CSV with a byte order mark', `\uFEFF${CSV}`],
    ['CSV in UTF-16', Buffer.from(`\uFEFF${CSV}`, 'utf16le')],
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

  const bomb = zipSync({ 'a.csv': strToU8(`${'A'.repeat(10_000)}\n`.repeat(2_000)) });
  it.each([
    ['two lists in a zip', zipSync({ 'a.csv': strToU8(CSV), 'b.csv': strToU8(CSV) }), /two lists, a\.csv and b\.csv/],
    ['a zip without a list', zipSync({ 'a.pdf': strToU8('x') }), /holds no CSV/],
    ['a zip of a database', zipSync({ 'a.mdb': strToU8('x') }), /Save the list as CSV or GeoJSON/],
    ['a zip bomb', bomb, /unpacks to far more/],
    ['a damaged zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(CSV)]), /holds no CSV|damaged/],
    ['a binary file', gzipSync(CSV), /Databases and shapefiles/],
    ['a cut GeoJSON', '{"type":"FeatureCollection","features":[{"properties":{"A":1}}', /no GeoJSON FeatureCollection/],
    ['an empty file', '', /empty/],
  ])('is refused for %s, with a sentence', async (_name, file, sentence) => {
    await expect(read(file, 65_536)).rejects.toThrow(sentence);
  });

  it('is refused for a quote that is never closed, with the row', async () => {
    await expect(read('A,B\n1,2\n3,"open\n4,5\n')).rejects.toThrow('A quote is opened in row 2 and never closed.');
  });
});
