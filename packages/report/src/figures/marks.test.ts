import sharp from 'sharp';
import type { EvidenceShape } from '../evidence.js';
import { sampleEvidence } from '../testing/sample-evidence.js';
import { misplacementOf, pixelsOf } from '../testing/marks.js';
import { samplePictures } from '../testing/sample-pictures.js';
import { drawFigure, type DrawnFigure } from './draw.js';
import { boxOf, figuresOf } from './plan.js';

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
    expect(misplacementOf(pixels, drawn.plan, shape)).toBeLessThanOrEqual(2.5);
    const points = outlineOf(shape)
      .map(({ x, y }) => ({ x: Math.round((x - region.x) * scale), y: Math.round((y - region.y) * scale) }))
      .filter(({ x, y }) => x >= 2 && y >= 2 && x < pixels.width - 2 && y < pixels.height - 2);
    const isNear = ({ x, y }: { x: number; y: number }): boolean =>
      [-2, -1, 0, 1, 2].some((dx) => [-2, -1, 0, 1, 2].some((dy) => pixels.isMarked(x + dx, y + dy)));
    expect(points.filter(isNear).length / points.length).toBeGreaterThanOrEqual(0.97);
  },
);

it('a mark that is moved by three pixels is found', async () => {
  const { drawn, shape } = await draw(2);
  const { region } = drawn.plan;
  const moved = { scale: drawn.plan.scale, region: { ...region, x: region.x + 3 } };
  expect(misplacementOf(await pixelsOf(drawn.jpeg), moved, shape)).toBeGreaterThan(2.5);
});

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
