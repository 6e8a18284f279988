import { figurePaths } from './figure-paths.js';

it('a plan has north up, and true proportions', () => {
  const ring = [
    [10, 60],
    [12, 60],
    [12, 61],
    [10, 61],
    [10, 60],
  ];
  const { width, height, path } = figurePaths({ type: 'Polygon', coordinates: [ring] });
  // two degrees of longitude at 60 degrees are as long as one of latitude
  expect(width / height).toBeCloseTo(0.985, 2);
  expect(path).toMatch(/^M0\.0 240\.0L/);
});
