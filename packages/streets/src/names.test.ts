import { askedPlace, canMean, ordinal, streetName } from './index.js';

it.each([
  ['E 98th St', 'EAST 98TH STREET'],
  ['E. 98 St.', 'EAST 98TH STREET'],
  ['East Ninety-Eighth Street', 'EAST 98TH STREET'],
  ['E. One Hundred and Fourth St', 'EAST 104TH STREET'],
  ['One Hundredth Street', '100TH STREET'],
  ['2nd Av.', '2ND AVENUE'],
  ['SECOND AVE', '2ND AVENUE'],
  ['Twentieth Pl.', '20TH PLACE'],
  ['St. Marks Pl', 'SAINT MARKS PLACE'],
  ['Av. A', 'AVENUE A'],
  ['Avenue N', 'AVENUE N'],
  ['North St', 'NORTH STREET'],
  ['Park Ave S', 'PARK AVENUE SOUTH'],
  ['Cañón Rd', 'CANON ROAD'],
  ["O'Brien St", 'OBRIEN STREET'],
  ['Broadway', 'BROADWAY'],
  ['Mill Cres', 'MILL CRESCENT'],
])('%s is %s', (text, key) => {
  expect(streetName(text).key).toBe(key);
});

it('says ordinals as people do', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 101, 111, 122].map(ordinal)).toEqual([
    '1ST',
    '2ND',
    '3RD',
    '4TH',
    '11TH',
    '12TH',
    '13TH',
    '21ST',
    '101ST',
    '111TH',
    '122ND',
  ]);
});

it('lets a short name mean any street of that name, but not another direction or type', () => {
  const mean = (asked: string, street: string) => canMean(streetName(asked), streetName(street));
  expect(mean('98th', 'East 98th Street')).toBe(true);
  expect(mean('98th St', 'E 98th St')).toBe(true);
  expect(mean('W 98th St', 'E 98th St')).toBe(false);
  expect(mean('Rose Ave', 'Rose St')).toBe(false);
});

it('understands crossings and addresses', () => {
  expect(askedPlace('E 98th St & 2nd Ave')).toMatchObject({
    kind: 'crossing',
    streets: [{ key: 'EAST 98TH STREET' }, { key: '2ND AVENUE' }],
  });
  for (const text of ['98th and 2nd', '98th St at 2nd Ave', 'corner of 98th / 2nd', '98th x 2nd, New York'])
    expect(askedPlace(text)).toMatchObject({ kind: 'crossing', streets: [{ core: '98TH' }, { core: '2ND' }] });
  expect(askedPlace('111 Market St, Springfield')).toMatchObject({
    kind: 'address',
    number: 111,
    street: { key: 'MARKET STREET' },
  });
  expect(askedPlace('111-20 Rose Ave')).toMatchObject({ kind: 'address', number: 11_120 });
  for (const text of ['', 'Market Street', '98 St', '& & &']) expect(askedPlace(text)).toBeUndefined();
});
