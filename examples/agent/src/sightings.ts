import type { Annotation, PageHit, SymbioClient } from '@symbio/client';
import { inkOf } from './ink.js';

export interface Sighting {
  hit: PageHit;
  words: string;
  /** Around the words, in pixels of the full-resolution image. */
  shape: { centerX: number; centerY: number; radiusX: number; radiusY: number };
  /** Share of dark pixels around the words, from 0 to 1. */
  ink: number;
}

const MAX_HITS = 5;
/** Enlarges the examined region, since the named object is drawn around the words. */
const MARGIN = 2;

const around = ({ x, y, width, height }: PageHit['boxes'][number]): Sighting['shape'] => ({
  centerX: x + width / 2,
  centerY: y + height / 2,
  radiusX: (width / 2) * MARGIN,
  radiusY: (height / 2) * MARGIN,
});

/** Image of a page region, cropped by the server at full resolution. */
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

/** Searches page texts and examines each hit. A real agent would use a model here. */
export async function sightings(symbio: SymbioClient, projectId: string, words: string): Promise<Sighting[]> {
  const { data: hits } = await symbio.get('/page-search', {
    params: { query: { project_id: projectId, q: words, per_page: MAX_HITS } },
  });
  // one hit per page is enough for an example
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
