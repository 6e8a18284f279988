import type { DeepZoom } from './sheet.js';
import { overviewTiles } from './overview-tiles.js';

const source = (width: number, height: number): DeepZoom => ({
  Image: {
    xmlns: 'http://schemas.microsoft.com/deepzoom/2008',
    Url: '/files/t/1/s/d/1/h/',
    Format: 'jpg',
    Overlap: '0',
    TileSize: '512',
    Size: { Width: String(width), Height: String(height) },
  },
});

describe('the tiles loaded ahead for a page', () => {
  it('are those of the coarsest level that is as fine as the screen (VIEW-15)', () => {
    // 6400 x 7600 in 760 x 760 is 10% zoom: level 10 of 13 (800 x 950) suffices
    expect(overviewTiles(source(6400, 7600), { width: 760, height: 760 }, 1)).toEqual([
      '/files/t/1/s/d/1/h/10/0_0.jpg',
      '/files/t/1/s/d/1/h/10/0_1.jpg',
      '/files/t/1/s/d/1/h/10/1_0.jpg',
      '/files/t/1/s/d/1/h/10/1_1.jpg',
    ]);
  });

  it('are of a coarser level rather than too many', () => {
    const tiles = overviewTiles(source(6400, 7600), { width: 2400, height: 2400 }, 2);
    expect(tiles.length).toBeLessThanOrEqual(8);
    expect(tiles[0]).toContain('/10/');
  });

  it('are one tile for a sheet smaller than a tile', () => {
    expect(overviewTiles(source(300, 200), { width: 800, height: 800 }, 1)).toEqual(['/files/t/1/s/d/1/h/9/0_0.jpg']);
  });
});
