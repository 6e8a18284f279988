import { baseLevel, levelFor, parentOf, partOf, pixelsOf, tileKey, tilesInView, topLevel } from './tile-choice.js';

const sheet = { width: 1452, height: 2067, tileSize: 512 };
/** One pixel is a thousandth of the world. */
const onMap = { ...sheet, at: ({ x, y }: { x: number; y: number }) => [x / 1000, y / 1000] as const };

describe('the choice of tiles', () => {
  it('numbers levels as Deep Zoom does, from one pixel up to full resolution', () => {
    expect([topLevel(sheet), baseLevel(sheet)]).toEqual([12, 9]);
    expect([topLevel({ width: 512, height: 300 }), baseLevel({ width: 512, height: 300, tileSize: 512 })]).toEqual([
      9, 9,
    ]);
  });

  it('takes the level whose pixels are about those of the screen, within what exists', () => {
    expect([4, 1, 0.5, 0.25, 0.01].map((scale) => levelFor(sheet, scale))).toEqual([12, 12, 11, 10, 9]);
    // a little larger than its pixels is sharp enough
    expect(levelFor(sheet, 0.6)).toBe(11);
    expect(levelFor(sheet, 0.7)).toBe(12);
  });

  it('cuts tiles at the edge of the sheet', () => {
    expect(pixelsOf(sheet, { level: 12, x: 2, y: 4 })).toEqual({ left: 1024, top: 2048, right: 1452, bottom: 2067 });
    expect(pixelsOf(sheet, { level: 9, x: 0, y: 0 })).toEqual({ left: 0, top: 0, right: 1452, bottom: 2067 });
  });

  it('wants only what the view shows', () => {
    const view = { west: 0.6, north: 0.6, east: 0.9, south: 1.1 };
    expect(tilesInView(onMap, 12, view).map(tileKey)).toEqual(['12/1_1', '12/1_2']);
    expect(tilesInView(onMap, 9, view).map(tileKey)).toEqual(['9/0_0']);
    expect(tilesInView(onMap, 12, { ...view, west: 2, east: 3 })).toEqual([]);
  });

  it('lets the quarter of a coarser tile stand in', () => {
    const tile = { level: 12, x: 1, y: 2 };
    const coarser = parentOf(tile);
    expect(coarser).toEqual({ level: 11, x: 0, y: 1 });
    const full = { width: 512, height: 512 };
    expect(partOf(sheet, tile, tile, full)).toEqual([0, 0, 1, 1]);
    expect(partOf(sheet, tile, coarser, full)).toEqual([0.5, 0, 0.5, 0.5]);
  });

  it('ends an edge tile where its picture does, cut or padded', () => {
    const edge = { level: 12, x: 2, y: 0 };
    expect(partOf(sheet, edge, edge, { width: 428, height: 512 })).toEqual([0, 0, 1, 1]);
    expect(partOf(sheet, edge, edge, { width: 512, height: 512 })).toEqual([0, 0, 428 / 512, 1]);
  });
});
