import { creationHash, idTaken, type Tombstones } from '@symbio/mongo';
import { named, newId, notAuthorized, notFound, refuseStale, unlessNotFound, doerOf } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
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
  /** Permanently removed issues, so concurrent comments on them are not kept. */
  tombstones: Pick<Tombstones, 'any'>;
}

export interface NewCommentInput {
  /** Client-generated; empty for a new one. */
  id: string;
  issueId: string;
  content: string;
}

export interface CommentUpdate {
  id: string;
  issueId: string;
  content: string;
  /** `updatedAt` the caller saw; absent to skip the conflict check. */
  expectedUpdatedAt?: Date | undefined;
}

export function createComments({ repository, access, people, tombstones }: CommentDeps) {
  return {
    /** Comments of an issue, oldest first. @throws AppError NOT_FOUND */
    async list(issueId: string, caller: CallContext): Promise<CommentRow[]> {
      return repository.list((await named('Issue', 'issue_id', access.find(issueId, caller)))._id);
    },

    counts: (issueIds: readonly string[]): Promise<Map<string, number>> => repository.counts(issueIds),

    /**
     * Idempotent: the same id, author, text and issue returns the current comment.
     * @throws AppError NOT_FOUND, INVALID_ARGUMENT, FAILED_PRECONDITION
     */
    async create(input: NewCommentInput, context: CallContext): Promise<CommentRow> {
      const { actor } = context;
      const { id: clientsId, content } = checkNewComment(input.id, input.content);
      const issue = await named('Issue', 'issue_id', access.find(input.issueId, context));
      const issueId = issue._id;
      const { own } = await namesFor(people, context, '');
      const id = clientsId || newId();
      const hash = creationHash({ issueId, content });
      const inserted = await repository.insert(
        id,
        { issueId, content, commenterId: doerOf(actor), commenterName: own, creationHash: hash },
        actor,
        (row) => [commentEvent(commentEvents.created, row, issue)],
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
     * Saving unchanged text does not mark the comment as edited (ISSUE-42).
     * @throws AppError NOT_FOUND, PERMISSION_DENIED except for the author (AUTH-40), INVALID_ARGUMENT, ABORTED when
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
        (after) => [commentEvent(commentEvents.changed, after, issue)],
      );
      if (!row) throw notFound('Comment');
      return row;
    },
  };
}

export type Comments = ReturnType<typeof createComments>;
