import {
  creationHash,
  idTaken,
  named,
  newId,
  notAuthorized,
  notFound,
  refuseStale,
  unlessNotFound,
  doerOf,
  type CallContext,
  type Tombstones,
} from '@symbio/kit';
import { commentEvents } from '@symbio/proto/issue';
import { commentEvent } from './events.js';
import { checkComment, checkNewComment } from './issue-fields.js';
import type { IssueAccess } from './issue-access.js';
import type { CommentRow } from './model.js';
import { namesFor, type People } from './people.js';
import { mayEditComment } from './policy.js';
import type { CommentRepository } from './repository.js';

export interface CommentDeps {
  repository: CommentRepository;
  access: Pick<IssueAccess, 'find'>;
  people: People;
  /** Issues that were removed for good: nothing stays that is written to one at that moment. */
  tombstones: Pick<Tombstones, 'any'>;
}

export interface NewCommentInput {
  /** Minted by the client; empty: a new one. */
  id: string;
  issueId: string;
  content: string;
}

export interface CommentUpdate {
  id: string;
  issueId: string;
  content: string;
  /** When the comment had changed last, as the caller knows it; absent: the caller does not say. */
  expectedUpdatedAt?: Date | undefined;
}

/** Rules about comments. */
export function createComments({ repository, access, people, tombstones }: CommentDeps) {
  return {
    /** Comments of an issue, oldest first. @throws AppError NOT_FOUND */
    async list(issueId: string, caller: CallContext): Promise<CommentRow[]> {
      return repository.list((await named('Issue', 'issue_id', access.find(issueId, caller)))._id);
    },

    /** How many comments some issues have; those without are left out. */
    counts: (issueIds: readonly string[]): Promise<Map<string, number>> => repository.counts(issueIds),

    /**
     * The same id by the same person with the same text on the same issue answers the comment there is, as it is now.
     * @throws AppError NOT_FOUND, INVALID_ARGUMENT, FAILED_PRECONDITION when the id is taken
     */
    async create(input: NewCommentInput, context: CallContext): Promise<CommentRow> {
      const { actor } = context;
      const { id: clientsId, content } = checkNewComment(input.id, input.content);
      const { _id: issueId } = await named('Issue', 'issue_id', access.find(input.issueId, context));
      const { own } = await namesFor(people, context, '');
      const id = clientsId || newId();
      const hash = creationHash({ issueId, content });
      const inserted = await repository.insert(
        id,
        { issueId, content, commenterId: doerOf(actor), commenterName: own, creationHash: hash },
        actor,
        (row) => [commentEvent(commentEvents.created, row)],
      );
      if (await tombstones.any(issueId)) {
        await repository.removeAllOf(issueId);
        throw notFound('Issue');
      }
      const row = inserted ?? (await repository.find(id));
      if (row?.commenterId !== doerOf(actor) || row.creationHash !== hash) throw idTaken('A comment');
      return row;
    },

    /**
     * A comment that is saved unchanged does not count as edited (ISSUE-42).
     * @throws AppError NOT_FOUND, PERMISSION_DENIED for anybody but its author (AUTH-40), INVALID_ARGUMENT, ABORTED when
     * `expectedUpdatedAt` is stale
     */
    async update({ id, issueId, content, expectedUpdatedAt }: CommentUpdate, caller: CallContext): Promise<CommentRow> {
      const { actor } = caller;
      const issue = await unlessNotFound(access.find(issueId, caller));
      const comment = issue && (await repository.find(id));
      if (!comment || comment.issueId !== issue?._id) throw notFound('Comment');
      if (!mayEditComment(actor, comment)) throw notAuthorized();
      const text = checkComment(content);
      const row = await repository.change(
        id,
        actor,
        (current) => {
          if (current.content === text) return undefined;
          refuseStale('This comment', current, expectedUpdatedAt);
          return text;
        },
        (after) => [commentEvent(commentEvents.changed, after)],
      );
      if (!row) throw notFound('Comment');
      return row;
    },
  };
}

export type Comments = ReturnType<typeof createComments>;
