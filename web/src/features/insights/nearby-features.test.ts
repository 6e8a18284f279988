import type { Feature } from '../../viewer/evidence-api.js';
import { distanceBetween, neighboursOf } from './nearby-features.js';

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
  it('are measured in metres on the globe (CONST-16)', () => {
    const here = { longitude: -73.99, latitude: 40.7 };
    // a thousandth of a degree of latitude is 111.2 m
    expect(distanceBetween(here, { ...here, latitude: 40.701 })).toBeCloseTo(111.2, 1);
    expect(distanceBetween(here, here)).toBe(0);
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
});
