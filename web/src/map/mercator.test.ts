import { fitSheet, placeOf } from '@symbio/georeference';
import { CORNERS, placeOfPixel, SIZE } from '../testing/georeference.js';
import {
  areApart,
  boxOf,
  fromMercator,
  sheetOnMap,
  tileMatrix,
  toMercator,
  withPlace,
  WORLD_PX,
  zoomOfScale,
} from './mercator.js';

const fit = fitSheet(
  CORNERS.map((pixel) => ({ ...pixel, ...placeOfPixel(pixel) })),
  SIZE,
);
if (!fit) throw new Error('The corners place the sheet');

it('enlarges a box to contain a place, and keeps one that does', () => {
  const box = { west: 0.2, north: 0.4, east: 0.3, south: 0.5 };
  expect(withPlace(box, fromMercator([0.25, 0.45]))).toMatchObject({ west: 0.2, east: 0.3 });
  const { west, north, east, south } = withPlace(box, fromMercator([0.35, 0.1]));
  expect([west, south]).toEqual([0.2, 0.5]);
  expect(east).toBeCloseTo(0.35, 9);
  expect(north).toBeCloseTo(0.1, 9);
});

describe('places in Web Mercator', () => {
  it('lead there and back', () => {
    for (const place of [
      { longitude: -73.9457, latitude: 40.7856 },
      { longitude: 179.9, latitude: -60 },
    ]) {
      const back = fromMercator(toMercator(place));
      expect(back.longitude).toBeCloseTo(place.longitude, 9);
      expect(back.latitude).toBeCloseTo(place.latitude, 9);
    }
    expect(toMercator({ longitude: 0, latitude: 0 })).toEqual([0.5, 0.5]);
  });

  it('tell boxes that overlap from those that are apart', () => {
    const box = boxOf([
      [0.1, 0.4],
      [0.3, 0.2],
    ]);
    expect(box).toEqual({ west: 0.1, north: 0.2, east: 0.3, south: 0.4 });
    expect(areApart(box, { west: 0.3, north: 0, east: 1, south: 1 })).toBe(false);
    expect(areApart(box, { west: 0.31, north: 0, east: 1, south: 1 })).toBe(true);
  });
});

describe('a placed sheet on the map', () => {
  const sheet = sheetOnMap(fit, SIZE);

  it('has each pixel where the fit says', () => {
    const pixel = { x: 123, y: 456 };
    expect(fromMercator(sheet.at(pixel)).latitude).toBeCloseTo(placeOf(fit, pixel).latitude, 9);
    expect(sheet.box.west).toBeCloseTo(toMercator(placeOf(fit, { x: 0, y: 0 }))[0], 9);
  });

  it('is shown at the scale of the sheet’s own view', () => {
    const zoom = zoomOfScale(2, sheet);
    const [a, b] = [sheet.at({ x: 300, y: 350 }), sheet.at({ x: 400, y: 350 })];
    expect(Math.hypot(b[0] - a[0], b[1] - a[1]) * WORLD_PX * 2 ** zoom).toBeCloseTo(200, 0);
  });
});

it('a tile’s matrix keeps a hundredth of a pixel at the highest zoom, where single precision is metres coarse', () => {
  const [scale, x, y] = [WORLD_PX * 2 ** 22, 0.294_6, 0.375_4];
  // one unit of the world in pixels around a place
  const matrix = new Float64Array([scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1, 0, -scale * x, -scale * y, 0, 1]);
  const [left, right, below] = [x + 3e-9, x + 5e-9, y + 2e-9];
  const moved = tileMatrix(matrix, [
    [left, y],
    [right, y],
    [left, below],
  ]);
  const at = (u: number, v: number) =>
    [0, 1].map((row) => (moved[row] ?? 0) * u + (moved[4 + row] ?? 0) * v + (moved[12 + row] ?? 0));
  expect(at(0, 0)[0]).toBeCloseTo(scale * (left - x), 2);
  expect(at(1, 0)[0]).toBeCloseTo(scale * (right - x), 2);
  expect(at(0, 1)[1]).toBeCloseTo(scale * (below - y), 2);
});
