import { Router } from 'express';
import type { Clients } from '../../clients.js';
import { comments } from './comments.js';
import { following } from './following.js';
import { issueList } from './issues.js';
import { links } from './links.js';
import { lookUps } from './look-ups.js';
import { several } from './several.js';

/** /api/public/issues and what belongs to them. */
export function issues(clients: Pick<Clients, 'issue'>): Router {
  const router = Router();
  for (const part of [issueList, several, lookUps, links, following, comments]) router.use(part(clients));
  return router;
}
