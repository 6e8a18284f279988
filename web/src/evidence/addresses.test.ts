import { addressIn, addressKey } from './addresses.js';

describe('addresses in texts', () => {
  it.each([
    [
      '"x" is listed on page 3. Year: 1912. Address: 111 Market St. Name: Coal Co. This suggests: Coal.',
      '111 Market St',
    ],
    ['Address: 45 N. 5th av. This suggests: Coal.', '45 N. 5th av'],
    ['Acme Cleaners, 214-216 Locust Street, 1931', '214-216 Locust Street'],
    ['12 Old Mill Road', '12 Old Mill Road'],
    ['GAS HOLDER No. 2', null],
    ['a fire insurance map of 1926, in the middle', null],
    ['Address: not read.', null],
    [null, null],
  ])('%j has %j', (text, address) => {
    expect(addressIn(text)).toBe(address);
  });

  it('are equal in several spellings', () => {
    expect(addressKey('111 Market Street')).toBe(addressKey('111 MARKET St.'));
    expect(addressKey('111 Market St')).not.toBe(addressKey('113 Market St'));
  });
});
