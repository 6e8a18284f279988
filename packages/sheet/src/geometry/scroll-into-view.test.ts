import { viewShift } from './scroll-into-view.js';

const PHONE = { width: 360, height: 600 };
/** Panel over the lower half of a phone screen. */
const HALF = { x: 0, y: 300, width: 360, height: 300 };

describe('an annotation selected under a panel', () => {
  it('is moved into the free part, no further than needed', () => {
    expect(viewShift({ x: 100, y: 400, width: 60, height: 40 }, PHONE, HALF)).toEqual({
      offset: { x: 0, y: 300 - 16 - 40 - 400 },
      factor: 1,
    });
  });

  it('is not moved if visible', () => {
    expect(viewShift({ x: 100, y: 100, width: 60, height: 40 }, PHONE, HALF)).toBeNull();
  });

  it('is brought back from outside the view', () => {
    expect(viewShift({ x: -50, y: 40, width: 60, height: 40 }, PHONE, HALF)?.offset).toEqual({ x: 66, y: 0 });
  });

  it('shrinks if it is larger than the free part, and is centred in it', () => {
    const found = viewShift({ x: 0, y: 200, width: 200, height: 536 }, PHONE, HALF);
    expect(found?.factor).toBe(0.5);
    // halved around its centre it spans 334 to 602 and moves to 16 to 284
    expect(found?.offset.y).toBe(16 - 334);
  });

  it('goes to the side of a panel in the corner of a tablet, where there is more room', () => {
    const corner = { x: 500, y: 100, width: 320, height: 900 };
    expect(viewShift({ x: 600, y: 500, width: 50, height: 50 }, { width: 820, height: 1_000 }, corner)).toEqual({
      offset: { x: 500 - 16 - 50 - 600, y: 0 },
      factor: 1,
    });
  });
});
