import { type Router, json, urlencoded } from 'express';
import { about } from '../http/audit/audit-subject.js';
import { z } from 'zod';
import type { Client } from '@symbio/rpc';
import type { IssueServiceService } from '@symbio/proto/issue';
import { body, text } from '../http/input.js';
import { query, requestOf } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';
import type { Callers } from '../http/auth/callers.js';
import type { RateLimits } from '../http/auth/rate-limits.js';

export interface UnfollowOptions {
  issue: Pick<Client<typeof IssueServiceService>, 'unfollowByToken'>;
  callers: Pick<Callers, 'self'>;
  limits: Pick<RateLimits, 'unfollow'>;
}

const form = z.strictObject({ token: text });

/**
 * POST /api/issue-unfollow: ends mail about one issue for the holder of a mailed token, in the query for mail programs
 * (RFC 8058), in a JSON body for the SPA. Not a GET: mail scanners follow links.
 */
export function unfollowRoutes({ issue, callers, limits }: UnfollowOptions): Router {
  const router = strictRouter();
  methods(router, '/issue-unfollow', about('issue'), {
    post: [
      limits.unfollow,
      json(),
      urlencoded({ extended: false }),
      async (request, response) => {
        const token = query(request, 'token') ?? body(request, form).token ?? '';
        const answer = await issue.unfollowByToken({ token }, await callers.self(requestOf(request)));
        response.json({ success: true, key: answer.key, title: answer.title });
      },
    ],
  });
  return router;
}
