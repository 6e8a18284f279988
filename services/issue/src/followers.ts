import { named, notFound, doerOf } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { issueEvents } from '@symbio/proto/issue';
import { issueEvent } from './events.js';
import type { IssueDeps } from './issue-deps.js';
import type { IssueRow } from './model.js';
import { namesFor } from './people.js';

type Followers = IssueRow['followers'];

export const withFollower = (followers: Followers, one: Followers[number]): Followers =>
  followers.some(({ id }) => id === one.id) ? followers : [...followers, one];

export function createFollowing({ repository, access, people }: IssueDeps) {
  async function change(name: string, caller: CallContext, to: (followers: Followers) => Followers): Promise<IssueRow> {
    const { _id: id } = await named('Issue', 'issue_id', access.find(name, caller));
    const row = await repository.change(
      id,
      caller.actor,
      ({ followers }) => {
        const after = to(followers);
        return after.length === followers.length ? undefined : { followers: after };
      },
      (after) => [issueEvent(issueEvents.changed, after)],
      // following does not change the issue itself
      { keepUpdatedAt: true },
    );
    if (!row) throw notFound('Issue');
    return row;
  }

  return {
    /** @throws AppError NOT_FOUND */
    async follow(name: string, caller: CallContext): Promise<IssueRow> {
      const { own } = await namesFor(people, caller, '');
      return change(name, caller, (followers) => withFollower(followers, { id: doerOf(caller.actor), name: own }));
    },

    /** @throws AppError NOT_FOUND */
    unfollow: (name: string, caller: CallContext): Promise<IssueRow> =>
      change(name, caller, (followers) => followers.filter(({ id }) => id !== doerOf(caller.actor))),
  };
}
