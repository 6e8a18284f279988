import { MarkGrid } from './grid.js';

const at = (x: number, y: number, size = 20) => ({ x, y, width: size, height: size });

describe('the grid of annotations', () => {
  it('finds items that touch an area, also across cells, each once and in insertion order', () => {
    const grid = new MarkGrid<string>();
    grid.put('b', 'b', at(250, 250));
    grid.put('a', 'a', at(10, 10));
    grid.put('c', 'c', at(3000, 3000));
    expect(grid.within({ x: 0, y: 0, width: 600, height: 600 })).toEqual(['b', 'a']);
    expect(grid.within({ x: 0, y: 0, width: 9, height: 9 })).toEqual([]);
  });

  it('finds an annotation where it was moved to, in its old place of the order, and nothing that is gone', () => {
    const grid = new MarkGrid<string>();
    grid.put('a', 'a', at(10, 10));
    grid.put('b', 'b', at(2010, 10));
    grid.put('a', 'a', at(2000, 0));
    expect(grid.within(at(0, 0, 100))).toEqual([]);
    expect(grid.within(at(2000, 0, 100))).toEqual(['a', 'b']);
    grid.remove('b');
    expect(grid.within(at(2000, 0, 100))).toEqual(['a']);
    expect(grid.size).toBe(1);
  });

  it('finds items that cover the whole sheet, and items left of it or above', () => {
    const grid = new MarkGrid<string>();
    grid.put('yard', 'yard', at(-500, -500, 8000));
    grid.put('edge', 'edge', at(-30, -30));
    expect(grid.within(at(-20, -20, 1))).toEqual(['yard', 'edge']);
    expect(grid.within(at(6000, 6000, 1))).toEqual(['yard']);
  });

  it('finds the same as a scan of ten thousand items', () => {
    const grid = new MarkGrid<number>();
    const boxes = Array.from({ length: 10_000 }, (_, index) =>
      at((index * 7919) % 6400, (index * 104_729) % 7600, 10 + (index % 90)),
    );
    boxes.forEach((box, index) => grid.put(String(index), index, box));
    const area = { x: 3000, y: 3500, width: 700, height: 450 };
    const touching = boxes.flatMap((box, index) =>
      box.x <= 3700 && box.x + box.width >= 3000 && box.y <= 3950 && box.y + box.height >= 3500 ? [index] : [],
    );
    expect(touching.length).toBeGreaterThan(50);
    expect(grid.within(area)).toEqual(touching);
  });
});
