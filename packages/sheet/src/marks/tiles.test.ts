import { jest } from '@jest/globals';
import { MarkTiles, fitPicture, seenOf, tilesIn, tileSide } from './tiles.js';
import type { Painted, TileContent } from './tile-painter.js';
import type { SheetTransform } from '../geometry/transform.js';

const drawnAt: SheetTransform = { scale: 0.5, x: 100, y: 50, rotation: 0 };
const view = { width: 1000, height: 800 };

describe('the tiles of the annotations', () => {
  it('are those that an area touches, nearest to its centre first', () => {
    expect(tilesIn({ x: -10, y: 0, width: 530, height: 512 }, 512)).toEqual([
      { column: 0, row: 0 },
      { column: -1, row: 0 },
      { column: 1, row: 0 },
    ]);
    expect(tilesIn({ x: 0, y: 0, width: 0, height: 0 }, 512)).toEqual([]);
  });

  it.each([1, 1.1, 1.25, 1.5, 2, 3])('end on whole device pixels at density %p', (ratio) => {
    expect(tileSide(ratio) * ratio).toBeCloseTo(Math.round(tileSide(ratio) * ratio), 9);
    expect(tileSide(ratio)).toBeGreaterThan(500);
  });
});

describe('the picture of the annotations', () => {
  it('is at the corner of the sheet, on whole device pixels while it is not stretched', () => {
    expect(fitPicture(drawnAt, { ...drawnAt, x: 20.4, y: -7.6 }, 1)).toEqual({ stretch: 1, x: 20, y: -8 });
    expect(fitPicture(drawnAt, { ...drawnAt, x: 20.4, y: -7.6 }, 2)).toEqual({ stretch: 1, x: 20.5, y: -7.5 });
  });

  it('keeps every image point in place when it is stretched', () => {
    const now: SheetTransform = { scale: 0.6, x: 20.4, y: 10, rotation: 0 };
    const fit = fitPicture(drawnAt, now, 1);
    expect(700 * drawnAt.scale * fit.stretch + fit.x).toBeCloseTo(700 * now.scale + now.x);
  });

  it('is visible in the view, with a margin', () => {
    expect(seenOf(drawnAt, drawnAt, view, 0)).toEqual({ x: -100, y: -50, ...view });
    expect(seenOf(drawnAt, { ...drawnAt, scale: 1, x: -300, y: -200 }, view, 100)).toEqual({
      x: 100,
      y: 50,
      width: 600,
      height: 500,
    });
  });
});

describe('the overlay of a moving sheet', () => {
  const item = {} as Painted;
  let begun: TileContent[];
  let steps: number[];
  let amount: number;
  let tiles: MarkTiles;

  const painter = {
    reach: { width: 0, height: 0 },
    within: () => [item],
    begin: (content: TileContent) => {
      begun.push(content);
      let left = amount;
      return {
        get isDone() {
          return left <= 0;
        },
        paint: (most: number) => {
          const painted = Math.min(most, left);
          left -= painted;
          steps.push(painted);
          return painted;
        },
        finish: () => document.createElement('canvas'),
      };
    },
  };
  const frames = (count: number) => jest.advanceTimersByTime(count * 16);
  const picture = () => tiles.element.firstElementChild as HTMLElement;
  const at = { scale: 1, x: 10, y: 20, rotation: 0 } as const;

  beforeEach(() => {
    jest.useFakeTimers();
    begun = [];
    steps = [];
    amount = 10;
    tiles = new MarkTiles(painter);
    tiles.setView({ width: 500, height: 400 });
    tiles.setTransform(at);
    frames(50);
    tiles.rest();
    frames(50);
    begun = [];
  });
  afterEach(() => {
    tiles.destroy();
    jest.useRealTimers();
  });

  it('is painted once and then only moved, on whole pixels', () => {
    tiles.setTransform({ ...at, x: 40.3, y: 0.6 });
    frames(20);
    expect(begun).toEqual([]);
    expect(picture().style.transform).toBe('matrix(1, 0, 0, 1, 40, 1)');
  });

  it('is painted ahead of the view', () => {
    const before = picture().childElementCount;
    tiles.setTransform({ ...at, x: 10 - 300 });
    frames(50);
    expect(begun.length).toBeGreaterThan(0);
    expect(picture().childElementCount).toBe(before + begun.length);
  });

  it('is repainted only where it changed', () => {
    const before = picture().childElementCount;
    tiles.invalidate({ x: 100, y: 100, width: 50, height: 50 });
    frames(20);
    expect(begun.map(({ at: { x, y } }) => [x + 0, y + 0])).toEqual([[0, 0]]);
    expect(picture().childElementCount).toBe(before);
  });

  it('is stretched while the sheet is zoomed, until a picture for the new zoom covers the view', () => {
    amount = 100;
    tiles.setTransform({ ...at, scale: 1.5 });
    expect(picture().style.transform).toBe('matrix(1.5, 0, 0, 1.5, 10, 20)');
    frames(20);
    expect(begun).toEqual([]);
    tiles.rest();
    expect(picture().style.transform).toBe('matrix(1.5, 0, 0, 1.5, 10, 20)');
    frames(50);
    expect(begun.every(({ at: { scale } }) => scale === 1.5)).toBe(true);
    expect(picture().style.transform).toBe('matrix(1, 0, 0, 1, 10, 20)');
    expect(tiles.element.childElementCount).toBe(1);
  });

  it('is repainted immediately when the sheet is rotated', () => {
    tiles.setTransform({ ...at, rotation: 90 });
    expect(picture().childElementCount).toBe(0);
    frames(50);
    expect(begun.every((content) => content.at.rotation === 90)).toBe(true);
    expect(picture().childElementCount).toBe(begun.length);
  });

  it('of thousands is painted over many frames, to keep frames short', () => {
    amount = 5_000;
    steps = [];
    tiles.setTransform({ ...at, x: 10 - 300 });
    frames(1);
    expect(steps.reduce((sum, step) => sum + step, 0)).toBeLessThanOrEqual(100);
    frames(2_000);
    expect(steps.reduce((sum, step) => sum + step, 0)).toBe(begun.length * 5_000);
  });
});
