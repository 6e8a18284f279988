import { issueRelations as operations } from '@symbio/api';
import type { Clients } from '../../clients.js';
import { oneIssue } from '../../present/issues.js';
import { route, type Route } from '../../http/serve.js';

interface Link {
  issue_id: string;
  type: string;
  other_id: string;
}

const toLink = (input: Link) => ({ issueId: input.issue_id, type: input.type, otherId: input.other_id });

export const links = ({ issue }: Pick<Clients, 'issue'>): Route[] => [
  route(operations.linkIssues, async ({ body }, { parent, origin }) =>
    oneIssue(await issue.linkIssues(toLink(body), parent), origin),
  ),
  route(operations.unlinkIssues, async ({ query }, { parent, origin }) =>
    oneIssue(await issue.unlinkIssues(toLink(query), parent), origin),
  ),
];
