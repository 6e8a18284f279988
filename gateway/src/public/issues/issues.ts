import { issues as operations, lastSeen } from '@symbio/api';
import { AppError } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { IssueFields, ListIssuesRequest, UpdateIssueRequest } from '@symbio/proto/issue';
import type { z } from 'zod';
import type { Clients } from '../../clients.js';
import { DetailedError } from '../../http/errors.js';
import { oneIssue, presentIssue } from '../../present/issues.js';
import { route, type Route } from '../../http/serve.js';
import { success } from '../../present/answers.js';
import { listResponse, pageOf } from '../../http/lists.js';
import { withNextUpdatedAfter, updatedAfterOf } from '../paging.js';

type Fields = Omit<z.output<typeof operations.updateIssue.body>, 'updated_at'>;

/** null removes the assignee, absent keeps it. */
const toFields = (input: Fields): IssueFields => ({
  title: input.title ?? undefined,
  description: input.description ?? undefined,
  type: input.type ?? undefined,
  severity: input.severity ?? undefined,
  status: input.status ?? undefined,
  path: input.path ?? undefined,
  assignee: input.assignee === null ? '' : input.assignee,
  labels: input.labels ? { labels: input.labels } : undefined,
});

const toListRequest = (query: z.output<typeof operations.listIssues.query>): ListIssuesRequest => ({
  paging: pageOf(query),
  types: query.type ?? [],
  severities: query.severity ?? [],
  statuses: query.status ?? [],
  assignees: query.assignee ?? [],
  reporters: query.reporter ?? [],
  labels: query.label ?? [],
  search: query.search ?? '',
  sort: query.sort ?? '',
  order: query.order ?? '',
  deleted: query.deleted ?? false,
  updatedAfter: updatedAfterOf(query),
});

type Issues = Clients['issue'];

/** A conflict includes the current issue. */
async function save(issue: Issues, change: UpdateIssueRequest, parent: CallParent, origin: string) {
  try {
    return oneIssue(await issue.updateIssue(change, parent), origin);
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== 'stale') throw error;
    throw new DetailedError(error, oneIssue(await issue.getIssue({ id: change.id }, parent), origin));
  }
}

export const issueList = ({ issue }: Pick<Clients, 'issue'>): Route[] => [
  route(operations.listIssues, async ({ query }, { parent, origin }) => {
    const answer = await issue.listIssues(toListRequest(query), parent);
    const shown = answer.issues.map((found) => presentIssue(found, origin));
    return withNextUpdatedAfter(listResponse(shown, answer.pageInfo), query);
  }),
  route(operations.getIssue, async ({ query }, { parent, origin }) =>
    oneIssue(await issue.getIssue(query, parent), origin),
  ),
  // a generated id makes the service call safe to retry
  route(operations.createIssue, async ({ body: { id, context, ...input } }, { parent, origin, mintId }) =>
    oneIssue(
      await issue.createIssue({ id: id ?? mintId(), fields: toFields(input), context: context ?? [] }, parent),
      origin,
    ),
  ),
  route(operations.updateIssue, async ({ query: { id }, body }, { parent, origin }) =>
    save(issue, { id, fields: toFields(body), expectedUpdatedAt: lastSeen(body) }, parent, origin),
  ),
  route(operations.deleteIssue, async ({ query }, { parent }) => {
    await issue.deleteIssue(query, parent);
    return success();
  }),
  route(operations.restoreIssue, async ({ query }, { parent, origin }) =>
    oneIssue(await issue.restoreIssue(query, parent), origin),
  ),
];
