import { lazy } from './lazy.js';

it('makes a value when it is first asked for, and once, whatever it is', () => {
  let made = 0;
  const value = lazy(() => {
    made++;
    return undefined;
  });
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});
