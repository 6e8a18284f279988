import { Feature } from '@symbio/proto/feature';
import { FOLLOWED_AGAIN_SECONDS } from '@symbio/proto/limits';
import { closeServers } from '../testing.js';
import { coordinateOf } from '../present/coordinates.js';
import { features } from './features.js';
import { servePublic } from './testing.js';

const PROJECT = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
const ID = '01980a50-3c1e-7a44-8e3d-9b2f64c1d5e7';

afterEach(closeServers);

async function api() {
  const asked: object[] = [];
  const noted =
    <T>(answer: T) =>
    (request: object): Promise<T> => {
      asked.push(request);
      return Promise.resolve(answer);
    };
  const feature = {
    listLandUses: () => Promise.resolve({ landUses: [{ value: 'dry_cleaner' }] }),
    listFeatures: noted({ features: [], pageInfo: { page: 1, perPage: 20, totalPages: 0, count: 0 } }),
    updateFeature: noted({
      feature: Feature.fromPartial({ id: ID, projectId: PROJECT, createdAt: new Date(0), updatedAt: new Date(0) }),
    }),
    createFeature: noted({
      feature: Feature.fromPartial({ id: ID, projectId: PROJECT, createdAt: new Date(0), updatedAt: new Date(0) }),
    }),
  };
  return { asked, ...(await servePublic(features({ feature } as never))) };
}

describe('features are listed (API-11)', () => {
  it.each([
    ['a,b', ['a', 'b']],
    ['{a, b}', ['a', 'b']],
    ['[a]', ['a']],
  ])('by land uses as %s', async (list, landUseOverlaps) => {
    const { asked, get } = await api();
    const query = new URLSearchParams({ land_use_overlaps: list });
    expect(await get(`/features?${query.toString()}`)).toMatchObject({ status: 200 });
    expect(asked).toMatchObject([{ landUseOverlaps }]);
  });

  it.each([',', '{}', '[ , ]'])('never by an empty list of land uses, which would match all: %s', async (list) => {
    const { asked, get } = await api();
    const query = new URLSearchParams({ project_id: PROJECT, land_use_overlaps: list });
    expect(await get(`/features?${query.toString()}`)).toMatchObject({
      status: 400,
      body: { fields: { land_use_overlaps: 'land_use_overlaps must hold a land use' } },
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ['', undefined],
    ['&radius=0', 0],
    ['&radius=0.5', 0.5],
  ])('around a point, at the exact point with radius 0 (FEAT-28, CONST-16): "%s"', async (radius, radiusM) => {
    const { asked, get } = await api();
    expect(await get(`/features?project_id=${PROJECT}&near=-73.94,40.72${radius}`)).toMatchObject({ status: 200 });
    expect(asked).toMatchObject([{ near: { longitude: -73.94, latitude: 40.72 }, radiusM }]);
  });

  it.each([
    ['200,40', 'wide', 'Longitude must be between -180 and 180'],
    ['10,95', '-1', 'Latitude must be between -90 and 90'],
    ['10', '50001', 'near must look like longitude,latitude'],
  ])('around a point on earth within a radius: %s, %s m (FEAT-28, CONST-16)', async (near, radius, said) => {
    const { asked, get } = await api();
    const query = new URLSearchParams({ project_id: PROJECT, near, radius });
    expect(await get(`/features?${query.toString()}`)).toMatchObject({
      status: 400,
      body: { fields: { near: said, radius: 'radius must be a number of meters up to 50000' } },
    });
    expect(asked).toEqual([]);
  });
});

describe('a feature (API-17)', () => {
  it('has coordinates on earth, with errors under the request’s field names (FEAT-09, FEAT-11)', async () => {
    const { asked, send } = await api();
    for (const [coordinate, said] of [
      ['(-200,95)', 'Longitude must be between -180 and 180'],
      ['(-73.94,95)', 'Latitude must be between -90 and 90'],
      ['( , )', 'coordinate must look like (longitude,latitude)'],
    ])
      expect(await send('POST', '/features', { coordinate })).toMatchObject({
        status: 400,
        body: { fields: { project_id: 'project_id is required', name: 'name is required', coordinate: said } },
      });
    expect(asked).toEqual([]);
  });

  it('has listed land uses, reported with all other problems (DATA-15)', async () => {
    const { asked, get, send } = await api();
    const said = '"casino" is not a land use; GET /api/public/land-uses lists all';
    const land_use = ['dry_cleaner', 'casino'];
    expect(await send('POST', '/features', { land_use, project_id: PROJECT })).toMatchObject({
      status: 400,
      body: { fields: { name: 'name is required', land_use: said } },
    });
    expect(await send('PUT', `/features?id=${ID}`, { land_use, nmae: 'Acme' })).toMatchObject({
      status: 400,
      body: { fields: { nmae: 'Unknown field "nmae"', land_use: said } },
    });
    expect(await get(`/features?project_id=${PROJECT}&radius=wide&land_use_overlaps=casino`)).toMatchObject({
      status: 400,
      body: { fields: { radius: expect.any(String) as string, land_use_overlaps: said } },
    });
    const { body } = await send('POST', '/features', { land_use: ['dry_cleaner'] });
    expect(body).not.toHaveProperty('fields.land_use');
    expect(asked).toEqual([]);
  });

  it('has coordinates or none (FEAT-18)', async () => {
    const { asked, send } = await api();
    for (const coordinate of ['(-73.94, 40.72)', '(180,-90)', ''])
      await send('POST', '/features', { project_id: PROJECT, name: 'Acme Gas Works', coordinate });
    expect(asked.map((each) => (each as { coordinate?: object }).coordinate)).toEqual([
      { longitude: -73.94, latitude: 40.72 },
      { longitude: 180, latitude: -90 },
      undefined,
    ]);
  });

  it('has a relation to the property, which null removes', async () => {
    const { asked, send } = await api();
    const project_id = PROJECT;
    const relation = { relation: 'near', direction: 'NW', distance_ft: 400 };
    await send('POST', '/features', { project_id, name: 'Acme Gas Works', ...relation });
    expect(await send('PUT', `/features?id=${ID}`, { relation: null })).toMatchObject({ status: 200 });
    expect(asked).toMatchObject([
      { relation: { relation: 'near', direction: 'NW', distanceFt: 400 } },
      { relation: undefined, clearRelation: true },
    ]);
    expect(
      await send('POST', '/features', {
        project_id,
        name: 'Acme',
        relation: 'inside',
        direction: 'up',
        distance_ft: -1,
      }),
    ).toMatchObject({
      status: 400,
      body: {
        fields: {
          relation: 'relation must be one of on_property, adjoining, near, unknown',
          direction: 'direction must be one of N, NE, E, SE, S, SW, W, NW',
          distance_ft: 'distance_ft must be a number of feet from 0 to 264000',
        },
      },
    });
  });

  it.each(['( , )', '(,)', '(10, )', '(ten,10)', '10,10', '(1,2,3)', '(1 2,3)'])('is refused as %s', (text) => {
    expect(() => coordinateOf(text)).toThrow('coordinate must look like (longitude,latitude)');
  });
});

describe('following features', () => {
  const SINCE = 'updated_after=2026-11-22T09:30:00Z';

  it('returns the next `updated_after` on the first page, with a margin', async () => {
    const { get } = await api();
    const before = Date.now();
    const { body } = (await get(`/features?project_id=${PROJECT}&${SINCE}`)) as {
      body: { next_updated_after: string };
    };
    const next = Date.parse(body.next_updated_after);
    expect(next).toBeGreaterThanOrEqual(before - FOLLOWED_AGAIN_SECONDS * 1_000);
    expect(next).toBeLessThanOrEqual(Date.now() - FOLLOWED_AGAIN_SECONDS * 1_000);
    // the returned timestamp can be sent back unchanged as the next filter
    const { asked, get: again } = await api();
    await again(`/features?project_id=${PROJECT}&updated_after=${encodeURIComponent(body.next_updated_after)}`);
    expect(asked).toMatchObject([{ updatedAfter: new Date(next) }]);
  });

  it.each([`${SINCE}&page=2`, `${SINCE}&cursor=abc`, 'page=1'])(
    'but not on later pages or without `updated_after`: %s',
    async (query) => {
      const { get } = await api();
      const { status, body } = await get(`/features?project_id=${PROJECT}&${query}`);
      expect([status, Object.keys(body as object).includes('next_updated_after')]).toEqual([200, false]);
    },
  );
});
