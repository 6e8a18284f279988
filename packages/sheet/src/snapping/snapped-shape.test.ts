import { snappedShape } from './snapped-shape.js';
import type { GreyPicture } from './outline-at.js';

/** Box of ink lines from 20 to 80 across and 30 to 60 down. */
function box(): GreyPicture {
  const [width, height] = [120, 100];
  const data = new Uint8Array(width * height).fill(230);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isAcross = x >= 20 && x <= 80 && (y === 30 || y === 60);
      const isDown = y >= 30 && y <= 60 && (x === 20 || x === 80);
      if (isAcross || isDown) data[y * width + x] = 20;
    }
  return { width, height, data };
}
/** The sheet is shown at a tenth of its size. */
const toImage = ({ x, y }: { x: number; y: number }) => ({ x: 10 * x + 1000, y: 10 * y + 2000 });
const at = (tool: 'ellipse' | 'rectangle' | 'polygon', x = 50, y = 45) => snappedShape(box(), { x, y }, tool, toImage);

describe('a click with snapping', () => {
  it('draws the outline under it as the tool says, in image pixels', () => {
    expect(at('rectangle')).toEqual({ x: 1210, y: 2310, width: 590, height: 290 });
    expect(at('ellipse')).toEqual({ centerX: 1505, centerY: 2455, radiusX: 295, radiusY: 145, theta: 0 });
    expect(at('polygon')).toEqual({
      points: [
        { x: 1210, y: 2310 },
        { x: 1800, y: 2310 },
        { x: 1800, y: 2600 },
        { x: 1210, y: 2600 },
      ],
    });
  });

  it('draws nothing where nothing closes it in', () => {
    expect(at('rectangle', 100, 90)).toBeNull();
  });
});
