import { app } from '@symbio/api';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { allDocuments } from '../present/all-documents.js';
import { labelOf, pagesOpenedBy, UNOPENED, unopenedPages } from '../review-list/unopened-pages.js';

/** What a person should have seen before they sign a version: judged by its locked evidence (decision 0166). */
export const reportVersions = (clients: Pick<Clients, 'reports' | 'document'>): Route[] => [
  route(app.reportVersions.listUnopenedPages, async ({ params }, { parent }) => {
    const { pages, projectId, professionalId } = await clients.reports.listCitedPages(params, parent);
    if (pages.length === 0 || !professionalId) return { data: [] };
    const [opened, documents] = await Promise.all([
      pagesOpenedBy(clients, projectId, professionalId, parent),
      allDocuments(clients, projectId, parent),
    ]);
    if (!opened) return { data: [] };
    const cited = pages.map(({ pageId: id, pageNumber: number, documentTitle, featureName: feature, ...of }) => ({
      ...{ ...of, id, number, feature, label: labelOf(documentTitle, number) },
    }));
    const items = unopenedPages(cited, opened, documents);
    return { data: items.length > 0 ? [{ ...UNOPENED, items }] : [] };
  }),
];
