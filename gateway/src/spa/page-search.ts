import { app } from '@symbio/api';
import type { Clients } from '../clients.js';
import { list, pageOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { presentHit } from '../present/page-hits.js';

export const pageSearch = ({ document }: Pick<Clients, 'document'>): Route[] => [
  route(app.search.searchProjectPages, async ({ params, query }, { parent }) => {
    const asked = {
      query: query.q,
      documentId: query.document_id ?? '',
      sort: query.sort ?? '',
      paging: pageOf(query),
    };
    const { hits, pageInfo } = await document.searchPages({ projectId: params.id, ...asked }, parent);
    return list(
      hits.map((hit) => presentHit(hit)),
      pageInfo,
    );
  }),
];
