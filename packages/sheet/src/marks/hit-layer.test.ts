import { HitLayer, areaOfHits } from './hit-layer.js';

const SHEET = { width: 1_000, height: 2_000 };
const box = (x: number, y: number) => ({ x, y, width: 100, height: 20 });

describe('search matches on a sheet', () => {
  it('are outlined with a margin in image pixels, and follow the sheet', () => {
    const host = document.createElement('div');
    const layer = new HitLayer(host);
    layer.setHits([box(200, 400), box(320, 400)]);
    layer.setTransform({ scale: 0.5, x: 10, y: -20, rotation: 0 });
    const shapes = [...host.querySelectorAll('rect')];
    expect(shapes.map((shape) => ['x', 'y', 'width', 'height'].map((name) => shape.getAttribute(name)))).toEqual([
      ['195', '395', '110', '30'],
      ['315', '395', '110', '30'],
    ]);
    expect(host.querySelector('g')?.getAttribute('transform')).toBe('matrix(0.5, 0, 0, 0.5, 10, -20)');
    layer.setHits([box(200, 400), box(320, 400)], box(320, 400));
    const strong = host.querySelectorAll('rect[data-current]');
    expect([strong.length, host.querySelectorAll('rect').length]).toEqual([1, 3]);
    layer.setHits([]);
    expect(host.querySelectorAll('rect')).toHaveLength(0);
    layer.destroy();
    expect(host.childElementCount).toBe(0);
  });

  it('are brought into view together when close to each other', () => {
    expect(areaOfHits([box(200, 400), box(320, 410)], SHEET)).toEqual({ x: 200, y: 400, width: 220, height: 30 });
  });

  it('are brought into view one at a time when they are far apart', () => {
    expect(areaOfHits([box(200, 400), box(320, 1_900)], SHEET)).toEqual(box(200, 400));
    expect(areaOfHits([], SHEET)).toBeNull();
  });
});
