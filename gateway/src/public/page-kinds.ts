import { pageKinds as operations } from '@symbio/api';
import { invalidFields } from '@symbio/runtime';
import type { Clients } from '../clients.js';
import { presentPageKindChange } from '../present/documents.js';
import { route, type Route } from '../http/serve.js';

export const pageKinds = ({ document }: Pick<Clients, 'document'>): Route[] => [
  route(operations.correctPageKinds, async ({ params: { id: documentId }, body }, { parent }) => {
    const edits = body.pages.map(({ page_id: pageId, page_type: kind, reset = false, after = '' }) => {
      if (kind === undefined && !reset) throw invalidFields({ page_type: 'Give page_type or reset for each page.' });
      return { pageId, kind: kind ?? '', reset, afterChangeId: after };
    });
    const { changes, keptPageIds } = await document.correctPageKinds({ documentId, edits }, parent);
    return { data: { changes: changes.map(presentPageKindChange), kept_page_ids: keptPageIds } };
  }),
];
