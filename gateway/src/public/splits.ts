import { splits as operations } from '@symbio/api';
import { STREAM_LIMIT_MS } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { required } from '../present/json.js';
import { presentSplit } from '../present/splits.js';

/** /api/public/documents/{id}/split-proposals: the documents of a vendor's package. */
export const splits = ({ document }: Pick<Clients, 'document'>): Route[] => [
  route(operations.proposeSplit, async ({ params, body }, { parent, mintId }) => {
    // 2,000 pages take a minute to read
    const unlimited = { ...parent, deadline: undefined, limitMs: STREAM_LIMIT_MS };
    const { split } = await document.proposeSplit({ id: body.id ?? mintId(), documentId: params.id }, unlimited);
    return { data: presentSplit(required(split)) };
  }),
  route(operations.listSplits, async ({ params: { id: documentId } }, { parent }) => ({
    data: (await document.listSplits({ documentId }, parent)).splits.map(presentSplit),
  })),
  route(operations.saveSplit, async ({ params, body }, { parent }) => {
    const cuts = body.documents.map(({ from_page: fromPage, category, title, year, address }) => ({
      ...{ fromPage, category: category ?? '', title: title ?? '', year: year ?? 0, address: address ?? '' },
    }));
    const request = { documentId: params.id, id: params.split_id, cuts, expectedRevision: body.revision ?? undefined };
    const { split } = await document.saveSplit(request, parent);
    return { data: presentSplit(required(split)) };
  }),
  route(operations.confirmSplit, async ({ params }, { parent }) => {
    // hundreds of documents are written one after the other
    const unlimited = { ...parent, deadline: undefined, limitMs: STREAM_LIMIT_MS };
    const { split } = await document.confirmSplit({ documentId: params.id, id: params.split_id }, unlimited);
    return { data: presentSplit(required(split)) };
  }),
  route(operations.undoSplit, async ({ params }, { parent }) => {
    const unlimited = { ...parent, deadline: undefined, limitMs: STREAM_LIMIT_MS };
    const { split } = await document.undoSplit({ documentId: params.id, id: params.split_id }, unlimited);
    return { data: presentSplit(required(split)) };
  }),
];
