import { runs as operations, type RunWriteJson } from '@symbio/api';
import type { CallParent } from '@symbio/rpc';
import type { Clients } from '../clients.js';
import { given } from '../http/input.js';
import { presentRun } from '../present/evidence.js';
import { moment, required } from '../present/json.js';
import { route, type Route } from '../http/serve.js';
import { listResponse } from '../http/lists.js';
import { withNextUpdatedAfter, updatedAfterOf, slice } from './paging.js';

type Services = Pick<Clients, 'annotation' | 'feature'>;

/** Rows from any offset of a service that only supports pages: reads at most two adjacent pages. */
async function rowsFrom<Row>(from: number, size: number, page: (number: number) => Promise<Row[]>): Promise<Row[]> {
  const first = Math.floor(from / size) + 1;
  const offset = from % size;
  const rows = await page(first);
  if (offset > 0 && rows.length === size) rows.push(...(await page(first + 1)));
  return rows.slice(offset, offset + size);
}

/** Annotations, then objects of the feature service, each oldest first. */
async function writesOf(
  { annotation, feature }: Services,
  runId: string,
  wanted: { page: number; perPage: number },
  parent: CallParent,
) {
  const size = wanted.perPage || 20;
  const page = Math.max(1, wanted.page);
  const from = (page - 1) * size;
  const annotations = (number: number) =>
    annotation.listAnnotations({ runId, paging: { page: number, perPage: size } }, parent);
  const evidence = (number: number) =>
    feature.listRunWrites({ runId, paging: { page: number, perPage: size } }, parent);
  const [{ pageInfo: marks }, { pageInfo: found }] = await Promise.all([annotations(1), evidence(1)]);
  const annotationCount = marks?.count ?? 0;
  const count = annotationCount + (found?.count ?? 0);

  const writes: RunWriteJson[] = [];
  if (from < annotationCount)
    for (const row of await rowsFrom(from, size, async (number) => (await annotations(number)).annotations))
      writes.push({
        kind: 'annotation',
        id: row.id,
        label: row.content,
        created_at: moment(row.createdAt),
        mention_id: null,
      });
  if (writes.length < size)
    for (const row of await rowsFrom(
      Math.max(0, from - annotationCount),
      size,
      async (number) => (await evidence(number)).writes,
    ))
      writes.push({
        kind: row.kind,
        id: row.id,
        label: row.label,
        created_at: moment(row.createdAt),
        mention_id: row.mentionId || null,
      });
  return listResponse(writes.slice(0, size), { page, perPage: size, totalPages: Math.ceil(count / size), count });
}

/** /api/public/runs: batches of an agent's writes. */
export const runs = ({ annotation, feature }: Services): Route[] => [
  route(operations.listRuns, async ({ query }, { parent }) => {
    const answer = await annotation.listRuns(
      {
        projectId: query.project_id,
        authorId: query.author_id,
        status: query.status ?? '',
        paging: slice(query),
        updatedAfter: updatedAfterOf(query),
      },
      parent,
    );
    const shown = answer.runs.map((run) => presentRun(run));
    return withNextUpdatedAfter(listResponse(shown, answer.pageInfo), query);
  }),
  route(operations.createRun, async ({ body }, { parent, mintId }) => {
    const { run } = await annotation.createRun(
      {
        id: body.id ?? mintId(),
        projectId: body.project_id,
        name: body.name,
        metadata: body.metadata,
        authorId: given(body.author_id),
      },
      parent,
    );
    return { data: presentRun(required(run)) };
  }),
  route(operations.getRun, async ({ params: { id } }, { parent }) => {
    const { run } = await annotation.getRun({ id }, parent);
    const written = await feature.listRunWrites({ runId: id, paging: { page: 1, perPage: 1 } }, parent);
    return { data: presentRun(required(run), { features: written.featureCount, mentions: written.mentionCount }) };
  }),
  route(operations.listRunWrites, async ({ params: { id }, query }, { parent }) => {
    await annotation.getRun({ id }, parent);
    return writesOf({ annotation, feature }, id, slice(query), parent);
  }),
  route(operations.finishRun, async ({ params }, { parent }) => ({
    data: presentRun(required((await annotation.finishRun(params, parent)).run)),
  })),
  route(operations.undoRun, async ({ params: { id } }, { parent }) => {
    const { run, keptFeatureIds, keptMentionIds } = await feature.undoRun({ runId: id }, parent);
    return {
      data: presentRun(required(run)),
      kept_feature_ids: keptFeatureIds,
      kept_mention_ids: keptMentionIds,
    };
  }),
  route(operations.reviewRun, async ({ params: { id }, body }, { parent }) => {
    const { run, decidedIds } = await annotation.reviewRun(
      { id, action: body.action, reason: body.reason ?? '' },
      parent,
    );
    return { data: presentRun(required(run)), reviewed: decidedIds.length };
  }),
];
