import sharp from 'sharp';
import type { EvidenceShape } from '../evidence.js';
import { sampleEvidence } from '../testing/sample-evidence.js';
import { samplePictures } from '../testing/sample-pictures.js';
import { drawFigure, type DrawnFigure } from './draw.js';
import { boxOf, figuresOf } from './plan.js';

const MAGENTA = [0xd4, 0x00, 0x6a] as const;
/** Pixels; half a stroke more where the page's edge cuts it. */
const TOLERANCE = 2.5;
const HALF_STROKE = 3;

interface Pixels {
  width: number;
  height: number;
  isMarked: (x: number, y: number) => boolean;
}

async function pixelsOf(jpeg: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const isNear = (at: number, wanted: number): boolean => Math.abs((data[at] ?? 0) - wanted) < 40;
  const isMarked = (x: number, y: number): boolean => {
    const at = (y * info.width + x) * 3;
    return isNear(at, MAGENTA[0]) && isNear(at + 1, MAGENTA[1]) && isNear(at + 2, MAGENTA[2]);
  };
  return { width: info.width, height: info.height, isMarked };
}

/** Middle of the coloured line at each side. */
function markedBox({ width, height, isMarked }: Pixels) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isMarked(x, y)) {
        box.left = Math.min(box.left, x + HALF_STROKE);
        box.top = Math.min(box.top, y + HALF_STROKE);
        box.right = Math.max(box.right, x + 1 - HALF_STROKE);
        box.bottom = Math.max(box.bottom, y + 1 - HALF_STROKE);
      }
  return box;
}

/** Points of an outline, in pixels of the page. */
function outlineOf(shape: EvidenceShape): { x: number; y: number }[] {
  const turns = Array.from({ length: 180 }, (_, at) => at / 180);
  if (shape.type === 'ellipse')
    return turns.map((turn) => {
      const [along, across] = [
        shape.radius_x * Math.cos(2 * Math.PI * turn),
        shape.radius_y * Math.sin(2 * Math.PI * turn),
      ];
      const [cos, sin] = [Math.cos(shape.theta), Math.sin(shape.theta)];
      return { x: shape.center_x + along * cos - across * sin, y: shape.center_y + along * sin + across * cos };
    });
  const { x, y, width, height } = boxOf(shape);
  const corners =
    shape.type === 'polygon'
      ? shape.points
      : [
          { x, y },
          { x: x + width, y },
          { x: x + width, y: y + height },
          { x, y: y + height },
        ];
  return turns.map((turn) => {
    const place = turn * corners.length;
    const [from, to] = [corners[Math.floor(place)], corners[(Math.floor(place) + 1) % corners.length]];
    if (!from || !to) throw new Error('No corner.');
    const share = place % 1;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  });
}

const evidence = sampleEvidence();
const requests = figuresOf(evidence);

async function draw(number: number): Promise<{ drawn: DrawnFigure; shape: EvidenceShape }> {
  const request = requests.find((one) => one.number === number);
  const annotation = evidence.annotations.find(({ id }) => id === request?.annotation_id);
  const page = evidence.pages.find(({ id }) => id === request?.page_id);
  if (!request || !annotation || !page) throw new Error('No such figure.');
  const { shape } = annotation;
  return { drawn: await drawFigure(request, await samplePictures.crop(request), { shape, page }), shape };
}

it.each(requests.map(({ number }) => number))(
  'the mark of figure %d is where its annotation is, within 2.5 pixels',
  async (number) => {
    const { drawn, shape } = await draw(number);
    const pixels = await pixelsOf(drawn.jpeg);
    const { region, scale } = drawn.plan;
    const box = boxOf(shape);
    const inPicture = (value: number, from: number, most: number): number =>
      Math.max(0, Math.min(most, (value - from) * scale));
    const wanted = {
      left: inPicture(box.x, region.x, pixels.width),
      top: inPicture(box.y, region.y, pixels.height),
      right: inPicture(box.x + box.width, region.x, pixels.width),
      bottom: inPicture(box.y + box.height, region.y, pixels.height),
    };
    const found = markedBox(pixels);
    for (const side of ['left', 'top', 'right', 'bottom'] as const) {
      const isCut = wanted[side] === 0 || wanted[side] === (side === 'right' ? pixels.width : pixels.height);
      // a corner of a polygon ends beyond half a stroke
      const tolerance = TOLERANCE + (isCut || shape.type === 'polygon' ? HALF_STROKE : 0);
      expect(Math.abs(found[side] - wanted[side])).toBeLessThanOrEqual(tolerance);
    }
    const points = outlineOf(shape)
      .map(({ x, y }) => ({ x: Math.round((x - region.x) * scale), y: Math.round((y - region.y) * scale) }))
      .filter(({ x, y }) => x >= 2 && y >= 2 && x < pixels.width - 2 && y < pixels.height - 2);
    const isNear = ({ x, y }: { x: number; y: number }): boolean =>
      [-2, -1, 0, 1, 2].some((dx) => [-2, -1, 0, 1, 2].some((dy) => pixels.isMarked(x + dx, y + dy)));
    expect(points.filter(isNear).length / points.length).toBeGreaterThanOrEqual(0.97);
  },
);

it('a figure has as many pixels an inch as it says, and the same bytes each time', async () => {
  const { drawn } = await draw(2);
  expect((await sharp(drawn.jpeg).metadata()).density).toBe(300);
  expect((await draw(2)).drawn.jpeg.equals(drawn.jpeg)).toBe(true);
});

it('a figure has a scale bar and an arrow only where scale and north are known', async () => {
  const request = requests[0];
  const annotation = evidence.annotations[0];
  const page = evidence.pages[0];
  if (!request || !annotation || !page) throw new Error('The sample has no figure.');
  const crop = await samplePictures.crop(request);
  const { feet_per_pixel: _, north_degrees: __, ...unknown } = page;
  const black = async (facts: typeof page): Promise<number> => {
    const { jpeg } = await drawFigure(request, crop, { shape: annotation.shape, page: facts });
    const { data } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
    return data.filter((value) => value < 16).length;
  };
  const none = await black(unknown);
  expect(await black({ ...unknown, feet_per_pixel: 0.3333 })).toBeGreaterThan(none + 500);
  expect(await black({ ...unknown, north_degrees: 5 })).toBeGreaterThan(none + 500);
});

it('refuses a crop of another shape than the region', async () => {
  const request = requests[0];
  const [annotation, page] = [evidence.annotations[0], evidence.pages[0]];
  if (!request || !annotation || !page) throw new Error('The sample has no figure.');
  const crop = await samplePictures.crop({ ...request, height: 900 });
  await expect(drawFigure(request, crop, { shape: annotation.shape, page })).rejects.toThrow('not those of its region');
});
