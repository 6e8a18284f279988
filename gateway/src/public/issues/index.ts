import type { Clients } from '../../clients.js';
import type { Route } from '../../serve.js';
import { comments } from './comments.js';
import { following } from './following.js';
import { issueList } from './issues.js';
import { links } from './links.js';
import { lookUps } from './look-ups.js';
import { several } from './several.js';

/** /api/public/issues and subresources, except screenshots. */
export const issues = (clients: Pick<Clients, 'issue'>): Route[] =>
  [issueList, several, lookUps, links, following, comments].flatMap((part) => part(clients));
