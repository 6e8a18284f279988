import { Router } from 'express';
import type { PageHit, Word } from '@symbio/proto/document';
import { pageLabel } from '@symbio/proto/document/vocabulary';
import type { Clients } from '../clients.js';
import { paging, pathId, requiredQuery } from '../input.js';
import { list } from '../present/json.js';
import { parentOf, query } from '../request.js';
import { methods } from '../routing.js';

/** The words on the pages of a project. */
export function pageSearch({ document }: Pick<Clients, 'document'>): Router {
  const router = Router();
  methods(router, '/projects/:id/page-search', {
    get: [
      async (request, response) => {
        const { hits, pageInfo } = await document.searchPages(
          {
            projectId: pathId(request, 'Project'),
            query: requiredQuery(request, 'q'),
            documentId: query(request, 'document_id') ?? '',
            paging: paging(request),
          },
          parentOf(request),
        );
        response.json(list(hits.map(presentHit), pageInfo));
      },
    ],
  });
  return router;
}

function presentHit({ page, documentTitle, snippet, boxes }: PageHit) {
  return {
    document_id: page?.documentId ?? '',
    document_title: documentTitle,
    page_id: page?.id ?? '',
    page_number: page?.pageNumber ?? 0,
    label: page ? pageLabel({ number: page.pageNumber, kind: page.metadata?.pageType, year: page.metadata?.year }) : '',
    thumbnail_url: page?.thumbnailUrl || null,
    snippet,
    boxes: boxes.map(presentBox),
  };
}

const presentBox = ({ text, x, y, width, height }: Word) => ({ text, x, y, width, height });
