import { held, MOST, swiped, WHOLE, zoomed } from './picture-zoom.js';

const FRAME = { width: 400, height: 300 };

describe('a picture that is enlarged', () => {
  it('keeps the point under the finger in place', () => {
    const { scale, x, y } = zoomed(WHOLE, 2, { x: 100, y: -50 }, FRAME);
    // the point at 100, -50 of the unzoomed picture is now at 2 * 100 + x
    expect([scale, 2 * 100 + x, 2 * -50 + y]).toEqual([2, 100, -50]);
  });

  it('is never smaller than the frame, nor larger than useful', () => {
    expect(zoomed(WHOLE, 0.2, { x: 30, y: 30 }, FRAME)).toEqual(WHOLE);
    expect(zoomed(WHOLE, 100, { x: 0, y: 0 }, FRAME).scale).toBe(MOST);
  });

  it('is moved to its edge and no further', () => {
    expect(held({ scale: 2, x: 900, y: -900 }, FRAME)).toEqual({ scale: 2, x: 200, y: -150 });
    expect(held({ scale: 1, x: 50, y: 50 }, FRAME)).toEqual(WHOLE);
  });
});

it('turns by a horizontal movement, not by a short or vertical one', () => {
  expect([swiped(-90, 10), swiped(90, 10), swiped(20, 0), swiped(-80, 120)]).toEqual([1, -1, 0, 0]);
});
