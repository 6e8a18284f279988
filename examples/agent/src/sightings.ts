import type { Annotation, PageHit, SymbioClient } from '@symbio/client';
import { inkOf } from './ink.js';

/** Something that the agent takes for a trace of a land use. */
export interface Sighting {
  hit: PageHit;
  /** The words that were found, as they stand on the page. */
  words: string;
  /** Around the words, in pixels of the full-resolution picture. */
  shape: { centerX: number; centerY: number; radiusX: number; radiusY: number };
  /** Share of dark pixels around the words, from 0 to 1. */
  ink: number;
}

/** Pages with what is looked for; more would only take longer. */
const MAX_HITS = 5;
/** How much more than the words is looked at, and marked: what they name is drawn around them. */
const MARGIN = 2;

/** The part of the page around a word. */
const around = ({ x, y, width, height }: PageHit['boxes'][number]): Sighting['shape'] => ({
  centerX: x + width / 2,
  centerY: y + height / 2,
  radiusX: (width / 2) * MARGIN,
  radiusY: (height / 2) * MARGIN,
});

/** A region of a page as a picture; the server cuts it out at full resolution. */
export async function pictureOf(
  symbio: SymbioClient,
  { document_page_id, shape }: Pick<Annotation, 'document_page_id'> & Pick<Sighting, 'shape'>,
): Promise<Buffer> {
  const { centerX, centerY, radiusX, radiusY } = shape;
  const region = [centerX - radiusX, centerY - radiusY, 2 * radiusX, 2 * radiusY].map(Math.round).join(',');
  const params = { path: { id: document_page_id }, query: { region, format: 'png' as const } };
  const picture = await symbio.get('/document-pages/{id}/image', { params, parseAs: 'arrayBuffer' });
  return Buffer.from(picture);
}

/** Searches what pages say, and looks at each place that is found. This is where a model would look instead. */
export async function sightings(symbio: SymbioClient, projectId: string, words: string): Promise<Sighting[]> {
  const { data: hits } = await symbio.get('/page-search', {
    params: { query: { project_id: projectId, q: words, per_page: MAX_HITS } },
  });
  // one place a page is enough for an example
  const found = hits.flatMap((hit) =>
    hit.boxes.slice(0, 1).map((box) => ({ hit, shape: around(box), words: box.text })),
  );
  return await Promise.all(
    found.map(async (one) => ({
      ...one,
      ink: await inkOf(await pictureOf(symbio, { document_page_id: one.hit.page_id, shape: one.shape })),
    })),
  );
}
