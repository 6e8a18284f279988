import { strToU8, zipSync } from 'fflate';
import { addressesNamed, askedPlace, importStreets, readStreets, streetName, StreetsError } from './index.js';

const text = (content: unknown): Uint8Array => strToU8(typeof content === 'string' ? content : JSON.stringify(content));
const line = (properties: object, coordinates: number[][]) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
});
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });

const MARKET = line(
  { FULLNAME: 'Market St', LFROMHN: '101', LTOHN: '199', RFROMHN: '100', RTOHN: '198', old_name: 'Mill Lane;Mud Lane' },
  [
    [-100.01, 40],
    [-100, 40],
    [-99.99, 40],
  ],
);
const SECOND = line({ name: '2nd Ave' }, [
  [-100, 39.99],
  [-100, 40.01],
]);

it('finds crossings, house numbers and earlier names in GeoJSON', () => {
  const { crossings, blocks, aliases, streetCount, numberedCount } = importStreets(text(collection(MARKET, SECOND)));
  expect(crossings).toEqual([{ streets: ['Market St', '2nd Ave'], longitude: -100, latitude: 40 }]);
  expect([streetCount, numberedCount]).toEqual([2, 2]);
  expect(aliases).toEqual([
    { alias: 'Mill Lane', name: 'Market St' },
    { alias: 'Mud Lane', name: 'Market St' },
  ]);
  const find = (number: number) => addressesNamed({ number, street: streetName('market st') }, blocks);
  expect(find(149)).toMatchObject([{ name: '149 Market St', kind: 'address', latitude: 40 }]);
  expect(find(149)[0]?.longitude).toBeCloseTo(-100.0002, 4);
  expect(find(100)[0]?.longitude).toBeCloseTo(-100.01, 6);
  expect(find(200)).toEqual([]);
  expect(askedPlace('149 Market St')).toBeDefined();
});

it('joins the crossings of a divided road, and keeps two that are apart', () => {
  const lanes = [-0.0001, 0.0001].map((shift) =>
    line({ name: 'Wide Avenue' }, [
      [-100 + shift, 39.99],
      [-100 + shift, 40.01],
    ]),
  );
  const street = line({ name: 'A Street' }, [
    [-100.01, 40],
    [-99.99, 40],
  ]);
  const loop = line({ name: 'Loop' }, [
    [-100.005, 39.995],
    [-100.005, 40.005],
    [-99.995, 40.005],
    [-99.995, 39.995],
  ]);
  const { crossings } = importStreets(text(collection(...lanes, street)));
  expect(crossings).toHaveLength(1);
  expect(crossings[0]?.longitude).toBeCloseTo(-100, 9);
  expect(importStreets(text(collection(loop, street))).crossings).toHaveLength(2);
});

it('takes an end that misses the other street by a foot', () => {
  const stub = line({ name: 'Stub' }, [
    [-100.005, 40.000_002],
    [-100.005, 40.01],
  ]);
  expect(importStreets(text(collection(MARKET, stub))).crossings).toHaveLength(1);
});

it('reads features one by one, whatever their texts hold', () => {
  const odd = line({ name: 'Odd } ] "St" \\\\', note: { features: [1, '{'] } }, [
    [-100, 39.99],
    [-100, 40.01],
  ]);
  const before = {
    type: 'FeatureCollection',
    name: 'features',
    crs: { features: [odd] },
    features: [odd, null, MARKET],
  };
  expect(readStreets(text(before)).lines.map(({ name }) => name)).toEqual(['Odd } ] "St" \\\\', 'Market St']);
});

it('reads a CSV of crossings, and one of other names', () => {
  const csv = 'Street1,Street2,Borough,Lat,Lon\n3rd Avenue,"East 98th Street",Manhattan,40.786,-73.948\n';
  expect(readStreets(text(csv)).crossings).toEqual([
    { streets: ['3rd Avenue', 'East 98th Street'], longitude: -73.948, latitude: 40.786 },
  ]);
  expect(readStreets(text('alias,name\nFulton St,Jamaica Ave\n')).aliases).toEqual([
    { alias: 'Fulton St', name: 'Jamaica Ave' },
  ]);
});

it('reads GeoJSON and CSV in a ZIP', () => {
  const zip = zipSync({ 'a/streets.geojson': text(collection(MARKET, SECOND)), 'notes.txt': text('x') });
  expect(readStreets(zip).lines).toHaveLength(2);
});

/** One polyline layer, as TIGER/Line has it. */
function shapefile(): Record<string, Uint8Array> {
  const paths = [
    [-100.01, 40, -99.99, 40],
    [-100, 39.99, -100, 40.01],
  ];
  const recordBytes = 8 + 44 + 4 + 32;
  const shp = Buffer.alloc(100 + paths.length * recordBytes);
  shp.writeInt32BE(9_994, 0);
  shp.writeInt32BE(shp.length / 2, 24);
  shp.writeInt32LE(1_000, 28);
  shp.writeInt32LE(3, 32);
  paths.forEach((path, index) => {
    const at = 100 + index * recordBytes;
    shp.writeInt32BE(index + 1, at);
    shp.writeInt32BE((recordBytes - 8) / 2, at + 4);
    shp.writeInt32LE(3, at + 8);
    shp.writeInt32LE(1, at + 44);
    shp.writeInt32LE(2, at + 48);
    shp.writeInt32LE(0, at + 52);
    path.forEach((value, each) => shp.writeDoubleLE(value, at + 56 + each * 8));
  });
  const names = ['Market St', '2nd Ave'];
  const dbf = Buffer.alloc(32 + 32 + 1 + names.length * 21 + 1, 0x20);
  dbf.fill(0, 0, 64);
  dbf.writeUInt8(3, 0);
  dbf.writeUInt32LE(names.length, 4);
  dbf.writeUInt16LE(65, 8);
  dbf.writeUInt16LE(21, 10);
  dbf.write('FULLNAME', 32, 'ascii');
  dbf.write('C', 43, 'ascii');
  dbf.writeUInt8(20, 48);
  dbf.writeUInt8(0x0d, 64);
  names.forEach((name, index) => dbf.write(name, 65 + index * 21 + 1, 'ascii'));
  dbf.writeUInt8(0x1a, dbf.length - 1);
  return { 'roads.shp': new Uint8Array(shp), 'roads.dbf': new Uint8Array(dbf) };
}

it('reads a shapefile in a ZIP', () => {
  const { crossings } = importStreets(zipSync(shapefile()));
  expect(crossings).toHaveLength(1);
  expect(crossings[0]).toMatchObject({ streets: ['Market St', '2nd Ave'] });
  expect(crossings[0]?.longitude).toBeCloseTo(-100, 9);
});

it.each([
  ['no JSON', '{"type": ', 'The GeoJSON is damaged: it is not valid JSON.'],
  ['half a feature', '{"features": [{"type": "Fea', 'The GeoJSON is damaged: it is not valid JSON.'],
  ['a bad feature', '{"features": [{"type": x}]}', 'The GeoJSON is damaged: it is not valid JSON.'],
  ['other JSON', '{"a": 1}', 'The GeoJSON must be a collection of features.'],
  [
    'lines without names',
    collection(
      line({}, [
        [0, 0],
        [1, 1],
      ]),
    ),
    'Streets could not be read: no line has a name.',
  ],
  [
    'projected coordinates',
    collection(
      line({ name: 'A' }, [
        [583_000, 4_500_000],
        [1, 1],
      ]),
    ),
    'Coordinates must be longitude and latitude in degrees (WGS 84).',
  ],
  [
    'another CSV',
    'a,b\n1,2\n',
    'The first line of a CSV must name its columns: street1, street2, latitude, longitude; or alias and name.',
  ],
  [
    'a bad line',
    'street1,street2,lat,lon\nA,B,91,0\n',
    'Line 2 must have two streets, and a latitude and longitude in degrees.',
  ],
  [
    'a binary file',
    'a\0b',
    'The file is not a street file: it must be GeoJSON, a CSV of crossings, or a ZIP of a shapefile.',
  ],
])('refuses %s with a sentence', (_what, content, sentence) => {
  expect(() => readStreets(text(content))).toThrow(
    expect.objectContaining({ name: StreetsError.name, message: sentence }) as Error,
  );
});

it('refuses a damaged ZIP, and one without a table', () => {
  expect(() => readStreets(strToU8('PK\u0003\u0004 nothing'))).toThrow(StreetsError);
  const { 'roads.shp': shp = new Uint8Array() } = shapefile();
  expect(() => readStreets(zipSync({ 'roads.shp': shp }))).toThrow(
    'The ZIP has roads.shp without its .dbf, which holds the names.',
  );
});

it('refuses a table of too many rows before it is read', () => {
  const { 'roads.shp': shp = new Uint8Array(), 'roads.dbf': dbf = new Uint8Array() } = shapefile();
  new DataView(dbf.buffer).setUint32(4, 3_000_000, true);
  expect(() => readStreets(zipSync({ 'roads.shp': shp, 'roads.dbf': dbf }))).toThrow('at most 500,000 street lines');
});

it('refuses a ZIP that says it unpacks to too much', () => {
  const zip = zipSync({ 'a.csv': text('x') });
  // the size in the central directory
  const at = Buffer.from(zip).indexOf('PK\u0001\u0002', 0, 'latin1');
  new DataView(zip.buffer).setUint32(at + 24, 400 * 1024 * 1024, true);
  expect(() => readStreets(zip)).toThrow('The ZIP unpacks to too much.');
});

it('refuses more blocks with house numbers than can be kept', () => {
  const path = Array.from({ length: 1_001 }, (_, at) => [-100 + at * 0.000_01, 40]);
  const blocks = Array.from({ length: 500 }, () => line(MARKET.properties, path));
  expect(() => importStreets(text(collection(...blocks)))).toThrow('at most 200,000 blocks with house numbers');
});

it('keeps lines without house numbers, for plans, unless they are too many', () => {
  const { blocks } = importStreets(text(collection(MARKET, SECOND)));
  const unnumbered = blocks.filter(({ street }) => street === '2nd Ave');
  expect(unnumbered).toMatchObject([{ low: 0, high: 0, path: SECOND.geometry.coordinates }]);
  expect(addressesNamed({ number: 1, street: streetName('2nd Ave') }, unnumbered)).toEqual([]);
  const many = Array.from({ length: 1_000 }, (_, row) => {
    const path = Array.from({ length: 1_001 }, (__, at) => [-100 + at * 0.000_01, 30 + row * 0.005]);
    return line({ name: '3rd Ave' }, path);
  });
  expect(importStreets(text(collection(MARKET, ...many))).blocks.map(({ street }) => street)).not.toContain('3rd Ave');
});

it('refuses lines that all lie on one place, or reach around the earth', () => {
  const many = Array.from({ length: 21_000 }, (_, index) =>
    line({ name: `S ${index}` }, [
      [0, 0],
      [0.000_1, 0.000_1],
    ]),
  );
  expect(() => importStreets(text(collection(...many)))).toThrow('Too many street lines lie on one place.');
  const long = line({ name: 'Equator' }, [
    [-180, -80],
    [180, 80],
  ]);
  expect(() => importStreets(text(collection(long)))).toThrow('The street lines reach too far.');
});

it('finds 200,000 crossings', () => {
  const rows = Array.from({ length: 447 }, (_, at) => at * 0.002 + 0.000_5);
  const features = rows.flatMap((at) => [
    line(
      { name: `Row ${at}` },
      rows.map((x) => [x, at]),
    ),
    line(
      { name: `Column ${at}` },
      rows.map((y) => [at, y]),
    ),
  ]);
  expect(importStreets(text(collection(...features))).crossings).toHaveLength(447 * 447);
});
