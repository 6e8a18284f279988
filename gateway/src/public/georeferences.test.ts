import express from 'express';
import { planeAt } from '@symbio/georeference';
import type { Actor } from '@symbio/runtime';
import { Annotation } from '@symbio/proto/annotation';
import {
  Georeference,
  GeoreferenceProposal,
  type AcceptGeoreferenceRequest,
  type SaveGeoreferenceRequest,
} from '@symbio/proto/document';
import { setCaller } from '../http/request.js';
import { closeServers, memoryBucket, serveHandlers, limitsOf } from '../testing.js';
import { annotations } from './annotations.js';
import { georeferences } from './georeferences.js';
import { publicRouter } from './index.js';

const PAGE = '01980a51-5d2f-7b13-a4c8-1e6d7f8a9b0c';
const OTHER = '01980a4f-1b7a-7a0e-b9a6-3f1a6a3c8d10';
const REGION = '01980a4f-1b7a-7a0e-b9a6-3f1a6a3c8d11';
const ORIGIN = { longitude: -73.945, latitude: 40.787 };
const moved = planeAt(ORIGIN);

/** Foot a pixel, north up, its middle at the origin. */
const placed = Georeference.fromPartial({
  ...{ id: OTHER, pageId: PAGE, projectId: OTHER, documentId: OTHER, regionId: 'sheet', state: 'exact' },
  ...{ stateText: 'exact, within 4 ft', pictureWidth: 1_000, pictureHeight: 2_000, pageNumber: 3, year: 1896 },
  points: [{ id: 'a', x: 10, y: 20, ...ORIGIN, name: 'A x B', source: 'map', used: true, missFeet: 1.5 }],
  fit: { kind: 'affine', affine: [1, 0, -500, 0, -1, 1_000], origin: ORIGIN, expectedFeet: 4, feetPerPixel: 1 },
});

afterEach(closeServers);

const proposed = GeoreferenceProposal.fromPartial({
  ...{ pageId: PAGE, state: 'proposed', agreeing: 4, streets: ['A', 'B', 'C'], score: 5.5, next: 2, why: '4 agree.' },
  points: [{ id: OTHER, x: 10, y: 20, ...ORIGIN, name: 'A x B' }],
});

/** Half of the sheet, a mile farther east. */
const region = Georeference.fromPartial({
  ...placed,
  ...{ id: PAGE, regionId: REGION, regionName: 'Inset', state: 'rough', stateText: 'rough, about 25 ft' },
  mask: [
    { x: 0, y: 1_000 },
    { x: 1_000, y: 1_000 },
    { x: 500, y: 2_000 },
  ],
  fit: { kind: 'similarity', affine: [1, 0, 4_780, 0, -1, 1_000], origin: ORIGIN, expectedFeet: 25, feetPerPixel: 1 },
});

async function api(
  georeference: Georeference = placed,
  proposal?: GeoreferenceProposal,
  regions: readonly Georeference[] = [],
  tiff = Buffer.from('a GeoTIFF'),
) {
  const saved: SaveGeoreferenceRequest[] = [];
  const accepted: AcceptGeoreferenceRequest[] = [];
  const read: { offset: number; tag: string; token: string }[] = [];
  const document = {
    getGeoreference: ({ regionId }: { regionId?: string }) =>
      Promise.resolve({ georeference: regionId ? regions[0] : georeference, proposal, regions }),
    readGeoTiff: ({ offset, tag }: { offset: number; tag: string }, { token }: { token: string }) => {
      read.push({ offset, tag, token });
      return Promise.resolve({ part: tiff.subarray(offset, offset + 4), totalBytes: tiff.length, tag: 'tag' });
    },
    // longer than other calls: a sheet is drawn first
    proposeGeoreference: (_: unknown, { limitMs }: { limitMs?: number }) =>
      limitMs === 120_000 ? Promise.resolve({ proposal: proposed }) : Promise.reject(new Error('too short')),
    acceptGeoreference: (request: AcceptGeoreferenceRequest) => {
      accepted.push(request);
      return Promise.resolve({ georeference });
    },
    saveGeoreference: (request: SaveGeoreferenceRequest) => {
      saved.push(request);
      return Promise.resolve({ georeference });
    },
    undoGeoreference: () => Promise.resolve({ georeference }),
    listGeoreferences: () => Promise.resolve({ georeferences: [georeference] }),
    locatePages: () => Promise.resolve({ georeferences: georeference.fit ? [georeference] : [] }),
    findSheetsAt: () => Promise.resolve({ sheets: [{ georeference, pixel: { x: 1, y: 2 } }] }),
  };
  const mark = Annotation.fromPartial({
    ...{ id: OTHER, documentPageId: PAGE, authorType: 'human' },
    shape: { $case: 'ellipse', value: { centerX: 500, centerY: 1_000, radiusX: 52.2, radiusY: 52.2, theta: 0 } },
  });
  const annotation = { listAnnotations: () => Promise.resolve({ annotations: [mark] }) };
  const clients = { document, annotation } as never;
  const actor = { sub: 'u1', role: 'symbio', via: 'user', authorId: '', scopes: [] } as unknown as Actor;
  const router = publicRouter([...georeferences(clients), ...annotations(clients)], {
    checkAnswers: true,
    limits: limitsOf(),
    publicUrl: 'https://symbio.example',
    answers: memoryBucket(),
    tokenFor: () => Promise.resolve('fresh'),
  });
  const origin = await serveHandlers(
    express.json(),
    (request, _response, next) => {
      setCaller(request, { actor, email: '', token: 'internal' });
      next();
    },
    router,
  );
  const call = (path: string, init: RequestInit = {}) => fetch(`${origin}${path}`, init);
  const json = async (path: string, init?: RequestInit) => (await call(path, init)).json();
  return { saved, accepted, read, call, json };
}

describe('the place of a page', () => {
  it('is shown with its points and error', async () => {
    const { json } = await api();
    expect(await json(`/document-pages/${PAGE}/georeference`)).toMatchObject({
      data: {
        ...{ state: 'exact', expected_feet: 4, regions: [{ region_id: 'sheet' }], proposal: null },
        points: [{ id: 'a', miss_feet: 1.5, used: true }],
      },
    });
    expect(await json(`/georeferences?project_id=${OTHER}&bbox=-74,40,-73,41&year=1896`)).toMatchObject({
      data: [{ page_id: PAGE, page_number: 3, year: 1896 }],
    });
    expect(await json(`/places?project_id=${OTHER}&longitude=-73.9&latitude=40.7`)).toMatchObject({
      data: [{ page_id: PAGE, x: 1, y: 2 }],
    });
  });

  it('is proposed, and its points accepted', async () => {
    const { json, accepted } = await api(placed, proposed);
    const post = (action: string, body: object) =>
      json(`/document-pages/${PAGE}/georeference/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const shown = { state: 'proposed', agreeing: 4, next: 2, points: [{ id: OTHER, x: 10, name: 'A x B' }] };
    expect(await post('propose', {})).toMatchObject({ data: shown });
    expect(await json(`/document-pages/${PAGE}/georeference`)).toMatchObject({ data: { proposal: shown } });
    expect(await post('accept', { point_ids: [OTHER] })).toMatchObject({ data: { state: 'exact' } });
    expect(accepted).toMatchObject([{ pageId: PAGE, pointIds: [OTHER] }]);
    expect(await post('accept', { point_ids: [] })).toMatchObject({
      fields: { point_ids: 'point_ids must have at least one id' },
    });
  });

  it('is a Georeference Annotation for clients of linked data', async () => {
    const { call } = await api();
    const answer = await call(`/document-pages/${PAGE}/georeference`, { headers: { accept: 'application/ld+json' } });
    expect(answer.headers.get('content-type')).toContain('application/ld+json');
    expect(await answer.json()).toMatchObject({
      type: 'Annotation',
      motivation: 'georeferencing',
      target: { source: { id: `https://symbio.example/api/public/iiif/3/${PAGE}`, width: 1_000, height: 2_000 } },
      body: {
        transformation: { type: 'polynomial', options: { order: 1 } },
        features: [{ properties: { resourceCoords: [10, 20] }, geometry: { coordinates: [-73.945, 40.787] } }],
      },
    });
  });

  it('takes points, used and typed by default, and lists what is wrong with others', async () => {
    const { saved, json } = await api();
    const put = (body: object) =>
      json(`/document-pages/${PAGE}/georeference`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await put({ points: [{ x: 1, y: 2, longitude: -73, latitude: 40 }] });
    expect(saved[0]?.points).toMatchObject([{ x: 1, id: '', name: '', source: 'typed', used: true }]);
    expect(await put({ points: [{ x: 1, y: 2, longitude: 'west', latitude: 40, source: 'guess' }] })).toMatchObject({
      fields: {
        'points.0.longitude': 'longitude must be a number',
        'points.0.source': expect.stringContaining('must be one of map, typed') as string,
      },
    });
  });

  it('says where a pixel is, and refuses without a place', async () => {
    const { json } = await api();
    const { longitude, latitude } = moved.toPlace(100, -50);
    expect(await json(`/document-pages/${PAGE}/place?x=600&y=1050`)).toEqual({
      data: {
        longitude: expect.closeTo(longitude, 9) as number,
        latitude: expect.closeTo(latitude, 9) as number,
        uncertainty_ft: 4,
        state: 'exact',
      },
    });
    const unplaced = await api(Georeference.fromPartial({ pageId: PAGE, state: 'none', stateText: 'not placed' }));
    expect(await unplaced.json(`/document-pages/${PAGE}/place?x=1&y=1`)).toMatchObject({ code: 'not_placed' });
  });

  it('is exported for QGIS and as a world file', async () => {
    const { call } = await api();
    const points = await (await call(`/document-pages/${PAGE}/export?format=points`)).text();
    expect(points.split('\n').slice(1, 3)).toEqual([
      'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual',
      '-73.945,40.787,10,-20,1,0,0,0',
    ]);
    const world = (await (await call(`/document-pages/${PAGE}/export?format=worldfile`)).text()).trim().split('\n');
    const [a = 0, d = 0, b = 0, e = 0, c = 0, f = 0] = world.map(Number);
    // the middle of the sheet is at the origin of the plane
    const metres = [a * 499.5 + b * 999.5 + c, d * 499.5 + e * 999.5 + f];
    expect(metres).toEqual([
      expect.closeTo((ORIGIN.longitude * Math.PI * 6_378_137) / 180, 2),
      expect.closeTo(6_378_137 * Math.log(Math.tan(Math.PI / 4 + (ORIGIN.latitude * Math.PI) / 360)), 2),
    ]);
    // a foot on the ground, enlarged by Mercator
    expect(a).toBeCloseTo(0.3048 / Math.cos((ORIGIN.latitude * Math.PI) / 180), 2);
  });

  it('is exported as a GeoTIFF in parts, each read with a token of its own', async () => {
    const { call, read } = await api();
    const answer = await call(`/document-pages/${PAGE}/export?format=geotiff`);
    expect(answer.headers.get('content-type')).toBe('image/tiff');
    expect(answer.headers.get('content-length')).toBe('9');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${PAGE}.tif"`);
    expect(await answer.text()).toBe('a GeoTIFF');
    expect(read).toEqual([
      { offset: 0, tag: '', token: 'internal' },
      { offset: 4, tag: 'tag', token: 'fresh' },
      { offset: 8, tag: 'tag', token: 'fresh' },
    ]);
    const head = await call(`/document-pages/${PAGE}/export?format=gcp-geotiff`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('9');
    expect(await (await call(`/document-pages/${PAGE}/export?format=kmz`)).json()).toMatchObject({
      fields: { format: 'format must be one of points, worldfile, annotation, geotiff, gcp-geotiff' },
    });
  });

  it('has regions, which places and exports know', async () => {
    const { json } = await api(placed, undefined, [region]);
    expect(await json(`/document-pages/${PAGE}/georeference`)).toMatchObject({
      data: {
        region_id: 'sheet',
        regions: [
          { region_id: 'sheet', region_name: null, state: 'exact', mask: null },
          { region_id: REGION, region_name: 'Inset', state: 'rough', mask: [{ x: 0, y: 1_000 }, {}, {}] },
        ],
      },
    });
    expect(await json(`/document-pages/${PAGE}/georeference?region_id=${REGION}`)).toMatchObject({
      data: { region_id: REGION, state: 'rough' },
    });
    const uncertainty = async (y: number) =>
      ((await json(`/document-pages/${PAGE}/place?x=500&y=${y}`)) as { data: { uncertainty_ft: number } }).data;
    expect((await uncertainty(500)).uncertainty_ft).toBe(4);
    expect((await uncertainty(1_500)).uncertainty_ft).toBe(25);
    expect(await json(`/document-pages/${PAGE}/export?format=annotation`)).toMatchObject({
      type: 'AnnotationPage',
      items: [{ type: 'Annotation' }, { type: 'Annotation' }],
    });
  });

  it('is imported from what it exports, with its regions', async () => {
    const exported = await api(placed, undefined, [region]);
    const imported = await api(placed, undefined, [region]);
    const send = (content: string) =>
      imported.json(`/document-pages/${PAGE}/georeference/import`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
      });
    const point = { x: 10, y: 20, ...ORIGIN, source: 'imported', used: true };
    for (const format of ['points', 'annotation'])
      await send(await (await exported.call(`/document-pages/${PAGE}/export?format=${format}`)).text());
    expect(imported.saved).toMatchObject([
      { pageId: PAGE, regionId: '', mask: [], points: [point] },
      { pageId: PAGE, regionId: '', mask: [], points: [point] },
      { pageId: PAGE, regionId: REGION, mask: region.mask, points: [point] },
    ]);
    expect(await send('<svg onload="alert(1)">')).toMatchObject({
      fields: { content: expect.stringContaining('must be a .points file') as string },
    });
    expect(await send('')).toMatchObject({ fields: { content: 'content must be the text of the file' } });
  });

  it('gives annotations an outline on the earth, if asked', async () => {
    const { json } = await api();
    const { data } = (await json(`/annotations?document_page_id=${PAGE}&include=place`)) as {
      data: { place: { area_sq_ft: number; centre: unknown; coordinates: unknown[][]; uncertainty_ft: number } }[];
    };
    expect(data[0]?.place.coordinates[0]).toHaveLength(65);
    expect(data[0]?.place).toMatchObject({
      uncertainty_ft: 4,
      centre: { longitude: expect.closeTo(-73.945, 7) as number, latitude: expect.closeTo(40.787, 7) as number },
    });
    expect(data[0]?.place.area_sq_ft).toBeCloseTo(Math.PI * 52.2 ** 2 * 0.9984, -1);
    const unasked = (await json(`/annotations?document_page_id=${PAGE}`)) as { data: object[] };
    expect(unasked.data[0]).not.toHaveProperty('place');
  });
});
