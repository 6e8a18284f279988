import { BinaryAnswer, pages as operations } from '@symbio/api';
import { BLOB_CACHE_CONTROL } from '@symbio/kit';
import type { Clients } from '../clients.js';
import { required } from '../present/json.js';
import { presentHit } from '../present/page-hits.js';
import { route, type Route } from '../serve.js';
import { listed } from './paging.js';

/** A preview is about to become sharper. */
const CACHE = { picture: BLOB_CACHE_CONTROL, preview: 'private, no-cache' };

/** Pictures of pages and the search in what they say. */
export const pages = ({ document }: Pick<Clients, 'document'>): Route[] => [
  route(operations.getPageImage, async ({ params: { id }, query }, { parent, knownTag = '' }) => {
    const { region, width = 0, format = '' } = query;
    const answer = await document.getPageImage({ id, region, width, format, knownEtag: knownTag }, parent);
    const shown = required(answer.region);
    return new BinaryAnswer(answer.contentType, answer.picture.length > 0 ? answer.picture : undefined, {
      'X-Symbio-Region': [shown.x, shown.y, shown.width, shown.height].join(','),
      'X-Symbio-Scale': String(Number(answer.scale.toFixed(6))),
      'X-Symbio-Preview': String(answer.preview),
      'Cache-Control': answer.preview ? CACHE.preview : CACHE.picture,
      // a browser keeps it: only for the same credentials
      Vary: 'Authorization',
      ETag: `"${answer.etag}"`,
    });
  }),
  route(operations.searchPages, async ({ query }, { parent, origin }) => {
    const { hits, pageInfo } = await document.searchPages(
      {
        projectId: query.project_id,
        query: query.q,
        documentId: query.document_id ?? '',
        sort: query.sort ?? '',
        // a page holds many boxes: what was not asked for is not all there is
        paging: { page: query.page ?? 0, perPage: query.per_page ?? query.perPage ?? 0 },
      },
      parent,
    );
    return listed(
      hits.map((hit) => presentHit(hit, origin)),
      pageInfo,
    );
  }),
];
