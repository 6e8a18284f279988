import { inkThreshold, outlineAt } from './outline-at.js';
import type { GreyPicture } from './outline-at.js';

const [PAPER, INK] = [225, 40];

/** Cream paper with deterministic grain. */
function paper(width = 200, height = 160): GreyPicture {
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1) data[at] = PAPER + ((at * 7919) % 13) - 6;
  return { width, height, data };
}

/** Line of ink, two pixels thick. */
function line({ width, data }: GreyPicture, [x1, y1]: [number, number], [x2, y2]: [number, number]): void {
  const steps = Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1));
  for (let step = 0; step <= steps; step += 1) {
    const x = Math.round(x1 + ((x2 - x1) * step) / steps);
    const y = Math.round(y1 + ((y2 - y1) * step) / steps);
    for (const at of [y * width + x, y * width + x + 1, (y + 1) * width + x, (y + 1) * width + x + 1]) data[at] = INK;
  }
}

function outlined(picture: GreyPicture, ...corners: [number, number][]): GreyPicture {
  corners.forEach((corner, at) => line(picture, corner, corners[(at + 1) % corners.length] ?? corner));
  return picture;
}

const shed = () => outlined(paper(), [40, 30], [140, 30], [140, 110], [40, 110]);
const near = (value: number, wanted: number) => expect(Math.abs(value - wanted)).toBeLessThanOrEqual(3);

describe('the outline around a point of a sheet', () => {
  it('is the box of a building whose lines close it in', () => {
    const found = outlineAt(shed(), { x: 90, y: 70 });
    expect(found?.corners).toHaveLength(4);
    const { x = 0, y = 0, width = 0, height = 0 } = found?.box ?? {};
    near(x, 41);
    near(y, 31);
    near(width, 99);
    near(height, 79);
  });

  it('is found from a letter inside it, and does not end at letters', () => {
    const picture = shed();
    for (const x of [80, 86, 92]) line(picture, [x, 60], [x, 76]);
    const found = outlineAt(picture, { x: 86, y: 68 });
    near(found?.box.width ?? 0, 99);
  });

  it('has a corner for each of the building, a yard or a slant', () => {
    const corner = outlineAt(outlined(paper(), [30, 20], [150, 20], [150, 70], [90, 70], [90, 130], [30, 130]), {
      x: 60,
      y: 50,
    });
    expect(corner?.corners.length).toBe(6);
    for (const [x, y] of [
      [30, 20],
      [150, 20],
      [90, 70],
      [30, 130],
    ] as const)
      expect(corner?.corners.some((each) => Math.hypot(each.x - x, each.y - y) < 5)).toBe(true);
    const slanted = outlineAt(outlined(paper(), [100, 15], [170, 70], [100, 140], [30, 70]), { x: 100, y: 75 });
    expect(slanted?.corners.length).toBeGreaterThanOrEqual(4);
    expect(slanted?.corners.length).toBeLessThanOrEqual(8);
  });

  it('bridges a gap of the pen, and no door', () => {
    const gap = shed();
    for (const y of [30, 31]) for (const x of [88, 89]) gap.data[y * gap.width + x] = PAPER;
    expect(outlineAt(gap, { x: 90, y: 70 })).not.toBeNull();
    const door = shed();
    for (const y of [30, 31]) for (let x = 80; x < 100; x += 1) door.data[y * door.width + x] = PAPER;
    expect(outlineAt(door, { x: 90, y: 70 })).toBeNull();
  });

  it('is null on open paper, on blank paper, and inside a letter', () => {
    expect(outlineAt(shed(), { x: 10, y: 10 })).toBeNull();
    expect(outlineAt(paper(), { x: 90, y: 70 })).toBeNull();
    const letter = outlined(paper(), [80, 60], [90, 60], [90, 70], [80, 70]);
    expect(outlineAt(letter, { x: 85, y: 65 })).toBeNull();
  });

  it('separates ink from paper on dark sheets, too', () => {
    const dark = shed();
    dark.data = dark.data.map((value) => Math.round(value / 2));
    expect(inkThreshold(dark)).toBeGreaterThanOrEqual(INK / 2);
    expect(inkThreshold(dark)).toBeLessThan(PAPER / 2 - 6);
    expect(outlineAt(dark, { x: 90, y: 70 })?.corners).toHaveLength(4);
  });
});
