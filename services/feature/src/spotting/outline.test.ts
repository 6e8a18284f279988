import { outlineAround, type GreyPicture } from './outline.js';

const SIDE = 320;
const PAPER = 214;
const INK = 40;

const near = (value: number, digits?: number): number => expect.closeTo(value, digits) as number;

type Draw = (x: number, y: number) => boolean;

/** Paper with lines two pixels wide from the drawing, and letters as a row of strokes at the centre. */
function picture(draw: Draw, letters = { x: 160, y: 160, length: 90, height: 14 }): GreyPicture {
  const data = new Uint8Array(SIDE * SIDE).fill(PAPER);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const isLetter =
        Math.abs(x - letters.x) < letters.length / 2 && Math.abs(y - letters.y) < letters.height / 2 && x % 7 < 2;
      if (isLetter || draw(x, y)) data[y * SIDE + x] = INK;
    }
  return { data, width: SIDE, height: SIDE };
}

const PLACE = { x: 160, y: 160, length: 90, height: 14, angle: 0 };
const on = (value: number, line: number): boolean => Math.abs(value - line) <= 1;

const house: Draw = (x, y) =>
  ((on(x, 90) || on(x, 240)) && y >= 110 && y <= 220) || ((on(y, 110) || on(y, 220)) && x >= 90 && x <= 240);

describe('the outline around a lettering (issue 14: around the building, not around the word)', () => {
  it('is a building around its middle, wide enough for its corners', () => {
    const outline = outlineAround(picture(house), PLACE);
    expect(outline).toMatchObject({
      centerX: near(165, -1),
      centerY: near(165, -1),
      isRound: false,
    });
    expect(outline?.radiusX).toBeGreaterThan(80);
    expect(outline?.radiusX).toBeLessThan(130);
    expect(outline?.radiusY).toBeGreaterThan(55);
    expect(outline?.radiusY).toBeLessThan(100);
  });

  it('is a circle around a gas holder', () => {
    const holder: Draw = (x, y) => Math.abs(Math.hypot(x - 165, y - 150) - 70) <= 1.2;
    expect(outlineAround(picture(holder), PLACE)).toMatchObject({
      centerX: near(165, -1),
      centerY: near(150, -1),
      radiusX: near(72, -1),
      radiusY: near(72, -1),
      isRound: true,
    });
  });

  it('has the rotation of the building', () => {
    const turn = Math.PI / 6;
    const slanted: Draw = (x, y) => {
      const [u, v] = [
        (x - 160) * Math.cos(turn) + (y - 160) * Math.sin(turn),
        (y - 160) * Math.cos(turn) - (x - 160) * Math.sin(turn),
      ];
      return (on(Math.abs(u), 100) && Math.abs(v) <= 50) || (on(Math.abs(v), 50) && Math.abs(u) <= 100);
    };
    const outline = outlineAround(picture(slanted, { x: 160, y: 160, length: 60, height: 14 }), {
      ...PLACE,
      length: 60,
    });
    expect(outline?.theta).toBeCloseTo(turn, 1);
    expect(outline?.radiusX).toBeGreaterThan(outline?.radiusY ?? Infinity);
  });

  it('closes gaps of broken and dashed lines', () => {
    const dashed: Draw = (x, y) => house(x, y) && (x + y) % 12 < 8;
    expect(outlineAround(picture(dashed), PLACE)).toMatchObject({ centerX: near(165, -1) });
  });

  it('is none on open ground, in a street, or where the letters are alone in the picture', () => {
    expect(
      outlineAround(
        picture(() => false),
        PLACE,
      ),
    ).toBeUndefined();
    const street: Draw = (_x, y) => on(y, 120) || on(y, 200);
    expect(outlineAround(picture(street), PLACE)).toBeUndefined();
    const beside: Draw = (x, y) => house(x, y - 90);
    expect(outlineAround(picture(beside), { ...PLACE, y: 60 })).toBeUndefined();
  });

  it('is none in a picture of one colour, of noise, or of a pixel', () => {
    expect(outlineAround({ data: new Uint8Array(100), width: 10, height: 10 }, PLACE)).toBeUndefined();
    expect(outlineAround({ data: Uint8Array.of(3), width: 1, height: 1 }, PLACE)).toBeUndefined();
    let seed = 7;
    const noise = Uint8Array.from({ length: SIDE * SIDE }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % 256;
    });
    expect(outlineAround({ data: noise, width: SIDE, height: SIDE }, PLACE)).toBeUndefined();
  });
});
