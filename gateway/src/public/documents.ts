import { Router } from 'express';
import type { Clients } from '../clients.js';
import { paging, requiredId } from '../input.js';
import { presentDocument, presentPage } from '../present/documents.js';
import { list } from '../present/json.js';
import { parentOf, query } from '../request.js';
import { methods } from '../routing.js';

/** /api/public/documents and /api/public/document-pages: operations 10 and 11. */
export function documents({ document }: Pick<Clients, 'document'>): Router {
  const router = Router();
  methods(router, '/documents', {
    get: [
      async (request, response) => {
        const answer = await document.listDocuments(
          {
            projectId: requiredId(request, 'project_id', 'Project'),
            paging: paging(request),
            search: query(request, 'search') ?? '',
            category: query(request, 'category') ?? '',
          },
          parentOf(request),
        );
        response.json(list(answer.documents.map(presentDocument), answer.pageInfo));
      },
    ],
  });
  methods(router, '/document-pages', {
    get: [
      async (request, response) => {
        const documentId = requiredId(request, 'document_id', 'Document');
        const { pages } = await document.listPages({ documentId }, parentOf(request));
        response.json(list(pages.map(presentPage)));
      },
    ],
  });
  return router;
}
