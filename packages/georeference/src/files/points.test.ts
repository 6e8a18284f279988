import { UnreadableFile } from './areas.js';
import { readPointFile } from './points.js';

const SHEET = { id: '01980a51-5d2f-7b13-a4c8-1e6d7f8a9b0c', width: 1_000, height: 2_000 };
const maps = (content: string) => readPointFile(content, SHEET);
const read = (content: string) => {
  const [map, ...others] = maps(content);
  if (!map || others.length > 0) throw new Error('not one map');
  return map;
};
const HEADER = 'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual';
const WGS84 = '#CRS: GEOGCRS["WGS 84",ELLIPSOID["WGS 84",6378137,298.3,LENGTHUNIT["metre",1]],ID["EPSG",4326]]';
const MERCATOR = '#CRS: PROJCRS["WGS 84 / Pseudo-Mercator",BASEGEOGCRS["WGS 84",ID["EPSG",4326]],ID["EPSG",3857]]';

describe('points of QGIS', () => {
  it('count pixels upwards, and may be left out', () => {
    const lines = [WGS84, HEADER, '-73.945,40.787,10.5,-20,1,0,0,0', '-73.946,40.788,30,-0.25,0,0,0,0', ''];
    expect(read(`\uFEFF${lines.join('\r\n')}`)).toEqual({
      mask: [],
      points: [
        { x: 10.5, y: 20, longitude: -73.945, latitude: 40.787, used: true },
        { x: 30, y: 0.25, longitude: -73.946, latitude: 40.788, used: false },
      ],
    });
  });

  it('of version 4 and of older ones are read too', () => {
    expect(read(`${HEADER}\n-73.9,40.7,10,20,1,0,0,0`).points).toMatchObject([{ x: 10, y: 20 }]);
    expect(read('mapX,mapY,pixelX,pixelY,enable\n-73.9,40.7,10,-20,1').points).toMatchObject([{ x: 10, y: 20 }]);
  });

  it('in Web Mercator become degrees', () => {
    // 40 degrees north, 74 degrees west
    const { points } = read([MERCATOR, HEADER, '-8237642.317702,4865942.279503,10,-20,1,0,0,0'].join('\n'));
    expect(points[0]?.longitude).toBeCloseTo(-74, 7);
    expect(points[0]?.latitude).toBeCloseTo(40, 7);
  });

  it.each([
    ['', /must be a \.points file/],
    ['hello', /must be a \.points file/],
    [HEADER, /no places/],
    [`${HEADER}\n-73.9,40.7,ten,-20,1`, /^Line 2 has no number in sourcex\.$/],
    [`${HEADER}\n-73.9,40.7,0x10,-20,1`, /^Line 2 has no number in sourcex\.$/],
    [`${HEADER}\n-73.9,40.7,10`, /^Line 2 has no number in sourcey\.$/],
    [`${HEADER}\n-73.9,40.7,10,-20,1\n-73.9,40.7,10,20,1`, /sourceY must be negative in all lines/],
    [`${HEADER}\n987000,201000,10,-20,1`, /EPSG:4326\) or Web Mercator/],
    [`#CRS: PROJCRS["NY",ID["EPSG",2263]]\n${HEADER}\n987000,201000,10,-20,1`, /EPSG:4326\) or Web Mercator/],
  ])('are refused with a sentence: %j', (content, sentence) => {
    expect(() => read(content)).toThrow(UnreadableFile);
    expect(() => read(content)).toThrow(sentence);
  });
});

it('a CSV of places may have names, and y down', () => {
  expect(read('x;y;longitude;latitude;name\n10;20;-73.9;40.7;"1st; and A"').points).toEqual([
    { x: 10, y: 20, longitude: -73.9, latitude: 40.7, used: true, name: '1st; and A' },
  ]);
});

describe('a Georeference Annotation', () => {
  const feature = (pixel: unknown, coordinates: unknown = [-73.945, 40.787], key = 'resourceCoords') => ({
    ...{ type: 'Feature', properties: { [key]: pixel }, geometry: { type: 'Point', coordinates } },
  });
  const annotation = (more: { source?: unknown; value?: string; features?: unknown[] } = {}) => ({
    ...{ type: 'Annotation', motivation: 'georeferencing' },
    target: {
      type: 'SpecificResource',
      source: more.source ?? { id: 'https://example.org/iiif/1', type: 'ImageService2', width: 1_000, height: 2_000 },
      selector: {
        type: 'SvgSelector',
        value: more.value ?? '<svg><polygon points="0,0 1000,0 1000,2000 0,2000" /></svg>',
      },
    },
    body: { type: 'FeatureCollection', features: more.features ?? [feature([10, 20]), feature([900, 1_900])] },
  });
  const json = (value: unknown) => read(JSON.stringify(value));

  it('gives places, and a mask if it covers a part', () => {
    expect(json(annotation())).toEqual({
      mask: [],
      points: [
        { x: 10, y: 20, longitude: -73.945, latitude: 40.787, used: true },
        { x: 900, y: 1_900, longitude: -73.945, latitude: 40.787, used: true },
      ],
    });
    const { mask } = json(annotation({ value: '<svg width="9"><polygon points="5,6 900,7 800,1900"/></svg>' }));
    expect(mask).toEqual([
      { x: 5, y: 6 },
      { x: 900, y: 7 },
      { x: 800, y: 1_900 },
    ]);
  });

  it('of a picture of another size is scaled', () => {
    const source = { id: 'x', width: 2_000, height: 4_000 };
    expect(json(annotation({ source, value: '' })).points[0]).toMatchObject({ x: 5, y: 10 });
    const value = '<svg width="500" height="1000"><polygon points="0,0 500,0 250,1000" /></svg>';
    const old = annotation({
      source: 'https://example.org/1',
      value,
      features: [feature([5, 10], [1, 2], 'pixelCoords')],
    });
    expect(json(old)).toMatchObject({
      points: [{ x: 10, y: 20 }],
      mask: [{ x: 0 }, { x: 1_000 }, { x: 500, y: 2_000 }],
    });
    expect(() => json(annotation({ source: { width: 2_000, height: 2_000 } }))).toThrow(
      'of a picture of 2000 x 2000 pixels, which has another shape than this sheet of 1000 x 2000 pixels.',
    );
  });

  it('is found among others by its picture', () => {
    const source = { id: `https://symbio.example/iiif/3/${SHEET.id}`, width: 1_000, height: 2_000 };
    const own = annotation({ source, features: [feature([1, 2])] });
    const page = { type: 'AnnotationPage', items: [annotation(), own, annotation()] };
    expect(json(page).points).toMatchObject([{ x: 1, y: 2 }]);
    const others = { type: 'AnnotationPage', items: [annotation(), annotation()] };
    expect(() => json(others)).toThrow('The file has 2 maps that can be of this sheet.');
    expect(() => json({ ...page, items: [own, own] })).toThrow('Several maps of the file cover the whole sheet.');
  });

  it('of several maps of the sheet gives each with its mask and region', () => {
    const source = { id: `https://symbio.example/iiif/3/${SHEET.id}`, width: 1_000, height: 2_000 };
    const inset = annotation({ source, value: '<svg><polygon points="5,6 900,7 800,1900"/></svg>' });
    const id = `https://symbio.example/export?format=annotation&region_id=${SHEET.id}`;
    const page = { type: 'AnnotationPage', items: [annotation({ source }), { ...inset, id }] };
    const [whole, part] = maps(JSON.stringify(page));
    expect(whole).not.toHaveProperty('regionId');
    expect(whole?.mask).toEqual([]);
    expect(part).toMatchObject({ regionId: SHEET.id, mask: [{ x: 5, y: 6 }, {}, {}] });
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{"type": ', /not valid JSON/],
    ['another type', { type: 'Manifest', items: [] }, /no Georeference Annotation/],
    ['no body', { type: 'Annotation' }, /no Georeference Annotation/],
    ['an empty page', { type: 'AnnotationPage', items: [null, 7, 'x'] }, /no Georeference Annotation/],
    ['no places', annotation({ features: [] }), /no places/],
    ['a place of text', annotation({ features: [feature(['a', 'b'])] }), /no pixel or no coordinates/],
    ['a place of null', annotation({ features: [null] }), /no pixel or no coordinates/],
    [
      'too many maps',
      { type: 'AnnotationPage', items: Array.from({ length: 501 }, () => annotation()) },
      /more than 500/,
    ],
  ])('with %s is refused with a sentence', (_what, content, sentence) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    expect(() => read(text)).toThrow(UnreadableFile);
    expect(() => read(text)).toThrow(sentence);
  });
});
