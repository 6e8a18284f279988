import { issues as operations } from '@symbio/api';
import type { BatchResult } from '@symbio/proto/issue';
import type { Clients } from '../../clients.js';
import { presentIssue } from '../../present/issues.js';
import { route, type Route } from '../../http/serve.js';

const presentResult = ({ id, outcome }: BatchResult, origin: string) =>
  outcome?.$case === 'error'
    ? { id, error: outcome.value.message, code: outcome.value.code }
    : { id, issue: outcome ? presentIssue(outcome.value, origin) : null };

export const bulkChanges = ({ issue }: Pick<Clients, 'issue'>): Route[] => [
  route(operations.changeIssues, async ({ body }, { parent, origin }) => {
    const { results } = await issue.batchUpdateIssues(
      {
        ids: body.ids,
        status: body.status ?? undefined,
        severity: body.severity ?? undefined,
        // null removes the assignee, absent keeps it
        assignee: body.assignee === null ? '' : body.assignee,
        labelsAdd: body.labels_add ?? [],
        labelsRemove: body.labels_remove ?? [],
        delete: body.delete ?? false,
      },
      parent,
    );
    return { data: results.map((result) => presentResult(result, origin)) };
  }),
];
