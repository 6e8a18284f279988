import { lastSeen, lienSearches as operations } from '@symbio/api';
import type { LienSearchValues } from '@symbio/proto/project';
import type { CallParent } from '@symbio/rpc';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse, success } from '../present/answers.js';
import { presentLienSearch } from '../present/lien-searches.js';
import { slicedResponse } from './paging.js';

type Body = Omit<z.output<typeof operations.updateLienSearch.body>, 'updated_at'>;

const shown = itemResponse(presentLienSearch);

const valuesOf = (body: Body): LienSearchValues => ({
  ...{ searchedBy: body.searched_by, date: body.date, fromYear: body.from ?? 0, toYear: body.to ?? 0 },
  ...{ orderedBy: body.ordered_by, result: body.result, text: body.text ?? '', documentId: body.document_id ?? '' },
});

/** /api/public/lien-searches. */
export function lienSearches({ project, document }: Pick<Clients, 'project' | 'document'>): Route[] {
  /** The project service compares the document's project with its own. @throws AppError NOT_FOUND */
  async function requestOf(body: Body, parent: CallParent) {
    const values = valuesOf(body);
    const found = values.documentId ? await document.getDocument({ id: values.documentId }, parent) : undefined;
    return { values, documentProjectId: found?.document?.projectId ?? '' };
  }
  return [
    route(operations.listLienSearches, async ({ query }, { parent }) => {
      const answer = await project.listLienSearches({ projectId: query.project_id }, parent);
      return slicedResponse(answer.lienSearches.map(presentLienSearch), query);
    }),
    route(operations.createLienSearch, async ({ body }, { parent, mintId }) => {
      const request = { id: body.id ?? mintId(), projectId: body.project_id, ...(await requestOf(body, parent)) };
      return shown((await project.createLienSearch(request, parent)).lienSearch);
    }),
    route(operations.updateLienSearch, async ({ params: { id }, body }, { parent }) => {
      const request = { id, expectedUpdatedAt: lastSeen(body), ...(await requestOf(body, parent)) };
      return shown((await project.updateLienSearch(request, parent)).lienSearch);
    }),
    route(operations.deleteLienSearch, async ({ params: { id } }, { parent }) => {
      await project.deleteLienSearch({ id }, parent);
      return success();
    }),
  ];
}
