import { event, notAuthorized, notFound, type Actor, type CallContext, type EventType } from '@symbio/kit';
import type { CommentEvent } from '@symbio/proto/issue';
import { commentChanged, commentCreated } from './events.js';
import { checkComment } from './issue-fields.js';
import { commentMessage } from './mapping.js';
import type { CommentRow } from './model.js';
import { namesFor, type People } from './people.js';
import { mayEditComment } from './policy.js';
import type { IssueRepository } from './repository.js';

export interface CommentsDeps {
  repo: IssueRepository;
  people: People;
}

const tell = (type: EventType<CommentEvent>) => (row: CommentRow) => [
  event(type, '', { comment: commentMessage(row) }),
];

/** Rules about comments. */
export function createComments({ repo, people }: CommentsDeps) {
  async function requireIssue(issueId: string): Promise<void> {
    if (!(await repo.issue(issueId))) throw notFound('Issue');
  }

  return {
    /** Comments of an issue, oldest first. @throws AppError NOT_FOUND */
    async list(issueId: string): Promise<CommentRow[]> {
      await requireIssue(issueId);
      return repo.listComments(issueId);
    },

    /** @throws AppError NOT_FOUND, INVALID_ARGUMENT */
    async create(context: CallContext, issueId: string, content: string): Promise<CommentRow> {
      const checked = checkComment(content);
      await requireIssue(issueId);
      const { own } = await namesFor(people, context, '');
      const row = await repo.insertComment(
        { issueId, content: checked, commenterId: context.actor.sub, commenterName: own },
        context.actor,
        tell(commentCreated),
      );
      if (!row) throw new Error('a new id was taken already');
      return row;
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED for anybody but its author (AUTH-40), INVALID_ARGUMENT */
    async update(actor: Actor, id: string, issueId: string, content: string): Promise<CommentRow> {
      const comment = await repo.comment(id);
      if (comment?.issueId !== issueId) throw notFound('Comment');
      if (!mayEditComment(actor, comment)) throw notAuthorized();
      const row = await repo.changeComment(id, checkComment(content), actor, tell(commentChanged));
      if (!row) throw notFound('Comment');
      return row;
    },
  };
}

export type Comments = ReturnType<typeof createComments>;
