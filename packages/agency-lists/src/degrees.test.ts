import { degreesOf } from './degrees.js';
import { mappedFormat } from './formats.js';
import { proposeColumns } from './columns.js';
import { readPlace } from './place.js';
import { rowReader } from './record.js';

const LATITUDE = 40 + 44 / 60 + 12.3 / 3_600;
const LONGITUDE = -(73 + 58 / 60 + 55 / 3_600);

describe('degrees (issue 40)', () => {
  it.each([
    ['40.7125', 40.7125],
    ['40,7125', 40.7125],
    ['40.7125° N', 40.7125],
    ['W73.5', -73.5],
    [`40°44'12.3"N`, LATITUDE],
    [`40° 44′ 12.3″ N`, LATITUDE],
    [`40º44’12,3’’`, LATITUDE],
    ['40 44 12.3', LATITUDE],
    ['N40-44-12.3', LATITUDE],
    ['40:44:12.3', LATITUDE],
    [`40d44'12.3" n`, LATITUDE],
    ['-73 58 55', LONGITUDE],
    ['73-58-55 W', LONGITUDE],
    ['-73-58-55 W', LONGITUDE],
    [`40°44.205'N`, LATITUDE],
    ['40 44.205', LATITUDE],
    ['-0 30 0', -0.5],
  ])('of %j are %d', (text, degrees) => {
    expect(degreesOf(text).value).toBeCloseTo(degrees, 9);
  });

  it.each([
    '',
    'north',
    '40 60 12',
    '40 44 60',
    '40.5 44 12',
    '40 44.5 12',
    '-40 44 12 N',
    '40 44 12 7',
    'N40 44 12 N',
  ])('of %j are unreadable', (text) => {
    expect(degreesOf(text).value).toBeNaN();
  });

  it.each([
    ['404412.3', LATITUDE],
    ['-0735855', LONGITUDE],
    ['735855W', LONGITUDE],
    ['40 44 12.3', LATITUDE],
  ])('of %j are %d in a column of DDMMSS', (text, degrees) => {
    expect(degreesOf(text, true).value).toBeCloseTo(degrees, 9);
  });
});

describe('a place in degrees and minutes (issue 40)', () => {
  it.each([
    ['40 44 12.3', '73 58 55', { mended: ['sign'], quality: 'unknown' }],
    ['-73 58 55', '40 44 12.3', { mended: ['swapped'], quality: 'unknown' }],
    [`73°58'55"W`, `40°44'12.3"N`, { mended: ['swapped'], quality: 'unknown' }],
    ['0 0 0', '0 0 0', { quality: 'none' }],
    ['40 44', '-73 58', { mended: [], quality: 'street' }],
    ['404412', '735855', { quality: 'unreadable' }],
  ])('of %j and %j is %j', (latitude, longitude, expected) => {
    expect(readPlace({ latitude, longitude })).toMatchObject(expected);
  });
});

describe('a row (issue 40)', () => {
  const placed = (header: readonly [string, string], ...values: readonly [string, string]) =>
    rowReader(mappedFormat({ name: 'NAME', latitude: header[0], longitude: header[1] }, ['UST']), ['NAME', ...header])(
      ['A', ...values],
      1,
    );
  const PACKED = ['LAT_DDMMSS', 'LONG (DDDMMSS)'] as const;
  const PLAIN = ['LAT', 'LON'] as const;

  it('is read from columns whose header says DDMMSS', () => {
    expect(placed(PACKED, '404412.3', '0735855')).toMatchObject({ latitude: LATITUDE, longitude: LONGITUDE });
    expect(placed(PACKED, '0', '0')).toMatchObject({ quality: 'none' });
  });

  it.each([
    [PLAIN, '404412.3', '-735855'],
    [PLAIN, '404412', '0735855'],
    [PACKED, '40.4412', '-73.5855'],
  ] as const)('is refused below %j for %s and %s, which can be read in two ways', (header, latitude, longitude) => {
    expect(placed(header, latitude, longitude)).toEqual({ refusal: 'ambiguous_place' });
  });

  it('keeps feet of a State Plane as an unreadable place', () => {
    expect(placed(PLAIN, '404412', '995855')).toMatchObject({ name: 'A', quality: 'unreadable' });
  });

  it('has the decimal column proposed before the one of DDMMSS', () => {
    const header = ['NAME', 'LAT_DMS', 'LON_DMS'];
    expect(proposeColumns(header)).toMatchObject({ latitude: 'LAT_DMS', longitude: 'LON_DMS' });
    expect(proposeColumns([...header, 'LAT_DD', 'LON_DD'])).toMatchObject({ latitude: 'LAT_DD', longitude: 'LON_DD' });
  });
});
