import { planeAt } from '@symbio/georeference';
import { Annotation } from '@symbio/proto/annotation';
import { Georeference } from '@symbio/proto/document';
import { Feature, Mention } from '@symbio/proto/feature';
import {
  Project,
  PropertyMap,
  type SaveBoundaryRequest,
  type SaveSearchRadiiRequest,
  type SaveSiteRequest,
} from '@symbio/proto/project';
import { invalidFields } from '@symbio/runtime';
import { closeServers } from '../testing.js';
import { boundaryFiles, distances, propertyMaps } from './property-maps.js';
import { servePublic } from './testing.js';

const PROJECT = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
const PAGE = '01980a51-5d2f-7b13-a4c8-1e6d7f8a9b0c';
const CHANGE = '01980a57-6e10-7b21-9c34-8d5e6f7a8b9c';
const MIDDLE = { longitude: -73.981, latitude: 40.736 };
const plane = planeAt(MIDDLE);
const at = (east: number, north: number): [number, number] => {
  const { longitude, latitude } = plane.toPlace(east, north);
  return [longitude, latitude];
};
/** 200 by 200 feet around the middle. */
const RING = [at(-100, -100), at(100, -100), at(100, 100), at(-100, 100), at(-100, -100)];
const geometry = { type: 'Polygon', coordinates: [RING] };

const map = PropertyMap.fromPartial({
  projectId: PROJECT,
  boundary: {
    ...{ parts: [{ rings: [{ degrees: RING.flat() }] }], areaAcres: 0.918, perimeterFt: 800 },
    ...{ cornerCount: 4, partCount: 1, fileName: 'parcel.kml', bounds: [-74, 40, -73, 41], byId: 'u1', byName: 'Ann' },
    ...{ centreLongitude: MIDDLE.longitude, centreLatitude: MIDDLE.latitude, at: new Date(0) },
  },
  site: { ...MIDDLE, source: 'boundary' },
  searchRadii: [{ name: 'Landfills', miles: 0.5 }],
  hasDefaultRadii: true,
  history: [{ id: CHANGE, kind: 'boundary', replaced: false, byId: 'u1', byName: 'Ann', at: new Date(0) }],
  updatedAt: new Date(0),
});

afterEach(closeServers);

async function api(propertyMap: PropertyMap = map, more: Partial<Project> = {}) {
  const saved: (SaveBoundaryRequest | SaveSiteRequest | SaveSearchRadiiRequest | object)[] = [];
  const save = (request: object) => {
    saved.push(request);
    return Promise.resolve({ propertyMap });
  };
  const project = {
    getPropertyMap: () => Promise.resolve({ propertyMap }),
    getProject: () => Promise.resolve({ project: Project.fromPartial({ id: PROJECT, ...more }) }),
    ...{ saveBoundary: save, saveSite: save, saveSearchRadii: save, undoPropertyChange: save },
  };
  const feature = {
    listFeatures: () => Promise.resolve({ features: FEATURES }),
    listMentions: () =>
      Promise.resolve({
        mentions: [
          Mention.fromPartial({ id: 'm1', sourceAnnotationId: 'a1', featureOfInterestId: 'near' }),
          Mention.fromPartial({ id: 'm2', sourceAnnotationId: 'unplaced' }),
        ],
      }),
  };
  const annotation = { listAnnotations: () => Promise.resolve({ annotations: [MARK] }) };
  const document = { locatePages: () => Promise.resolve({ georeferences: [SHEET] }) };
  const clients = { project, feature, annotation, document } as never;
  const routes = [...propertyMaps(clients), ...boundaryFiles(clients), ...distances(clients)];
  const { origin, get, send } = await servePublic(routes, { actor: { via: 'user' } });
  const upload = async (content: string | undefined, name = 'parcel.geojson') => {
    const form = new FormData();
    if (content !== undefined) form.append('files', new Blob([content]), name);
    const response = await fetch(`${origin}/projects/${PROJECT}/boundary/file`, { method: 'POST', body: form });
    return { status: response.status, body: await response.json() };
  };
  return { saved, get, send, upload, project };
}

/** A foot a pixel, north up, its middle at the middle of the property. */
const SHEET = Georeference.fromPartial({
  ...{ id: PAGE, pageId: PAGE, projectId: PROJECT, documentId: PAGE, regionId: 'sheet', state: 'exact' },
  fit: { kind: 'affine', affine: [1, 0, -500, 0, -1, 500], origin: MIDDLE, expectedFeet: 6, feetPerPixel: 1 },
});
/** From 150 to 250 feet east of the middle. */
const MARK = Annotation.fromPartial({
  ...{ id: 'a1', documentPageId: PAGE },
  shape: { $case: 'rectangle', value: { x: 650, y: 450, width: 100, height: 100 } },
});
const placed = (id: string, east: number, north: number): Feature => {
  const [longitude, latitude] = at(east, north);
  return Feature.fromPartial({ id, projectId: PROJECT, coordinate: { longitude, latitude } });
};
const FEATURES = [
  placed('inside', 0, 0),
  placed('near', -300, 0),
  // from the mark, 150 and 161 feet: 50 m are 164.04
  placed('certain', 400, 0),
  placed('perhaps', 411, 0),
  Feature.fromPartial({ id: 'unplaced', projectId: PROJECT }),
];

const about = (value: number): unknown => expect.closeTo(value, 1);

const path = (what: string): string => `/projects/${PROJECT}/${what}`;

describe('the boundary of a project', () => {
  it('is shown as GeoJSON with its size and changes, and set as such', async () => {
    const { get, send, saved } = await api();
    const shown = {
      data: {
        ...{ geometry, area_acres: 0.918, corner_count: 4, centre: MIDDLE, file_name: 'parcel.kml' },
        history: [{ id: CHANGE, kind: 'boundary', replaced: false, by_name: 'Ann' }],
      },
    };
    expect(await get(path('boundary'))).toMatchObject({ status: 200, body: shown });
    const body = { geometry: { type: 'MultiPolygon', coordinates: [[RING.map((corner) => [...corner, 12])]] } };
    expect(await send('PUT', path('boundary'), body)).toMatchObject({ status: 200, body: shown });
    expect(await send('PUT', path('boundary'), { geometry: null })).toMatchObject({ status: 200 });
    expect(saved).toMatchObject([
      { projectId: PROJECT, parts: [{ rings: [{ degrees: RING.flat() }] }] },
      { parts: [] },
    ]);
    expect(await send('POST', path('boundary/undo'), { history_id: CHANGE })).toMatchObject({ status: 200 });
  });

  it('is null without one', async () => {
    const { get } = await api(PropertyMap.fromPartial({ projectId: PROJECT }));
    expect(await get(path('boundary'))).toMatchObject({
      body: { data: { geometry: null, area_acres: null, history: [] } },
    });
    expect(await get(path('site'))).toMatchObject({ body: { data: { site: null } } });
  });

  it.each([
    [{}],
    [{ geometry: { type: 'Point', coordinates: [0, 0] } }],
    [{ geometry: { type: 'Polygon', coordinates: [[[0]]] } }],
    [{ geometry: { type: 'Polygon', coordinates: [[['a', 1]]] } }],
    [{ geometry: { type: 'MultiPolygon', coordinates: [] } }],
  ])('is refused for %j', async (body) => {
    const { send, saved } = await api();
    expect(await send('PUT', path('boundary'), body)).toMatchObject({ status: 400 });
    expect(saved).toEqual([]);
  });

  it('is set from a file, whose name is kept', async () => {
    const { upload, saved } = await api();
    expect(await upload(JSON.stringify(geometry))).toMatchObject({
      status: 200,
      body: { data: { area_acres: 0.918 } },
    });
    expect(saved).toMatchObject([{ fileName: 'parcel.geojson', parts: [{ rings: [{}] }] }]);
  });

  it.each([
    [undefined, 400, 'Choose a file'],
    ['%PDF-1.7', 400, 'The file must be GeoJSON, KML or a zipped shapefile.'],
    ['{"type":"Polygon","coordinates":7}', 400, 'The boundary must be a GeoJSON Polygon or MultiPolygon.'],
    [
      'x'.repeat(10 * 1_024 * 1_024 + 1),
      413,
      'The file is larger than 10 MB. Send the boundary of the property alone.',
    ],
  ])('of a bad file is refused with a sentence', async (content, status, sentence) => {
    const { upload, saved } = await api();
    expect(await upload(content)).toMatchObject({ status, body: { fields: { files: sentence } } });
    expect(saved).toEqual([]);
  });

  it('of a file that the service refuses has the service’s sentence', async () => {
    const { upload, project } = await api();
    project.saveBoundary = () => Promise.reject(invalidFields({ geometry: 'The boundary crosses itself.' }));
    expect(await upload(JSON.stringify(geometry))).toMatchObject({
      ...{ status: 400, body: { fields: { geometry: 'The boundary crosses itself.' } } },
    });
  });
});

it('site and search radii are shown and set', async () => {
  const { get, send, saved } = await api();
  expect(await get(path('site'))).toMatchObject({
    body: { data: { site: { ...MIDDLE, source: 'boundary', label: null } } },
  });
  expect(await get(path('search-radii'))).toMatchObject({
    body: { data: { search_radii: [{ name: 'Landfills', miles: 0.5 }], are_defaults: true } },
  });
  await send('PUT', path('site'), { site: MIDDLE });
  await send('PUT', path('site'), { site: null });
  await send('PUT', path('search-radii'), {
    search_radii: [{ name: 'SEMS', miles: 1 }],
    updated_at: '1970-01-01T00:00:00.000Z',
  });
  expect(saved).toMatchObject([
    { site: { ...MIDDLE, source: 'typed', label: '' } },
    { site: undefined },
    { searchRadii: [{ name: 'SEMS', miles: 1 }], expectedUpdatedAt: new Date(0) },
  ]);
});

describe('distances from the property', () => {
  it('are those of features and of outlines on placed sheets, from the nearest edge', async () => {
    const { get } = await api();
    const { body } = (await get(path('distances'))) as { body: { data: object } };
    const exact = { is_certain: true, uncertainty_ft: 0, from: 'boundary' };
    expect(body.data).toMatchObject({
      from: 'boundary',
      features: [
        { feature_id: 'inside', measured: { ...exact, relation: 'on_property', direction: null, distance_ft: 0 } },
        {
          feature_id: 'near',
          measured: { ...exact, relation: 'near', direction: 'W', distance_ft: about(200) },
        },
        { feature_id: 'certain' },
        { feature_id: 'perhaps' },
      ],
      mentions: [
        {
          ...{ mention_id: 'm1', feature_id: 'near', annotation_id: 'a1' },
          measured: {
            ...{ relation: 'near', direction: 'E', distance_ft: about(50), uncertainty_ft: 6 },
            ...{ is_certain: true, from: 'boundary' },
          },
          nearby: [
            { feature_id: 'inside', is_certain: true, distance_m: 45.7 },
            { feature_id: 'certain', is_certain: true, distance_m: 45.7 },
            { feature_id: 'perhaps', is_certain: false, distance_m: 49.1 },
          ],
          // the feature was linked before its sheet was placed (issue 39)
          sheet_place: { longitude: expect.any(Number) as number, offset_ft: expect.any(Number) as number },
        },
      ],
    });
  });

  it('are from the property’s place without a boundary, and unknown from the middle of a ZIP code', async () => {
    const none = PropertyMap.fromPartial({ projectId: PROJECT });
    const given = { propertyLocation: { ...MIDDLE, origin: 'person' } };
    const { get } = await api(none, given);
    expect(await get(path('distances'))).toMatchObject({
      body: {
        data: {
          from: 'property',
          features: [
            { measured: { relation: 'near', distance_ft: 0 } },
            { measured: { distance_ft: about(300) } },
            {},
            {},
          ],
        },
      },
    });
    const coarse = await api(none, { propertyLocation: { ...MIDDLE, origin: 'zip' } });
    expect(await coarse.get(path('distances'))).toMatchObject({
      body: { data: { from: null, features: [{ measured: null }, {}, {}, {}] } },
    });
  });
});
