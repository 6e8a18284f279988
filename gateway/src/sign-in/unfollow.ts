import { app } from '@symbio/api';
import type { Client } from '@symbio/rpc';
import type { IssueServiceService } from '@symbio/proto/issue';
import type { Callers } from '../http/auth/callers.js';
import { requestOf } from '../http/request.js';
import { rawRoute, type RawRoute } from '../http/serve.js';

export interface UnfollowOptions {
  issue: Pick<Client<typeof IssueServiceService>, 'unfollowByToken'>;
  callers: Pick<Callers, 'self'>;
}

/** POST /api/issue-unfollow */
export const unfollowRoutes = ({ issue, callers }: UnfollowOptions): RawRoute[] => [
  rawRoute(app.issues.unfollowIssue, async ({ query, body }, request) => {
    const token = query.token ?? body.token ?? '';
    const { key, title } = await issue.unfollowByToken({ token }, await callers.self(requestOf(request)));
    return { success: true as const, key, title };
  }),
];
