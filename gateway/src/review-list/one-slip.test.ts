import { isOneSlip } from './one-slip.js';

it.each([
  ['214kent', '241kent', true],
  ['riverside', 'riversde', true],
  ['riverside', 'riverslide', true],
  ['riverside', 'ruverside', true],
  ['kent', 'kent', false],
  ['214kent', '412kent', false],
  ['riverside', 'riversides!', false],
  ['', 'a', true],
])('%s and %s: %s', (one, other, expected) => {
  expect([isOneSlip(one, other), isOneSlip(other, one)]).toEqual([expected, expected]);
});
