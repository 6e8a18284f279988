import { lazy } from './lazy.js';

it('computes a value on first use, once, whatever it is', () => {
  let made = 0;
  const value = lazy(() => {
    made++;
    return undefined;
  });
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});
