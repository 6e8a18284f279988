import { runs as operations } from '@symbio/api';
import { newId } from '@symbio/kit';
import type { Clients } from '../clients.js';
import { given } from '../input.js';
import { presentRun } from '../present/evidence.js';
import { required } from '../present/json.js';
import { route, type Route } from '../serve.js';
import { listed, slice } from './paging.js';

/** /api/public/runs: what an agent writes in one go. */
export const runs = ({ annotation }: Pick<Clients, 'annotation' | 'feature'>): Route[] => [
  route(operations.listRuns, async ({ query }, { parent }) => {
    const answer = await annotation.listRuns(
      { projectId: query.project_id, authorId: query.author_id, paging: slice(query) },
      parent,
    );
    return listed(
      answer.runs.map((run) => presentRun(run)),
      answer.pageInfo,
    );
  }),
  route(operations.createRun, async ({ body }, { parent }) => {
    const { run } = await annotation.createRun(
      {
        id: body.id ?? newId(),
        projectId: body.project_id,
        name: body.name,
        metadata: body.metadata,
        authorId: given(body.author_id),
      },
      parent,
    );
    return { data: presentRun(required(run)) };
  }),
  route(operations.getRun, async ({ params }, { parent }) => ({
    data: presentRun(required((await annotation.getRun(params, parent)).run)),
  })),
  route(operations.finishRun, async ({ params }, { parent }) => ({
    data: presentRun(required((await annotation.finishRun(params, parent)).run)),
  })),
  route(operations.reviewRun, async ({ params, body }, { parent }) => {
    const { run, decidedIds } = await annotation.reviewRun(
      { id: params.id, action: body.action, reason: body.reason ?? '' },
      parent,
    );
    return { data: presentRun(required(run)), reviewed: decidedIds.length };
  }),
];
