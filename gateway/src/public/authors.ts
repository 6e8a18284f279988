import { authors as operations } from '@symbio/api';
import type { Clients } from '../clients.js';
import { required } from '../present/json.js';
import { presentAuthor } from '../present/people.js';
import { route, type Route } from '../http/serve.js';
import { listResponse } from '../http/lists.js';
import { withNextUpdatedAfter, updatedAfterOf, slice } from './paging.js';

/** /api/public/authors: operations 1 to 3. */
export const authors = ({ identity }: Pick<Clients, 'identity'>): Route[] => [
  route(operations.listAuthors, async ({ query }, { parent }) => {
    const answer = await identity.listAuthors(
      { authorType: query.author_type ?? '', paging: slice(query), updatedAfter: updatedAfterOf(query) },
      parent,
    );
    return withNextUpdatedAfter(listResponse(answer.authors.map(presentAuthor), answer.pageInfo), query);
  }),
  route(operations.createAuthor, async ({ body }, { parent }) => {
    const { author } = await identity.createAgentAuthor(
      {
        agentName: body.agent_name,
        agentVersion: body.agent_version,
        agentDate: body.agent_date,
        metadata: body.metadata,
      },
      parent,
    );
    return { data: presentAuthor(required(author)) };
  }),
];
