import type { Distances } from '../../evidence/distances-api.js';
import type { Feature } from '../../evidence/evidence-api.js';
import { measuredText } from './measured-text.js';

const measured = (changes: object) => ({
  ...{ relation: 'near', is_certain: true, direction: 'NW', distance_ft: 1_234.4, uncertainty_ft: 0, from: 'boundary' },
  ...changes,
});
const features = [{ id: 'b', name: 'Coal yard' }] as unknown as Feature[];
const distances = (own: object | null, mentions: object[] = []) =>
  ({ from: 'boundary', features: [{ feature_id: 'a', measured: own }], mentions }) as unknown as Distances;

it('a feature has its distance and direction from the boundary', () => {
  expect(measuredText('a', distances(measured({})), features)).toBe('Measured: 1,234 ft NW of the boundary.');
  const inside = measured({ relation: 'on_property', direction: null, distance_ft: 0 });
  expect(measuredText('a', distances(inside), features)).toBe('Measured: on the property.');
  expect(measuredText('b', distances(inside), features)).toBeNull();
});

it('outlines say how far off they may be, and what is within 50 m of them', () => {
  const outline = measured({ distance_ft: 3, uncertainty_ft: 6.2, is_certain: false });
  const nearby = [{ feature_id: 'b', distance_m: 49, is_certain: false }];
  expect(measuredText('a', distances(null, [{ feature_id: 'a', measured: outline, nearby }]), features)).toBe(
    'Nearest outline: perhaps on the property, 3 ft NW of the boundary, within 7 ft. Within 50 m of its outlines: perhaps Coal yard.',
  );
});
