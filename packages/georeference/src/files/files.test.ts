import { strToU8, zipSync } from 'fflate';
import { checkBoundary } from '../boundary/check.js';
import { readBoundaryFile } from './index.js';

const RING = [
  [-74, 40.7],
  [-73.999, 40.7],
  [-73.999, 40.701],
  [-74, 40.7],
];
const polygon = { type: 'Polygon', coordinates: [RING] };
const read = (text: string) => readBoundaryFile(strToU8(text));
const json = (value: unknown) => read(JSON.stringify(value));
const LIMITS = { corners: 2_000, parts: 20, acres: 10_000 };

function shapefile(ring: readonly (readonly number[])[], type = 5): Uint8Array {
  const content = 44 + 4 + 16 * ring.length;
  const view = new DataView(new ArrayBuffer(100 + 8 + content));
  view.setInt32(0, 9_994);
  view.setInt32(24, view.byteLength / 2);
  view.setInt32(28, 1_000, true);
  view.setInt32(32, type, true);
  const [xs, ys] = [0, 1].map((axis) => ring.map((corner) => corner[axis] ?? 0));
  const box = [Math.min(...(xs ?? [])), Math.min(...(ys ?? [])), Math.max(...(xs ?? [])), Math.max(...(ys ?? []))];
  for (const at of [36, 112]) box.forEach((value, index) => view.setFloat64(at + index * 8, value, true));
  view.setInt32(100, 1);
  view.setInt32(104, content / 2);
  view.setInt32(108, type, true);
  view.setInt32(144, 1, true);
  view.setInt32(148, ring.length, true);
  ring.forEach(([x = 0, y = 0], at) => {
    view.setFloat64(156 + at * 16, x, true);
    view.setFloat64(164 + at * 16, y, true);
  });
  return new Uint8Array(view.buffer);
}

/** New York Long Island, feet: EPSG:2263. */
const STATE_PLANE =
  'PROJCS["NAD_1983_StatePlane_New_York_Long_Island_FIPS_3104_Feet",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",984250.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-74.0],PARAMETER["Standard_Parallel_1",40.66666666666666],PARAMETER["Standard_Parallel_2",41.03333333333333],PARAMETER["Latitude_Of_Origin",40.16666666666666],UNIT["Foot_US",0.3048006096012192]]';

describe('GeoJSON', () => {
  it('gives the areas of features and collections, and leaves out lines and points', () => {
    const point = { type: 'Point', coordinates: [0, 0] };
    const features = [polygon, point, { type: 'GeometryCollection', geometries: [polygon] }].map((geometry) => ({
      ...{ type: 'Feature', properties: null, geometry },
    }));
    expect(json({ type: 'FeatureCollection', features }).coordinates).toEqual([[RING], [RING]]);
    expect(json({ type: 'MultiPolygon', coordinates: [[RING]] }).coordinates).toEqual([[RING]]);
    expect(read(`\uFEFF ${JSON.stringify(polygon)}`).coordinates).toEqual([[RING]]);
  });

  it.each([
    ['{"type": "Polygon", ', /not valid JSON/],
    ['{"type": "LineString", "coordinates": [[0, 0], [1, 1]]}', /^The file has no area/],
    [
      JSON.stringify({ ...polygon, crs: { properties: { name: 'urn:ogc:def:crs:EPSG::2263' } } }),
      /WGS 84 \(EPSG:4326\)/,
    ],
    ['{"type":"GeometryCollection","geometries":['.repeat(40) + ']}'.repeat(40), /too many collections/],
  ])('is refused with a sentence', (text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });

  it('of nonsense is refused by the check', () => {
    for (const coordinates of ['x', [[]], [null], [[[{}]]], [[['a', 1]]]])
      expect(checkBoundary(json({ type: 'Polygon', coordinates }), LIMITS).problem).toBeDefined();
  });
});

describe('KML', () => {
  const corners = (ring: readonly (readonly number[])[]) => ring.map(([x, y]) => `${x},${y},0`).join('\n ');
  const kml = (inner: string) =>
    `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;
  const ofRing = (tag: string) =>
    `<${tag}><LinearRing><coordinates> ${corners(RING)} </coordinates></LinearRing></${tag}>`;

  it('gives polygons with holes', () => {
    const one = `<Placemark><Polygon>${ofRing('outerBoundaryIs')}${ofRing('innerBoundaryIs')}</Polygon></Placemark>`;
    expect(read(kml(one + one)).coordinates).toEqual([
      [RING, RING],
      [RING, RING],
    ]);
    expect(readBoundaryFile(zipSync({ 'doc.kml': strToU8(kml(one)) })).coordinates).toHaveLength(1);
  });

  it('may have blanks after its commas, and names in another encoding than UTF-8', () => {
    const text = kml(`<name>Caf\u00e9</name><Polygon>${ofRing('outerBoundaryIs')}</Polygon>`);
    const latin = Uint8Array.from(text.replaceAll(',', ', '), (letter) => letter.charCodeAt(0));
    expect(readBoundaryFile(latin).coordinates).toEqual([[RING]]);
  });

  it.each([
    [kml('<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>'), /^The file has no area/],
    ['<kml><Polygon>', /not valid XML/],
    [`<!DOCTYPE kml [<!ENTITY a "&b;&b;"><!ENTITY b "xx">]><kml>&a;</kml>`, /not valid XML/],
    ['<a>'.repeat(200), /too many elements/],
  ])('is refused with a sentence', (text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });
});

describe('a zipped shapefile', () => {
  const clockwise = [...RING].reverse();
  const changed = (change: (view: DataView) => void): Uint8Array => {
    const file = shapefile(clockwise);
    change(new DataView(file.buffer));
    return zipSync({ 'a.shp': file });
  };
  const zeros = new Uint8Array(60 * 1_024 * 1_024);
  /** A zip of one file that states 1,000 bytes, in its directory and its header. */
  function understated(zip: Uint8Array): Uint8Array {
    const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
    view.setUint32(22, 1_000, true);
    view.setUint32(view.getUint32(zip.length - 6, true) + 24, 1_000, true);
    return zip;
  }

  it('in degrees needs no projection', () => {
    const { coordinates } = readBoundaryFile(zipSync({ 'parcel/Lot.shp': shapefile(clockwise) }));
    expect(checkBoundary({ type: 'MultiPolygon', coordinates }, LIMITS).parts?.[0]?.[0]).toHaveLength(4);
  });

  it('in feet of a state plane is turned into degrees by its projection', () => {
    const feet = [
      [984_250, 200_000],
      [984_250, 200_500],
      [984_750, 200_000],
      [984_250, 200_000],
    ];
    const { coordinates } = readBoundaryFile(
      zipSync({ 'Lot.SHP': shapefile(feet), 'lot.prj': strToU8(STATE_PLANE), 'Lot.dbf': strToU8('x') }),
    );
    const [[[longitude, latitude] = []] = []] = (coordinates as number[][][][])[0] ?? [];
    expect(longitude).toBeCloseTo(-74, 6);
    // by the formulas of Lambert's projection; an international foot would be off by 12 cm
    expect(latitude).toBeCloseTo(40.71563049805, 9);
  });

  it('in an unknown projection is refused by the check', () => {
    const files = {
      'a.shp': shapefile([
        [984_250, 1],
        [984_251, 2],
        [984_252, 1],
        [984_250, 1],
      ]),
      'a.prj': strToU8('LOCAL'),
    };
    expect(checkBoundary(readBoundaryFile(zipSync(files)), LIMITS).problem).toMatch(/WGS 84 \(EPSG:4326\)/);
  });

  it.each<[string, Uint8Array, RegExp]>([
    [
      'no projection',
      zipSync({
        'a.shp': shapefile([
          [984_250, 1],
          [984_251, 2],
          [984_252, 1],
          [984_250, 1],
        ]),
      }),
      /no \.prj file/,
    ],
    ['lines', zipSync({ 'a.shp': shapefile(clockwise, 3) }), /^The file has no area/],
    ['a cut file', zipSync({ 'a.shp': shapefile(clockwise).subarray(0, 60) }), /cut off/],
    ['a shorter one', zipSync({ 'a.shp': shapefile(clockwise).subarray(0, 130) }), /cut off/],
    ['two', zipSync({ 'a.shp': shapefile(clockwise), 'b.shp': shapefile(clockwise) }), /several shapefiles/],
    ['none', zipSync({ 'a.txt': strToU8('x') }), /holds no shapefile, KML or GeoJSON/],
    ['half a zip', zipSync({ 'a.shp': shapefile(clockwise) }).subarray(0, 80), /damaged or has a password/],
    ['a bomb', zipSync({ 'a.json': new Uint8Array(60 * 1_024 * 1_024) }, { level: 9 }), /more than 10 MB/],
    ['a bomb that states a small size', understated(zipSync({ 'a.json': zeros }, { level: 9 })), /more than 10 MB/],
    [
      'very many files',
      zipSync(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`${at}.txt`, new Uint8Array()]))),
      /more than 1,000 files/,
    ],
    [
      'an old datum',
      zipSync({
        'a.shp': shapefile(clockwise),
        'a.prj': strToU8(
          'GEOGCS["GCS_North_American_1927",DATUM["D_North_American_1927",SPHEROID["Clarke_1866",6378206.4,294.9786982]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]',
        ),
      }),
      /^The shapefile has the datum D_North_American_1927, which cannot be converted exactly/,
    ],
    ['too many points', changed((view) => view.setInt32(148, 1_000_000, true)), /damaged/],
    ['too many parts', changed((view) => view.setInt32(144, 1_000_000, true)), /damaged/],
    ['a part before its start', changed((view) => view.setInt32(152, 2, true)), /damaged/],
    ['a record of no area', changed((view) => view.setInt32(108, 3, true)), /damaged/],
    ['a record without end', changed((view) => view.setInt32(104, -4)), /damaged/],
    [
      'a county',
      zipSync({ 'a.shp': shapefile(Array.from({ length: 12_000 }, (_, at) => [-74 + at * 1e-6, 40.7])) }),
      /^The shapefile has 12,000 corners/,
    ],
    ['a lone .shp', shapefile(clockwise), /one zip/],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]), /must be GeoJSON, KML or a zipped shapefile/],
    ['nothing', new Uint8Array(), /must be GeoJSON/],
  ])('is refused with a sentence: %s', (_what, file, sentence) => {
    expect(() => readBoundaryFile(file)).toThrow(sentence);
  });
});
