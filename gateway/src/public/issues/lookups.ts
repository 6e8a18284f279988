import { issueRelations as operations } from '@symbio/api';
import type { Clients } from '../../clients.js';
import { presentHistoryEntry, presentLabel, presentLinkedIssue } from '../../present/issues.js';
import { route, type Route } from '../../http/serve.js';
import { slicedResponse } from '../paging.js';

export const lookups = ({ issue }: Pick<Clients, 'issue'>): Route[] => [
  route(operations.listSimilarIssues, async ({ query }, { parent }) => {
    const { issues } = await issue.findSimilarIssues({ text: query.text }, parent);
    return slicedResponse(issues.map(presentLinkedIssue), query);
  }),
  route(operations.listIssueLabels, async ({ query }, { parent }) => {
    const { labels } = await issue.listLabels({}, parent);
    return slicedResponse(labels.map(presentLabel), query);
  }),
  route(operations.listIssueHistory, async ({ query }, { parent }) => {
    const { entries } = await issue.listHistory({ issueId: query.issue_id }, parent);
    return slicedResponse(entries.map(presentHistoryEntry), query);
  }),
];
