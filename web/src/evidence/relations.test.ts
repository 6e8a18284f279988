import { relationText } from './relations.js';

describe('the relation to the property in words', () => {
  it('has direction and distance, and is absent if not known', () => {
    expect(relationText({ relation: 'near', direction: 'NW', distance_ft: 1200 })).toBe('Nearby, NW, 1,200 ft');
    expect(relationText({ relation: 'on_property' })).toBe('On the property');
    expect(relationText({ relation: 'unknown' })).toBeNull();
    expect(relationText({})).toBeNull();
  });
});
