import { checkAddress, UNKNOWN_STATE, WRONG_ZIP } from './address-check.js';

const check = (state: string, zip = '', city = '') => checkAddress({ state, zip, city });
const RIGHT = { problems: {}, warnings: {}, suggestedCity: '' };

describe('the check of an address', () => {
  it.each([
    ['NY', '10010', 'New York'],
    ['new york', '10010-1234', 'New York'],
    ['N.Y.', ' 10010 ', ''],
    ['District of Columbia', '20001', ''],
    ['PR', '00901', ''],
    ['', '', ''],
  ])('finds nothing in %j, %j, %j', (state, zip, city) => {
    expect(check(state, zip, city)).toEqual(RIGHT);
  });

  it.each(['XX', 'Bavaria', 'Ontario', 'ON'])('refuses the state %s', (state) => {
    expect(check(state).problems).toEqual({ property_state: UNKNOWN_STATE });
  });

  it.each(['1000', '100100', 'M5V 2T6', '10010-12', 'abcde'])('refuses the ZIP code %s', (zip) => {
    expect(check('NY', zip)).toEqual({ ...RIGHT, problems: { property_zip: WRONG_ZIP } });
  });

  it('warns of a ZIP code of another state, or of none', () => {
    expect(check('OH', '10010').warnings).toEqual({
      property_zip: 'ZIP code 10010 is in New York, NY, not in Ohio. Keep it if it is right.',
    });
    expect(check('OH', '44876')).toEqual({
      ...RIGHT,
      warnings: { property_zip: 'ZIP code 44876 is not known. Keep it if it is right.' },
    });
  });

  it.each([
    ['NY', 'new york', 'New York'],
    ['CA', 'Okland', 'Oakland'],
    ['OH', 'Cincinatti', 'Cincinnati'],
    ['OH', 'Nowhere at all', ''],
    ['', 'Okland', ''],
  ])('in %j suggests for the city %j: %j', (state, city, suggested) => {
    expect(check(state, '', city).suggestedCity).toBe(suggested);
  });
});
