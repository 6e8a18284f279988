import type { Feature } from '../../evidence/evidence-api.js';
import { distanceBetween } from '../../evidence/distance.js';
import { namedNeighbours, neighboursOf } from './nearby-features.js';

const feature = (id: string, coordinate: string | null): Feature => ({
  id,
  project_id: 'p1',
  name: id,
  land_use: [],
  coordinate,
  author_id: 'a',
  created_at: '',
  updated_at: '',
});

describe('nearby features', () => {
  it('are measured in metres on the ellipsoid (CONST-16)', () => {
    const here = { longitude: -73.99, latitude: 40.7 };
    expect(distanceBetween(here, here)).toBe(0);
    // a degree along the equatorial meridian, minus a thousandth for the straight chord
    expect(distanceBetween({ longitude: 0, latitude: 0 }, { longitude: 0, latitude: 0.01 })).toBeCloseTo(1105.743, 2);
  });

  // end points computed by geographiclib-geodesic (Karney), which the feature service uses
  it.each([
    [
      'Chicago',
      '(-87.6298,41.8781)',
      [
        '(-87.629374926437,41.878417675778)',
        '(-87.629374074582,41.878418312401)',
        '(-87.629373222727,41.878418949025)',
      ],
    ],
    [
      'Longyearbyen',
      '(15.6356,78.2232)',
      ['(15.637789220068,78.223199991641)', '(15.637793607283,78.223199991608)', '(15.637797994497,78.223199991574)'],
    ],
    [
      'the antimeridian in Fiji',
      '(179.9999,-16.8)',
      [
        '(-179.999631886724,-16.799999999468)',
        '(-179.999630948621,-16.799999999465)',
        '(-179.999630010519,-16.799999999463)',
      ],
    ],
    [
      'the other side of the pole',
      '(25,89.99999)',
      ['(-155,89.999563243602)', '(-155,89.999562348298)', '(-155,89.999561452995)'],
    ],
    ['the equator', '(6.6,0)', ['(6.6,0.000451280369)', '(6.6,0.000452184739)', '(6.6,0.000453089108)']],
  ])('are those 49.9 and 50.0 m away, and not 50.1 m: %s (CONST-16, FEAT-28)', (_, here, ends) => {
    const counted = ends.map((end) => neighboursOf([feature('here', here), feature('there', end)]).has('here'));
    expect(counted).toEqual([true, true, false]);
  });

  it('lie within 50 m, nearest first (FEAT-28, OP-30)', () => {
    const found = neighboursOf([
      feature('here', '(-73.99,40.7)'),
      feature('forty metres', '(-73.99,40.70036)'),
      feature('ten metres', '(-73.99,40.70009)'),
      feature('sixty metres', '(-73.99,40.69946)'),
      feature('nowhere', null),
    ]);
    expect(found.get('here')?.map((near) => near.feature.id)).toEqual(['ten metres', 'forty metres']);
    expect(found.get('sixty metres')).toBeUndefined();
  });

  it('are found among thousands as by comparing all pairs', () => {
    // a grid of about 37 m: orthogonal neighbours are near, diagonal ones too far
    const side = 40;
    const features = Array.from({ length: side * side }, (_, at) => {
      const [east, north] = [at % side, Math.floor(at / side)];
      return feature(`f${at}`, `(${east * 0.00033},${north * 0.00033})`);
    });
    const found = neighboursOf(features);
    const names = (at: number) => found.get(`f${at}`)?.map(({ feature: { id } }) => id);
    expect(names(0)?.sort()).toEqual(['f1', `f${side}`]);
    const middle = 20 * side + 20;
    expect(names(middle)?.sort()).toEqual([-side, -1, 1, side].map((step) => `f${middle + step}`).sort());
  });

  it('are named up to twelve, the rest by their number', () => {
    const many = Array.from({ length: 15 }, (_, at) => feature(`f${at}`, `(${at * 0.00001},0)`));
    const near = neighboursOf(many).get('f0') ?? [];
    const { named, rest } = namedNeighbours(near);
    expect([named.length, named[0]?.feature.id, rest]).toEqual([12, 'f1', ' and 2 more']);
    expect(namedNeighbours(near.slice(0, 12)).rest).toBe('');
  });
});
