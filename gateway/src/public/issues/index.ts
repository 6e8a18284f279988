import type { Clients } from '../../clients.js';
import type { Route } from '../../http/serve.js';
import { comments } from './comments.js';
import { following } from './following.js';
import { issueList } from './issues.js';
import { links } from './links.js';
import { lookups } from './lookups.js';
import { bulkChanges } from './bulk.js';

/** /api/public/issues and subresources, except screenshots. */
export const issues = (clients: Pick<Clients, 'issue'>): Route[] =>
  [issueList, bulkChanges, lookups, links, following, comments].flatMap((part) => part(clients));
