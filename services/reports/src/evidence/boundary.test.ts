import { PropertyMap } from '@symbio/proto/project';
import { boundaryOf } from './boundary.js';

const degrees = [-75.1, 40, -75.09, 40, -75.09, 40.0100000004, -75.1, 40];
const map = (more: object) =>
  PropertyMap.fromPartial({
    boundary: { parts: [{ rings: [{ degrees }] }], areaAcres: 100.5, perimeterFt: 9000, ...more },
  });

it('a version carries the boundary with its source and day, for the site plan', () => {
  const at = new Date('2026-10-02T14:00:00Z');
  expect(boundaryOf({ propertyMap: map({ fileName: 'parcel.kml', byName: 'Ann', at }) })).toEqual({
    polygons: [
      [
        [
          [-75.1, 40],
          [-75.09, 40],
          [-75.09, 40.01],
          [-75.1, 40],
        ],
      ],
    ],
    ...{ area_acres: 100.5, perimeter_ft: 9000 },
    ...{ file_name: 'parcel.kml', set_by: 'Ann', set_at: '2026-10-02T14:00:00.000Z' },
  });
});

it('a drawn boundary has no file, and a property without one has none', () => {
  expect(boundaryOf({ propertyMap: map({}) })).not.toHaveProperty('file_name');
  expect(boundaryOf({ propertyMap: PropertyMap.fromPartial({}) })).toBeUndefined();
});
