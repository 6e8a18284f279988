import { BinaryAnswer, iiif as operations } from '@symbio/api';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { route, type CallerContext, type Route } from '../http/serve.js';
import { presentManifest } from '../present/manifest.js';
import { required } from '../present/json.js';

type ImageServiceJson = z.output<typeof operations.getImageInfo.answer.schema>;

/** Addresses stay while pictures change. */
const CACHE = 'private, max-age=300';

/** /api/public/iiif/3 and manifests: for callers with credentials. */
export function iiif({ document, annotation }: Pick<Clients, 'document' | 'annotation'>): Route[] {
  const serviceOf = (origin: string, pageId: string): string => `${origin}/api/public/iiif/3/${pageId}`;
  const ask = (pageId: string, parts: string[], { parent, origin }: CallerContext) =>
    document.getIiifImage({ pageId, base: serviceOf(origin, pageId), parts, accept: '' }, parent);
  return [
    route(operations.getImageInfo, async ({ params: { page_id: pageId } }, context) => {
      const { body } = await ask(pageId, ['info.json'], context);
      return JSON.parse(Buffer.from(body).toString()) as ImageServiceJson;
    }),
    route(operations.getImage, async ({ params }, context) => {
      const { page_id: pageId, region, size, rotation, file } = params;
      const { contentType, body, link } = await ask(pageId, [region, size, rotation, file], context);
      return new BinaryAnswer(contentType, body, { Link: link, 'Cache-Control': CACHE, Vary: 'Authorization' });
    }),
    route(operations.getManifest, async ({ params: { id } }, { parent, origin }) => {
      const found = await document.getDocument({ id }, parent);
      const [{ pages }, { annotations }] = await Promise.all([
        document.listPages({ documentId: id }, parent),
        annotation.listAnnotations({ documentId: id }, parent),
      ]);
      return presentManifest({
        id: `${origin}/api/public/documents/${id}/manifest`,
        imageService: (pageId) => serviceOf(origin, pageId),
        document: required(found.document),
        pages,
        annotations,
      });
    }),
  ];
}
