import { issueRelations as operations } from '@symbio/api';
import type { Clients } from '../../clients.js';
import { oneIssue } from '../../present/issues.js';
import { route, type Route } from '../../http/serve.js';

export const following = ({ issue }: Pick<Clients, 'issue'>): Route[] => [
  route(operations.followIssue, async ({ query }, { parent, origin }) =>
    oneIssue(await issue.followIssue({ issueId: query.issue_id }, parent), origin),
  ),
  route(operations.unfollowIssue, async ({ query }, { parent, origin }) =>
    oneIssue(await issue.unfollowIssue({ issueId: query.issue_id }, parent), origin),
  ),
];
