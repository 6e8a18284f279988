import { Router } from 'express';
import type { Page, PageHit, Word } from '@symbio/proto/document';
import type { Clients } from '../clients.js';
import { paging, pathId, requiredQuery } from '../input.js';
import { list } from '../present.js';
import { idOrNone, parentOf, query } from '../request.js';
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
            documentId: idOrNone(query(request, 'document_id')),
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
    label: page ? pageLabel(page) : '',
    thumbnail_url: page?.thumbnailUrl || null,
    snippet,
    boxes: boxes.map(presentBox),
  };
}

const presentBox = ({ text, x, y, width, height }: Word) => ({ text, x, y, width, height });

/** What a page is called where it stands among pages of other documents (VIEW-09 to VIEW-12). */
export function pageLabel({ pageNumber, metadata }: Pick<Page, 'pageNumber' | 'metadata'>): string {
  const year = metadata?.year;
  switch (metadata?.pageType) {
    case 'sanborn_map':
      return year ? `Year ${year}` : `Sanborn Map (Page ${pageNumber})`;
    case 'topographic_map':
      return `Topographic Map (Page ${pageNumber})`;
    case 'aerial_photo':
      return year ? `Aerial ${year}` : `Aerial Photo (Page ${pageNumber})`;
    default:
      return `Page ${pageNumber}`;
  }
}
