import { prepareBoundary, type LonLat, type Part } from '@symbio/georeference/boundary';
import { cellOf, cellsWithin } from './cells.js';
import { groupSites } from './groups.js';
import { addressKey, areaKey, streetKey } from './keys.js';
import { DEFAULT_DISTANCES, metresSearched } from './lists.js';
import { readPlace } from './place.js';
import { hitsOf, measureRecord } from './search.js';

const parts: Part[] = [
  [
    [
      [-73.96, 40.71],
      [-73.957, 40.71],
      [-73.957, 40.712],
      [-73.96, 40.712],
      [-73.96, 40.71],
    ],
  ],
];
const boundary = prepareBoundary(parts);
const distances = new Map(DEFAULT_DISTANCES.map((distance) => [distance.list, distance]));
/** So many metres north of the north-east corner. */
const north = (metres: number): LonLat => [-73.957, 40.712 + metres / 111_050];

const found = (place: LonLat, lists: string[], accuracyM = 10) => {
  const record = { place, lists, quality: 'exact' as const, accuracyM };
  return hitsOf(record, measureRecord(boundary, record), distances);
};

describe('a search', () => {
  it('takes every record within its list’s distance of the nearest edge', () => {
    expect(found(north(800), ['NPL', 'LUST', 'UST', 'TRI'])).toEqual([
      { list: 'NPL', certainty: 'within' },
      { list: 'LUST', certainty: 'perhaps' },
    ]);
    expect(found(north(1_615), ['NPL'])).toEqual([]);
    expect(found([-73.958, 40.711], ['ERNS', 'UST'])).toEqual([
      { list: 'ERNS', certainty: 'within' },
      { list: 'UST', certainty: 'within' },
    ]);
  });

  it('shows generators beyond the adjoining properties apart', () => {
    expect(found(north(30), ['RCRA-SQG'])).toEqual([{ list: 'RCRA-SQG', certainty: 'perhaps' }]);
    expect(found(north(300), ['RCRA-SQG'])).toEqual([{ list: 'RCRA-SQG', certainty: 'beyond' }]);
  });

  it('says perhaps on the property where the place may be off by that much', () => {
    expect(measureRecord(boundary, { place: north(40), quality: 'exact', accuracyM: 5 })).toMatchObject({
      ...{ onProperty: 'perhaps', suggestsAdjoining: true, octant: 'N' },
    });
    expect(measureRecord(boundary, { place: north(100), quality: 'unknown' }).onProperty).toBe('perhaps');
    expect(measureRecord(boundary, { place: north(100), quality: 'exact', accuracyM: 5 }).onProperty).toBe('off');
  });

  it('reads all cells within the distance, and few others', () => {
    const cells = cellsWithin(parts, boundary, 1_609.344) ?? [];
    for (const metres of [0, 400, 1_000, 1_609]) expect(cells).toContain(cellOf(north(metres)));
    expect(cells.length).toBeLessThan(120);
    expect(
      cellsWithin(
        [
          [
            [
              [-75, 40],
              [-73, 40],
              [-73, 42],
              [-75, 40],
            ],
          ],
        ],
        boundary,
        1,
      ),
    ).toBeUndefined();
  });

  it('reads cells on both sides of the 180th meridian', () => {
    const island: Part[] = [
      [
        [
          [179.995, 52],
          [179.999, 52],
          [179.999, 52.001],
          [179.995, 52],
        ],
      ],
    ];
    expect(cellsWithin(island, prepareBoundary(island), 1_000)).toContain(cellOf([-179.998, 52]));
  });

  it('has a distance for each list, or says that it is not searched', () => {
    expect(metresSearched({ kind: 'adjoining', miles: 0 })).toBeCloseTo(402.336);
    expect(metresSearched({ kind: 'property', miles: 0 })).toBe(0);
    expect(metresSearched({ kind: 'none', miles: 0 })).toBeUndefined();
  });
});

describe('a place', () => {
  const of = (latitude: string, longitude: string, more = {}) => readPlace({ latitude, longitude, ...more });
  it.each([
    ['40.7', '73.9', { longitude: -73.9, mended: ['sign'] }],
    ['-73.9', '40.7', { latitude: 40.7, mended: ['swapped'] }],
    ['0', '0', { quality: 'none' }],
    ['', '', { quality: 'none' }],
    ['north', '-73', { quality: 'unreadable' }],
    ['89', '-73', { quality: 'unreadable' }],
    ['40.7', '-73.9', { quality: 'unknown' }],
  ])('of %j and %j is %j', (latitude, longitude, expected) => {
    expect(of(latitude, longitude)).toMatchObject(expected);
  });

  it('is the centre of an area where its method or accuracy says so', () => {
    expect(of('40.7', '-73.9', { method: 'COUNTY CENTROID' }).quality).toBe('area');
    expect(of('40.7', '-73.9', { accuracy: '11000' }).quality).toBe('area');
    expect(of('40.7', '-73.9', { accuracy: '400' }).quality).toBe('street');
    expect(of('40.7', '-73.9', { datum: 'NAD27' })).toMatchObject({ quality: 'street', mended: ['nad27'] });
  });

  it('is converted from web map metres', () => {
    const { latitude = 0, longitude = 0 } = of('4970241.33', '-8231456.21');
    expect([latitude.toFixed(3), longitude.toFixed(3)]).toEqual(['40.714', '-73.944']);
  });

  it('stays east of the 180th meridian in the western Aleutians', () => {
    expect(of('51.5', '179', { state: 'AK' })).toMatchObject({ longitude: 179, mended: [] });
  });

  it('stays east of Greenwich on Guam', () => {
    expect(of('13.5', '144.8', { state: 'GU' }).longitude).toBe(144.8);
  });
});

describe('one site in several lists', () => {
  const site = (name: string, address: string, more = {}) => ({
    ...{ name, address, zip: '11211', registryId: '', programIds: [], ...more },
  });
  it('is proposed with its reason', () => {
    const sites = [
      site('ACME PLATING INC', '12 North Fourth Street', { registryId: '110' }),
      site('Acme Plating Corp.', '12 N FOURTH ST'),
      site('JOE’S DELI', '12 N FOURTH ST'),
      site('SOMETHING ELSE', '99 Kent Ave', { registryId: '110' }),
      site('HARBOR OIL TERMINAL', '', { place: [-73.95, 40.71] }),
      site('Harbor Oil Terminal', '', { place: [-73.9502, 40.7101] }),
    ];
    expect(groupSites(sites)).toEqual([
      { members: [0, 1, 3], reasons: ['address', 'registry'] },
      { members: [4, 5], reasons: ['name'] },
    ]);
  });

  it('is compared by address and street', () => {
    expect(addressKey('12 North 4th Street, Suite 5')).toBe('12 N 4TH ST');
    expect(addressKey('Kent Avenue')).toBe('');
    expect(streetKey('12 Kent Avenue')).toBe('KENT AVE');
    expect(areaKey({ zip: '', city: 'Brooklyn', state: 'ny' })).toBe('NY|BROOKLYN');
  });
});
