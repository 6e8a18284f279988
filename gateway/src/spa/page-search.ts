import type { Router } from 'express';
import { about } from '../http/audit/audit-subject.js';
import type { RateLimits } from '../http/auth/rate-limits.js';
import type { Clients } from '../clients.js';
import { paging, pathId, requiredQuery } from '../http/input.js';
import { list } from '../http/lists.js';
import { presentHit } from '../present/page-hits.js';
import { parentOf, query } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

export function pageSearch({ document }: Pick<Clients, 'document'>, limits: Pick<RateLimits, 'pageSearches'>): Router {
  const router = strictRouter();
  methods(router, '/projects/:id/page-search', about('project'), {
    get: [
      limits.pageSearches,
      async (request, response) => {
        const { hits, pageInfo } = await document.searchPages(
          {
            projectId: pathId(request, 'Project'),
            query: requiredQuery(request, 'q'),
            documentId: query(request, 'document_id') ?? '',
            sort: query(request, 'sort') ?? '',
            paging: paging(request),
          },
          parentOf(request),
        );
        response.json(
          list(
            hits.map((hit) => presentHit(hit)),
            pageInfo,
          ),
        );
      },
    ],
  });
  return router;
}
