import type { TileSource } from '../../evidence/page-records.js';
import type { HitPlace } from '../../evidence/page-search-api.js';
import { bestHit, hitInView } from './hit-in-view.js';

const sheet = (width: number, height: number): TileSource => ({
  Image: {
    xmlns: 'http://schemas.microsoft.com/deepzoom/2008',
    Url: '/t/',
    Format: 'jpg',
    Overlap: '0',
    TileSize: '512',
    Size: { Width: String(width), Height: String(height) },
  },
});
const VIEW = { width: 120, height: 60 };
const place = (text: string, match: HitPlace['match'] = 'exact'): HitPlace => ({
  text,
  match,
  confidence: 1,
  x: 0,
  y: 0,
  width: 1,
  height: 1,
});

describe('the picture of a hit', () => {
  it('centers it, with context', () => {
    // 180 wide in three quarters of 120: half size
    const word = { x: 910, y: 490, width: 180, height: 20 };
    const { marks, tiles, tileScale } = hitInView(sheet(4096, 4096), word, [word], VIEW, 1);
    expect(tileScale).toBe(1);
    expect(marks).toEqual([{ left: 15, top: 25, width: 90, height: 10 }]);
    // level 11 of 12 is half size: tiles cover 1024 image pixels
    expect(tiles).toEqual([
      { url: '/t/11/0_0.jpg', left: -440, top: -220, width: 512, height: 512 },
      { url: '/t/11/1_0.jpg', left: 72, top: -220, width: 512, height: 512 },
    ]);
  });

  it('is finer on a finer screen, and never larger than the sheet', () => {
    const dot = { x: 2_000, y: 2_000, width: 8, height: 8 };
    expect(hitInView(sheet(4096, 4096), dot, [dot], VIEW, 2).marks[0]).toMatchObject({ width: 8, height: 8 });
    const word = { x: 1_900, y: 2_000, width: 180, height: 20 };
    expect(hitInView(sheet(4096, 4096), word, [], VIEW, 2).tiles[0]?.url).toBe('/t/12/3_3.jpg');
  });

  it("ends at the sheet's edge, also with its last, smaller tiles", () => {
    const corner = { x: 980, y: 690, width: 20, height: 10 };
    const { marks, tiles, tileScale } = hitInView(sheet(1000, 700), corner, [corner], VIEW, 1);
    // a tile that is padded to 512 pixels is cut, not squeezed
    expect(tileScale).toBe(1);
    expect(marks).toEqual([{ left: 100, top: 50, width: 20, height: 10 }]);
    expect(tiles).toEqual([{ url: '/t/10/1_1.jpg', left: -368, top: -128, width: 488, height: 188 }]);
  });

  it('centers a sheet lower than the picture', () => {
    const word = { x: 500, y: 0, width: 90, height: 20 };
    const { tiles } = hitInView(sheet(1000, 20), word, [word], VIEW, 1);
    expect(tiles.map(({ top, height }) => [top, height])).toEqual([
      [20, 20],
      [20, 20],
    ]);
  });

  it('outlines other visible hits, and no others', () => {
    const word = { x: 500, y: 500, width: 90, height: 20 };
    const near = { ...word, y: 520 };
    expect(hitInView(sheet(2000, 2000), word, [word, near, { ...word, y: 900 }], VIEW, 1).marks).toHaveLength(2);
  });

  it('shows the best match, with the most words', () => {
    const places = [place('GAS HOLDERS', 'beginning'), place('GAS'), place('GAS HOLDER'), place('GAS')];
    expect(bestHit(places)).toBe(places[2]);
    expect(bestHit([])).toBeUndefined();
  });
});
