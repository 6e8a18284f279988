import { BinaryAnswer, pages as operations } from '@symbio/api';
import { BLOB_CACHE_CONTROL } from '@symbio/proto/files';
import type { Clients } from '../clients.js';
import { itemResponse } from '../present/answers.js';
import { presentPageOpening } from '../present/documents.js';
import { required } from '../present/json.js';
import { presentHit } from '../present/page-hits.js';
import { route, type Route } from '../http/serve.js';
import { listResponse, pageOf } from '../http/lists.js';

const shownOpening = itemResponse(presentPageOpening);

/** A preview is soon replaced by a sharper one. */
const CACHE = { picture: BLOB_CACHE_CONTROL, preview: 'private, no-cache' };

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
      // browsers may cache it for the same credentials only
      Vary: 'Authorization',
      ETag: `"${answer.etag}"`,
    });
  }),
  route(operations.recordPageOpening, async ({ params: { id: pageId } }, { parent }) =>
    shownOpening((await document.recordPageOpening({ pageId }, parent)).opening),
  ),
  route(operations.listPageOpenings, async ({ params: { id: projectId }, query }, { parent }) => {
    const { document_id: documentId = '', user_id: userId = '' } = query;
    const request = { projectId, documentId, userId, paging: pageOf(query) };
    const { openings, pageInfo } = await document.listPageOpenings(request, parent);
    return listResponse(openings.map(presentPageOpening), pageInfo);
  }),
  route(operations.searchPages, async ({ query }, { parent, origin }) => {
    const { hits, pageInfo } = await document.searchPages(
      {
        projectId: query.project_id,
        query: query.q,
        documentId: query.document_id ?? '',
        sort: query.sort ?? '',
        // a page has many boxes, so the list is always paged
        paging: { page: query.page ?? 0, perPage: query.per_page ?? query.perPage ?? 0 },
      },
      parent,
    );
    return listResponse(
      hits.map((hit) => presentHit(hit, origin)),
      pageInfo,
    );
  }),
];
