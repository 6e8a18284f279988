import { type Router, json, urlencoded } from 'express';
import { about } from '../audit/audit-subject.js';
import { z } from 'zod';
import type { Client } from '@symbio/rpc';
import type { IssueServiceService } from '@symbio/proto/issue';
import { body, text } from '../input.js';
import { query, requestOf } from '../request.js';
import { methods, strictRouter } from '../routing.js';
import type { Callers } from './callers.js';
import type { RateLimits } from './rate-limits.js';

export interface UnfollowOptions {
  issue: Pick<Client<typeof IssueServiceService>, 'unfollowByToken'>;
  callers: Pick<Callers, 'self'>;
  limits: Pick<RateLimits, 'unfollow'>;
}

const form = z.strictObject({ token: text });

/**
 * POST /api/issue-unfollow: ends mail about one issue for the holder of a mail's token, signed in or not. The token is
 * in the query for mail programs (RFC 8058), whose form has other fields, and in a JSON body for the SPA. Not a GET:
 * mail scanners that follow links would unsubscribe people.
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
