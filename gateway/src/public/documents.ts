import { documents as operations } from '@symbio/api';
import type { BulkChange } from '@symbio/proto/document';
import { STREAM_LIMIT_MS } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { presentBulkChange, presentDocument, presentPage } from '../present/documents.js';
import { required } from '../present/json.js';
import { route, type CallerContext, type Route } from '../http/serve.js';
import { listResponse, pageOf } from '../http/lists.js';
import { withNextUpdatedAfter, updatedAfterOf, slice } from './paging.js';

/** /api/public/documents and /api/public/document-pages: operations 10 and 11, and additions for agents. */
export function documents({ document }: Pick<Clients, 'document'>): Route[] {
  const oneDocument = async ({ id }: { id: string }, { parent, origin }: CallerContext) => ({
    data: presentDocument(required((await document.getDocument({ id }, parent)).document), origin),
  });
  const onePage = async ({ id }: { id: string }, { parent, origin }: CallerContext) => ({
    data: presentPage(required((await document.getPage({ id }, parent)).page), origin),
  });
  const changed = (change: BulkChange | undefined) => ({ data: presentBulkChange(required(change)) });
  return [
    route(operations.listDocuments, async ({ query }, { parent, origin }) => {
      const answer = await document.listDocuments(
        {
          projectId: query.project_id,
          paging: pageOf(query),
          search: query.search ?? '',
          category: query.category ?? '',
          updatedAfter: updatedAfterOf(query),
        },
        parent,
      );
      const shown = answer.documents.map((found) => presentDocument(found, origin));
      return withNextUpdatedAfter(listResponse(shown, answer.pageInfo), query);
    }),
    route(operations.getDocument, ({ params }, context) => oneDocument(params, context)),
    route(operations.getDocumentById, ({ query }, context) => oneDocument(query, context)),
    route(operations.takeAttachment, async ({ params }, { parent, origin }) => {
      const asked = { documentId: params.id, index: params.index };
      // a large picture takes minutes to convert
      const unlimited = { ...parent, deadline: undefined, limitMs: STREAM_LIMIT_MS };
      const { document: made } = await document.takeAttachment(asked, unlimited);
      return { data: presentDocument(required(made), origin) };
    }),
    route(operations.unlockDocument, async ({ params, body }, { parent, origin }) => {
      // a large file takes a while to copy
      const unlimited = { ...parent, deadline: undefined, limitMs: STREAM_LIMIT_MS };
      const { document: unlocked } = await document.unlockDocument(
        { id: params.id, password: body.password },
        unlimited,
      );
      return { data: presentDocument(required(unlocked), origin) };
    }),
    route(operations.changeDocuments, async ({ body }, { parent, mintId }) => {
      const { change } = await document.changeDocuments(
        {
          id: body.id ?? mintId(),
          projectId: body.project_id,
          documentIds: body.ids ?? [],
          action: body.action,
          category: body.category ?? '',
          allMaps: body.all_maps ?? false,
          ...(typeof body.year === 'string' && { year: body.year }),
          ...(typeof body.provider === 'string' && { provider: body.provider }),
        },
        parent,
      );
      return changed(change);
    }),
    route(operations.undoChangeOfDocuments, async ({ params: { id } }, { parent }) =>
      changed((await document.undoChangeOfDocuments({ id }, parent)).change),
    ),
    route(operations.listDocumentPages, async ({ query }, { parent, origin }) => {
      const { pages, pageInfo } = await document.listPages(
        { documentId: query.document_id, paging: slice(query), updatedAfter: updatedAfterOf(query) },
        parent,
      );
      const shown = pages.map((page) => presentPage(page, origin));
      return withNextUpdatedAfter(listResponse(shown, pageInfo), query);
    }),
    route(operations.getDocumentPage, ({ params }, context) => onePage(params, context)),
    route(operations.getDocumentPageById, ({ query }, context) => onePage(query, context)),
  ];
}
