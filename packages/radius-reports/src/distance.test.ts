import { directionOf, readDistance } from './distance.js';

describe('a distance', () => {
  it.each([
    ['1162, 0.220, NNW', 'DIST (FT. & MI.) DIRECTION', 1162, 'NNW'],
    ['0.12 / 640.00', 'DISTANCE (MI/FT)', 640, ''],
    ['0.123 mi. NE (650 ft.)', 'DISTANCE', 650, 'NE'],
    ['1,320', 'DIST (FT)', 1320, ''],
    ['0.25', 'MILES', 1320, ''],
    ['WNW 1/4 - 1/2 (0.345 mi.)', 'DIRECTION/DISTANCE', 1821.6, 'WNW'],
    ['400 feet north-northeast', 'DISTANCE', 400, 'NNE'],
    ['100 m', 'DISTANCE', 328.08, ''],
    ['TP', 'DISTANCE', 0, ''],
    ['Subject Property', 'PROXIMITY', 0, ''],
  ])('is read from %s below %s', (text, header, feet, direction) => {
    expect(readDistance(text, header)).toEqual({ feet, direction, doubts: [] });
  });

  it('is doubted without a unit or a number', () => {
    expect(readDistance('0.25', 'DISTANCE')).toMatchObject({ feet: 1320, doubts: [expect.stringContaining('unit')] });
    expect(readDistance('near', 'DISTANCE')).toEqual({ direction: '', doubts: ['The distance was not read: “near”.'] });
  });

  it('has a direction of sixteen', () => {
    expect(['NNE', 'South West', 'SE', 'EN', 'Higher'].map(directionOf)).toEqual([
      'NNE',
      'SW',
      'SE',
      undefined,
      undefined,
    ]);
  });
});
