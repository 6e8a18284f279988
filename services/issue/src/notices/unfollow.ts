import { invalid, type Actor } from '@symbio/runtime';
import { issueKey } from '@symbio/proto/issue/key';
import { issueEvents } from '@symbio/proto/issue';
import { issueEvent } from '../events.js';
import type { IssueRepository } from '../repository.js';
import type { UnfollowTokens } from './unfollow-tokens.js';

export interface UnfollowDeps {
  tokens: Pick<UnfollowTokens, 'read'>;
  issues: Pick<IssueRepository, 'change'>;
}

const badToken = () =>
  invalid('bad_token', 'This link is no longer valid. You can stop following the issue on its own page.');

/**
 * Unfollows an issue by token. Idempotent; a missing issue is ignored.
 *
 * @throws AppError INVALID_ARGUMENT for an invalid or expired token
 */
export const createUnfollowByToken =
  ({ tokens, issues }: UnfollowDeps) =>
  async (token: string, actor: Actor): Promise<{ key: string; title: string }> => {
    const who = tokens.read(token);
    if (!who) throw badToken();
    const row = await issues.change(
      who.issueId,
      actor,
      ({ followers }) =>
        followers.some(({ id }) => id === who.userId)
          ? { followers: followers.filter(({ id }) => id !== who.userId) }
          : undefined,
      (after) => [issueEvent(issueEvents.changed, after)],
      { keepUpdatedAt: true },
    );
    return { key: issueKey(row?.number), title: row?.title ?? '' };
  };

export type UnfollowByToken = ReturnType<typeof createUnfollowByToken>;
