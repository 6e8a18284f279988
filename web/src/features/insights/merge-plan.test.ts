import type { Feature } from '../../evidence/evidence-api.js';
import { mergePlan } from './merge-plan.js';

const feature = (id: string, coordinate: string | null, ...landUse: string[]) =>
  ({ id, name: id, coordinate, land_use: landUse }) as Feature;
const near = feature('near', '(-73.99,40.7)', 'gas_station');
const same = feature('same', '(-73.99,40.70009)', 'auto_repair', 'gas_station');
const far = feature('far', '(-73.99,40.71)', 'dump');
const nowhere = feature('nowhere', null);
const counts = new Map([
  ['near', 2],
  ['same', 3],
  ['far', 1],
]);

describe('the preview of a merge', () => {
  it('shows removed features, the number of moved mentions, and the result', () => {
    const plan = mergePlan([near, same, far], 'same', counts);
    expect(plan?.kept.id).toBe('same');
    expect(plan?.merged.map(({ id }) => id)).toEqual(['near', 'far']);
    expect(plan?.movedMentions).toBe(3);
    expect(plan?.landUse).toEqual(['auto_repair', 'gas_station', 'dump']);
    expect(plan?.place).toEqual({ longitude: -73.99, latitude: 40.70009 });
    expect(plan?.placeFrom).toBeNull();
  });

  it('takes the first location for a feature without one, as the server does', () => {
    const plan = mergePlan([nowhere, far, near], 'nowhere', counts);
    expect(plan?.placeFrom?.id).toBe('far');
    expect(plan?.farthest).toBeNull();
    expect(mergePlan([nowhere, feature('other', null)], 'nowhere', counts)?.place).toBeNull();
  });

  it('names the farthest feature (CONST-16)', () => {
    const farthest = mergePlan([near, same, far], 'near', counts)?.farthest;
    expect(farthest?.feature.id).toBe('far');
    expect(farthest?.distance).toBeCloseTo(1110.5, 0);
  });

  it('is empty when the kept feature is missing, or nothing remains to merge', () => {
    expect(mergePlan([near, same], 'gone', counts)).toBeNull();
    expect(mergePlan([near], 'near', counts)).toBeNull();
  });
});
