import { boundsOfPoints } from '@symbio/proto/annotation/outlines';
import { annotations, documents, pages, type AnnotationJson, type RegionJson } from '@symbio/api';
import { z } from 'zod';
import { required } from '../../present/json.js';
import * as shown from '../presenters.js';
import { tool, type Api, type Tool } from '../tool.js';

const MAX_MARKS = 200;
/** Maximum lists of 1,000 marks read per image. */
const MAX_LISTS = 20;
/** Maximum characters of page text returned with an image. */
const MAX_TEXT = 4_000;

const side = (description: string) =>
  z.number({ error: (issue) => `${issue.path?.join('.')} must be a number` }).meta({ description });

/** Axis-aligned bounding box of a mark. */
function boxOf(coordinates: NonNullable<AnnotationJson['coordinates']>): RegionJson {
  if ('x' in coordinates) return coordinates;
  if ('points' in coordinates) return boundsOfPoints(coordinates.points);
  const { centerX, centerY, radiusX, radiusY, theta = 0 } = coordinates;
  const [cos, sin] = [Math.cos(theta), Math.sin(theta)];
  const [halfWidth, halfHeight] = [Math.hypot(radiusX * cos, radiusY * sin), Math.hypot(radiusX * sin, radiusY * cos)];
  return { x: centerX - halfWidth, y: centerY - halfHeight, width: 2 * halfWidth, height: 2 * halfHeight };
}

const overlap = (one: RegionJson, other: RegionJson): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

async function marksOf(page: string, api: Api): Promise<AnnotationJson[]> {
  const marks: AnnotationJson[] = [];
  let cursor: string | null = null;
  for (let lists = 0; lists < MAX_LISTS; lists++) {
    const query: Record<string, string> = { document_page_id: page, ...(cursor === null ? {} : { cursor }) };
    const { data, next_cursor: next } = await api.call(annotations.listAnnotations, { query });
    marks.push(...data);
    if (next === null) break;
    cursor = next;
  }
  return marks;
}

const regionOf = (header: string | undefined): RegionJson => {
  const [x = 0, y = 0, width = 0, height = 0] = required(header).split(',').map(Number);
  return { x, y, width, height };
};

const region = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

export const pageImageTools: Tool[] = [
  tool({
    name: 'look_at_page',
    title: 'Look at a page',
    description:
      'An image of a page or a region of it, with its annotations. View the whole page first, then regions of 500 to 1,500 pixels: small lettering is unreadable on a whole sheet. All coordinates are pixels of the full-resolution page; a point of the image is at region.x + x / scale, region.y + y / scale on the page.',
    effect: 'reads',
    input: z.strictObject({
      page_id: z
        .string({ error: 'page_id is required' })
        .meta({ description: 'Page id from list_pages or search_pages.' }),
      region: z
        .strictObject(
          {
            x: side('Left edge in pixels of the page.'),
            y: side('Top edge in pixels of the page.'),
            width: side('Width in pixels of the page.'),
            height: side('Height in pixels of the page.'),
          },
          { error: 'region must be {x, y, width, height}' },
        )
        .optional()
        .meta({ description: 'The region to show, clipped to the page; default: the whole page.' }),
      width: z
        .int({ error: 'width must be a whole number from 16 to 2048' })
        .optional()
        .meta({ description: 'Width of the image in pixels, 16 to 2048; default: that of the region, at most 1024.' }),
    }),
    output: z.object({
      page: shown.page,
      region: region.meta({ description: 'The shown region, in pixels of the page.' }),
      scale: z.number().meta({ description: 'Image pixels per page pixel.' }),
      preview: z.boolean().meta({ description: 'The image is blurred because the page is still being rendered.' }),
      annotations: z.array(shown.annotation).meta({ description: `Annotations in the region, at most ${MAX_MARKS}.` }),
      annotation_count: z.int().meta({ description: 'Total number of annotations in the region.' }),
      text: z
        .string()
        .optional()
        .meta({ description: `Recognized text of the whole page, the first ${MAX_TEXT} characters.` }),
    }),
    run: async ({ page_id: id, region: requestedRegion, width }, api) => {
      const params = { id };
      const asked =
        requestedRegion &&
        [requestedRegion.x, requestedRegion.y, requestedRegion.width, requestedRegion.height]
          .map((value) => value.toFixed(2))
          .join(',');
      const [picture, { data: page }, marks] = await Promise.all([
        api.call(pages.getPageImage, {
          params,
          query: { ...(asked === undefined ? {} : { region: asked }), ...(width ? { width: String(width) } : {}) },
        }),
        api.call(documents.getDocumentPage, { params }),
        marksOf(id, api),
      ]);
      const shownRegion = regionOf(picture.headers['X-Symbio-Region']);
      const visible = marks.filter(({ coordinates }) => coordinates && overlap(boxOf(coordinates), shownRegion));
      const text = requestedRegion ? undefined : page.metadata.extracted_text?.slice(0, MAX_TEXT);
      const data = Buffer.from(required(picture.bytes)).toString('base64');
      return {
        data: {
          page,
          region: shownRegion,
          scale: Number(picture.headers['X-Symbio-Scale']),
          preview: picture.headers['X-Symbio-Preview'] === 'true',
          annotations: visible.slice(0, MAX_MARKS),
          annotation_count: visible.length,
          ...(text ? { text } : {}),
        },
        before: [{ type: 'image', data, mimeType: picture.contentType }],
      };
    },
  }),
];
