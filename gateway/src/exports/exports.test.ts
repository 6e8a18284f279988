import { jest } from '@jest/globals';
import Papa from 'papaparse';
import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { csvLines, FORMATS } from './formats.js';
import { COVERAGE, INTERVIEW, LIEN_SEARCH, ORPHAN, QUESTIONNAIRE, searched } from './testing.js';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import express from 'express';
import { app } from '@symbio/api';
import { createLogger, notFound, type Actor } from '@symbio/runtime';
import { person } from '@symbio/runtime/testing';
import { Annotation } from '@symbio/proto/annotation';
import { Document, Georeference, Page } from '@symbio/proto/document';
import { Determination, Feature, Mention } from '@symbio/proto/feature';
import { Author } from '@symbio/proto/identity';
import { Coverage, Project, PropertyMap, Questionnaire } from '@symbio/proto/project';
import { RecordHit } from '@symbio/proto/records';
import { errorHandler } from '../http/errors.js';
import { setCaller, trackRequests } from '../http/request.js';
import { projectExports } from '../spa/exports.js';
import { mounted } from '../testing.js';
import { COLUMNS } from './rows.js';

const PROJECT = '01890000-0000-7000-8000-00000000aaaa';
const EMPTY = '01890000-0000-7000-8000-00000000bbbb';
const made = { createdAt: new Date('2026-01-02T03:04:05Z'), updatedAt: new Date('2026-01-03T00:00:00Z') };

const world = {
  features: [
    Feature.fromPartial({
      id: 'f1',
      name: 'Gas Works, "Old" Plant',
      landUse: ['manufactured_gas_plant', 'gas_station'],
      coordinate: { longitude: -73.98765, latitude: 40.7 },
      relation: { relation: 'adjoining', direction: 'NW', distanceFt: 120 },
      authorId: 'ann',
      ...made,
    }),
    Feature.fromPartial({ id: 'f2', name: '=HYPERLINK("https://evil.example")', authorId: 'ann', ...made }),
  ],
  mentions: [
    Mention.fromPartial({
      id: 'm1',
      featureOfInterestId: 'f1',
      sourceAnnotationId: 'a1',
      authorId: 'ann',
      narrative: 'Two gas holders',
      currentHistoryId: 'h1',
      currentNarrative: 'Two gas holders',
      currentConfidence: 10,
      currentUseType: 'confirmed',
      currentAuthorId: 'ann',
      historyCount: 2,
      ...made,
    }),
    Mention.fromPartial({
      id: 'm2',
      sourceAnnotationId: 'a2',
      authorId: 'spotter',
      narrative: 'a street',
      suggestedLandUse: 'gas_station',
      ...made,
    }),
  ],
  annotations: [
    Annotation.fromPartial({
      id: 'a1',
      documentId: 'd1',
      documentPageId: 'p2',
      shape: { $case: 'ellipse', value: { centerX: 500, centerY: 400.5, radiusX: 30, radiusY: 20, theta: 0.25 } },
      content: 'GAS HOLDER',
      authorId: 'ann',
      authorName: 'Ann',
      authorType: 'human',
      ...made,
    }),
    Annotation.fromPartial({
      id: 'a2',
      documentId: 'd1',
      documentPageId: 'p2',
      shape: { $case: 'rectangle', value: { x: 10, y: 20, width: 30, height: 40 } },
      content: 'GASTON ST.',
      authorId: 'spotter',
      authorName: 'Symbio Spotter 1.0',
      authorType: 'ai_agent',
      decisions: [{ verdict: 'rejected', reason: 'a street' }],
      ...made,
    }),
    Annotation.fromPartial({
      id: 'a3',
      documentId: 'd1',
      documentPageId: 'p2',
      shape: {
        $case: 'polygon',
        value: {
          points: [
            { x: 0, y: 0 },
            { x: 40, y: 10.5 },
            { x: 10, y: 30 },
          ],
        },
      },
      content: 'YARD',
      authorId: 'ann',
      authorName: 'Ann',
      authorType: 'human',
      ...made,
    }),
  ],
};

const HIT = RecordHit.fromPartial({
  ...{ id: 'h1', list: 'LUST', dataSetId: 'd1', recordId: 'R-1', row: 7, name: 'CORNER STATION', certainty: 'perhaps' },
  ...{ longitude: -73.98, latitude: 40.7, distanceM: 304.8, accuracyM: 30.48, direction: 'NE', onProperty: 'off' },
  ...{ quality: 'exact', site: 2, siteReasons: ['registry'] },
});

const clients = {
  records: {
    listSearches: ({ projectId = '' }) => Promise.resolve({ searches: projectId === PROJECT ? [searched] : [] }),
    listHits: () => Promise.resolve({ hits: [HIT, ORPHAN] }),
  },
  project: {
    getProject: ({ id = '' }) =>
      [PROJECT, EMPTY].includes(id)
        ? Promise.resolve({ project: Project.fromPartial({ id, title: 'Café & Yard / 12' }) })
        : Promise.reject(notFound('Project')),
    getCoverage: ({ projectId = '' }) =>
      Promise.resolve({ coverage: projectId === PROJECT ? COVERAGE : Coverage.fromPartial({}) }),
    getQuestionnaire: ({ projectId = '' }) =>
      Promise.resolve({ questionnaire: projectId === PROJECT ? QUESTIONNAIRE : Questionnaire.fromPartial({}) }),
    listInterviews: ({ projectId = '' }) => Promise.resolve({ interviews: projectId === PROJECT ? [INTERVIEW] : [] }),
    listLienSearches: ({ projectId = '' }) =>
      Promise.resolve({ lienSearches: projectId === PROJECT ? [LIEN_SEARCH] : [] }),
    getPropertyMap: () =>
      Promise.resolve({ propertyMap: PropertyMap.fromPartial({ site: { longitude: -73.98765, latitude: 40.701 } }) }),
  },
  feature: {
    listFeatures: ({ projectId = '' }) => Promise.resolve({ features: projectId === PROJECT ? world.features : [] }),
    listMentions: ({ projectId = '' }) => Promise.resolve({ mentions: projectId === PROJECT ? world.mentions : [] }),
    listLandUses: () => Promise.resolve({ landUses: [] }),
    listDeterminations: () =>
      Promise.resolve({
        determinations: [Determination.fromPartial({ featureId: 'f1', kind: 'rec', reason: 'Two holders leaked.' })],
      }),
  },
  annotation: {
    listAnnotations: ({ projectId = '' }) =>
      Promise.resolve({ annotations: projectId === PROJECT ? world.annotations : [] }),
  },
  document: {
    // two pages, so pagination is tested
    listDocuments: ({ paging: { cursor = '' } = {} }) =>
      Promise.resolve({
        documents: [Document.fromPartial({ id: `d${cursor ? 1 : 9}`, title: 'Sanborn 1896' })],
        pageInfo: { page: 1, perPage: 1, totalPages: 2, count: 2, ...(!cursor && { nextCursor: 'second' }) },
      }),
    locatePages: () => Promise.resolve({ georeferences: [] as Georeference[] }),
    listPages: ({ documentId = '' }) =>
      Promise.resolve({
        pages: [
          Page.fromPartial({
            id: 'p2',
            documentId,
            pageNumber: 2,
            width: 6400,
            height: 7600,
            metadata: { year: 1896 },
          }),
        ],
      }),
  },
  identity: {
    getAuthors: ({ ids = [] as string[] }) =>
      Promise.resolve({
        authors: ids.map((id) =>
          Author.fromPartial({
            ...{ id, displayName: `Author ${id}`, authorType: id === 'ann' ? 'human' : 'ai_agent' },
          }),
        ),
      }),
  },
};

let server: Server;
let base: string;

beforeAll(async () => {
  const app = express();
  app.use(trackRequests, (request, _response, next) => {
    const actor: Actor = person();
    setCaller(request, { actor, email: '', token: 'token' });
    next();
  });
  app.use('/api', mounted(projectExports(clients as unknown as Parameters<typeof projectExports>[0])));
  app.use(errorHandler(createLogger({ name: 'test', level: 'silent' })));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/projects`;
});

afterAll(() => server.close());

const get = (what: string, format: string, id = PROJECT) => fetch(`${base}/${id}/export?what=${what}&format=${format}`);

const cells = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell).slice(0, -1));

const texts = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&#x3C;', '<').replaceAll('&#x26;', '&'),
  );

describe('Exports of a project', () => {
  it('GeoJSON has longitude first, and null geometry for features without a location', async () => {
    const response = await get('features', 'geojson');
    expect(response.headers.get('content-type')).toContain('application/geo+json');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=cafe-yard-12-features.geojson');
    const { type, features } = (await response.json()) as { type: string; features: Record<string, unknown>[] };
    expect(type).toBe('FeatureCollection');
    expect(features).toMatchObject([
      {
        type: 'Feature',
        id: 'f1',
        geometry: { type: 'Point', coordinates: [-73.98765, 40.7] },
        properties: {
          name: 'Gas Works, "Old" Plant',
          land_use: 'manufactured_gas_plant; gas_station',
          mentions: 1,
          narratives: 'Two gas holders',
          ...{ relation: 'adjoining', direction: 'NW', distance_ft: 120 },
          ...{
            measured_relation: 'near',
            measured_direction: 'S',
            measured_distance_ft: 364.33,
            measured_from: 'site',
          },
          author: 'Author ann',
          created_at: '2026-01-02T03:04:05.000Z',
          ...{ determination: 'rec', determination_reason: 'Two holders leaked.' },
        },
      },
      { id: 'f2', geometry: null, properties: { mentions: 0, measured_relation: null, measured_from: null } },
    ]);
  });

  it('mentions have their current record, sheet and author', async () => {
    const { features } = (await (await get('mentions', 'geojson')).json()) as { features: Record<string, unknown>[] };
    expect(features).toMatchObject([
      {
        geometry: { coordinates: [-73.98765, 40.7] },
        properties: {
          feature: 'Gas Works, "Old" Plant',
          narrative: 'Two gas holders',
          confidence: 10,
          use_type: 'confirmed',
          status: 'active',
          confirmed_by: 'Author ann',
          document: 'Sanborn 1896',
          page: 2,
          year: 1896,
          annotation_id: 'a1',
          history_records: 2,
          suggested_land_use: null,
        },
      },
      {
        geometry: null,
        // an agent's suggestion is not a land use of the feature, but Insights shows it
        properties: {
          ...{ narrative: 'a street', confidence: null, status: 'not held', confirmed_by: null },
          ...{ land_use: null, suggested_land_use: 'gas_station' },
        },
      },
    ]);
  });

  it('annotations have pixels of their sheet and review decisions', async () => {
    const { features } = (await (await get('annotations', 'geojson')).json()) as {
      features: { properties: Record<string, unknown> }[];
    };
    expect(features.map(({ properties }) => properties)).toMatchObject([
      {
        shape: 'ellipse',
        center_x: 500,
        center_y: 400.5,
        radius_x: 30,
        radius_y: 20,
        theta: 0.25,
        page_width: 6400,
        page_height: 7600,
        feature_id: 'f1',
        review: 'human',
      },
      { shape: 'rectangle', center_x: 25, center_y: 40, radius_x: 15, radius_y: 20, points: null, review: 'rejected' },
      {
        shape: 'polygon',
        center_x: 20,
        center_y: 15,
        radius_x: 20,
        radius_y: 15,
        theta: 0,
        points: '0 0, 40 10.5, 10 30',
      },
    ]);
  });

  it('annotations on a placed sheet have their outline on the earth', async () => {
    const sheet = Georeference.fromPartial({
      pageId: 'p2',
      fit: { kind: 'affine', affine: [1, 0, 0, 0, -1, 0], origin: { longitude: -74, latitude: 40 }, expectedFeet: 3.2 },
    });
    const answer = jest.spyOn(clients.document, 'locatePages').mockResolvedValue({ georeferences: [sheet] });
    const { features } = (await (await get('annotations', 'geojson')).json()) as {
      features: {
        geometry: { type: string; coordinates: [number, number][][] };
        properties: Record<string, unknown>;
      }[];
    };
    expect(features[1]).toMatchObject({ geometry: { type: 'Polygon' }, properties: { uncertainty_ft: 4 } });
    expect(features[1]?.geometry.coordinates[0]).toHaveLength(5);
    const [longitude = 0, latitude = 0] = features[1]?.geometry.coordinates[0]?.[0] ?? [];
    expect([longitude, latitude]).toEqual([expect.closeTo(-73.9999, 3), expect.closeTo(39.9999, 3)]);
    expect(await (await get('annotations', 'kml')).text()).toContain('<Polygon>');
    answer.mockRestore();
  });

  it('KML names each placemark and escapes markup', async () => {
    const response = await get('features', 'kml');
    expect(response.headers.get('content-type')).toContain('application/vnd.google-earth.kml+xml');
    const text = await response.text();
    expect(texts(text, 'name')).toEqual(['Gas Works, "Old" Plant', '=HYPERLINK("https://evil.example")']);
    expect(texts(text, 'coordinates')).toEqual(['-73.98765,40.7']);
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<kml xmlns="http:\/\/www.opengis.net\/kml\/2.2">/);
    expect(text).not.toContain('null');
  });

  it('CSV opens in a spreadsheet: UTF-8, a header, numbers as numbers and no formulas', async () => {
    const response = await get('features', 'csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header, first, second] = cells(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    expect(header).toEqual(COLUMNS.features);
    // later columns come last, so positions stay
    const at = header?.indexOf('relation');
    expect(first?.slice(at, (at ?? 0) + 3)).toEqual(['adjoining', 'NW', '120']);
    expect(first?.slice(1, 5)).toEqual([
      '"Gas Works, ""Old"" Plant"',
      '"manufactured_gas_plant; gas_station"',
      '40.7',
      '-73.98765',
    ]);
    expect(second?.[1]).toMatch(/^"'=HYPERLINK/);
  });

  it.each([
    ["x;=cmd|'/C calc'!A0;y", "\"x;'=cmd|'/C calc'!A0;y\""],
    ['a\t=1+1', '"a\t\'=1+1"'],
    ['a\n@SUM(1)', '"a\n\'@SUM(1)"'],
    ['x;"=1+1"', '"x;\'""=1+1"""'],
    ['＝1+1', '"\'＝1+1"'],
    ['x;＠A1', '"x;\'＠A1"'],
    ['-1', '"\'-1"'],
    ['1890; 1891', '"1890; 1891"'],
    ['gas_works', 'gas_works'],
  ])('the text %j is no formula with any separator', (text, written) => {
    expect(csvLines(['text', 'number'], [[text, -1.5]], false)).toBe(`${written},-1.5\r\n`);
  });

  it('annotations have their outline in pixels of the sheet', async () => {
    const { features } = (await (await get('annotations', 'geojson')).json()) as {
      features: { properties: { pixel_geometry: { type: string; coordinates: [number, number][][] } } }[];
    };
    const [ellipse, rectangle, polygon] = features.map(({ properties }) => properties.pixel_geometry);
    expect(ellipse?.coordinates[0]).toHaveLength(65);
    expect(ellipse?.coordinates[0]?.[0]).toEqual([529.07, 407.92]);
    expect(rectangle).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [10, 20],
          [40, 20],
          [40, 60],
          [10, 60],
          [10, 20],
        ],
      ],
    });
    expect(polygon?.coordinates).toEqual([
      [
        [0, 0],
        [40, 10.5],
        [10, 30],
        [0, 0],
      ],
    ]);
    const { data } = Papa.parse<string[]>((await (await get('annotations', 'csv')).text()).trimEnd());
    expect(data.map((line) => line.at(-9))).toEqual([
      'pixel_geometry',
      expect.stringMatching(/^POLYGON \(\(529\.07 407\.92, /),
      'POLYGON ((10 20, 40 20, 40 60, 10 60, 10 20))',
      'POLYGON ((0 0, 40 10.5, 10 30, 0 0))',
    ]);
  });

  describe('with any character', () => {
    /** Every assigned kind of character: controls, noncharacters, marks, private use, all planes. */
    const BMP = Array.from({ length: 0x1_0000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
    const HIGHER = Array.from({ length: 16 }, (_, plane) =>
      [0, 0x1f6e2 & 0xffff, 0xfffd, 0xfffe, 0xffff].map((code) => (plane + 1) * 0x1_0000 + code),
    ).flat();
    const all = [...BMP, ...HIGHER].slice(1);
    const chunks = Array.from({ length: Math.ceil(all.length / 1_000) }, (_, at) =>
      String.fromCodePoint(...all.slice(at * 1_000, (at + 1) * 1_000)),
    );
    const names = [...chunks, 'Tank A\vTank B', 'over\uFFFEground', 'lone \ud83d', '<&>"\']]>', '=1+1'];
    const rows = names.map((name, at) => ({ id: `f${at}`, place: undefined, values: { id: `f${at}`, name } }));

    it('KML is well-formed for an independent parser, and keeps all that XML has', () => {
      const parser = new SaxesParser({ xmlns: true });
      const found: string[] = [];
      let text: string | undefined;
      parser.on('error', (error) => {
        throw error;
      });
      parser.on('opentag', ({ name }) => {
        if (name === 'name') text = '';
      });
      parser.on('text', (part) => {
        if (text !== undefined) text += part;
      });
      parser.on('closetag', ({ name }) => {
        if (name === 'name') found.push(text ?? '');
        text = undefined;
      });
      parser.write(FORMATS.kml.write(rows)).close();
      expect(found).toHaveLength(names.length);
      expect(found.slice(chunks.length)).toEqual(['Tank A Tank B', 'over-ground', 'lone \uFFFD', '<&>"\']]>', '=1+1']);
      const kept = new Set(found.join(''));
      const lost = all.map((code) => String.fromCodePoint(code)).filter((sign) => !kept.has(sign));
      expect(lost.every((sign) => /[\p{Cc}\p{Noncharacter_Code_Point}]/u.test(sign))).toBe(true);
    });

    it('GeoJSON and CSV give back every character to independent parsers', () => {
      const json = JSON.parse(FORMATS.geojson.write(rows)) as { features: { properties: { name: string } }[] };
      expect(json.features.map(({ properties }) => properties.name)).toEqual(names);
      // as the browser and spreadsheets decode the bytes
      const bytes = new TextEncoder().encode(FORMATS.csv.write(rows, ['id', 'name']));
      const { data, errors } = Papa.parse<string[]>(new TextDecoder().decode(bytes), { newline: '\r\n' });
      expect(errors).toEqual([]);
      const read = data.slice(1, -1).map(([, name = '']) => name);
      expect(read).toHaveLength(names.length);
      for (const [at, name] of names.entries())
        expect(read[at]?.replaceAll("'", '')).toBe(name.replaceAll("'", '').replace(/\p{Surrogate}/gu, '\uFFFD'));
    });
  });

  it.each(app.exports.EXPORT_KINDS)(
    'every row of %s has exactly the columns, and an empty project only the header',
    async (kind) => {
      const { features } = (await (await get(kind, 'geojson')).json()) as { features: { properties: object }[] };
      expect(features.length).toBeGreaterThan(0);
      for (const { properties } of features) expect(Object.keys(properties).sort()).toEqual([...COLUMNS[kind]].sort());
      expect(cells(await (await get(kind, 'csv', EMPTY)).text())).toEqual([COLUMNS[kind]]);
    },
  );

  it('sends the workbook as a file of Excel, and rejects invisible projects', async () => {
    const response = await fetch(`${base}/${PROJECT}/workbook`);
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=cafe-yard-12-evidence.xlsx');
    expect(new TextDecoder().decode((await response.arrayBuffer()).slice(0, 2))).toBe('PK');
    expect((await fetch(`${base}/01890000-0000-7000-8000-00000000cccc/workbook`)).status).toBe(404);
  });

  it('records have their distance in feet, list and source, and orphans no place', async () => {
    const { features } = (await (await get('records', 'geojson')).json()) as {
      features: { geometry: object | null; properties: object }[];
    };
    expect(features[0]).toMatchObject({
      geometry: { type: 'Point', coordinates: [-73.98, 40.7] },
      properties: {
        ...{ list_title: 'Leaking storage tanks', distance_ft: 1_000, direction: 'NE', accuracy_ft: 100, site: 2 },
        ...{ data_set: 'State tanks', agency_date: '2026-11-01', row: 7, suggests_adjoining: 'no' },
      },
    });
    expect(features[1]).toMatchObject({ geometry: null, properties: { distance_ft: null, certainty: 'orphan' } });
    const workbook = await fetch(`${base}/${PROJECT}/workbook?what=records`);
    expect(workbook.headers.get('content-disposition')).toBe('attachment; filename=cafe-yard-12-records.xlsx');
    const files = unzipSync(new Uint8Array(await workbook.arrayBuffer()));
    const text = strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array());
    for (const word of ['Distance (ft)', 'CORNER STATION', 'Without a place']) expect(text).toContain(word);
  });

  it('coverage and gaps have labels, years and reasons', async () => {
    expect(cells(await (await get('coverage', 'csv')).text()).at(-1)).toEqual([
      ...['city_directories', '"City directories"', 'adjoining', '1920', 'unavailable', '', '', '', 'Ann', 'None'],
    ]);
    expect(cells(await (await get('gaps', 'csv')).text())[1]?.slice(0, 9)).toEqual([
      ...['g1', 'interval', '1924', '1938', '', '', '', '"\'=Archive"', 'no'],
    ]);
    expect(cells(await (await get('lien_searches', 'csv')).text())[1]?.slice(0, 8)).toEqual([
      ...['s1', '"Title Ltd."', '2026-02-03', '1980', '', 'user', 'found', '"\'=Lien"'],
    ]);
    expect(cells(await (await get('interviews', 'csv')).text())[1]?.[6]).toBe('"\'=Called"');
    const [, answer] = cells(await (await get('user_answers', 'csv')).text());
    expect([answer?.[0], answer?.[4], answer?.[6], answer?.[7]]).toEqual(['a1', 'price', 'no', '"\'=Sale"']);
    const workbook = await fetch(`${base}/${PROJECT}/workbook?what=coverage`);
    expect(workbook.headers.get('content-disposition')).toBe('attachment; filename=cafe-yard-12-coverage.xlsx');
  });

  it('lists the possible exports, and rejects invisible projects', async () => {
    const refused = await get('pages', 'xlsx');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      fields: {
        what: 'what must be one of features, mentions, annotations, records, coverage, gaps, interviews, lien_searches, user_answers',
        format: 'format must be one of geojson, kml, csv',
      },
    });
    expect((await get('features', 'csv', '01890000-0000-7000-8000-00000000cccc')).status).toBe(404);
  });
});
