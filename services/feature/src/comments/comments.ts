import { AppError, agentsPropose, conflict, isAgent, isId, newId, notAuthorized, notFound } from '@symbio/runtime';
import { personsKeyOf, refuseFields, refuseStale, type Actor, type Clock } from '@symbio/runtime';
import { creationHash, idTaken, type Decide, type Tombstones } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import type { Authorship, ProjectAccess } from '@symbio/project-access';
import { evidenceCommentEvents } from '@symbio/proto/feature';
import { MAX_COMMENT } from '@symbio/proto/limits';
import { ROLE_TO } from '../policy.js';
import { commentEvent } from './mapping.js';
import type { CommentRow, EvidencePerson } from './model.js';
import type { CommentRepository } from './repository.js';
import type { SubjectIds, Subjects } from './subjects.js';

/** Most comments on one subject, and most texts of one comment. */
export const MAX_COMMENTS = 500;
export const MAX_PREVIOUS = 50;

export interface CommentDeps {
  repository: CommentRepository;
  subjects: Subjects;
  access: ProjectAccess;
  authors: Authorship;
  tombstones: Pick<Tombstones, 'any'>;
  clock: Clock;
  removeAllOf: (projectId: string) => Promise<void>;
}

export interface NewComment extends SubjectIds {
  /** Client-chosen; empty: generated. */
  id: string;
  content: string;
  mentionedIds: readonly string[];
}

export interface CommentUpdate {
  id: string;
  content: string;
  mentionedIds: readonly string[];
  expectedUpdatedAt: Date | undefined;
}

export type Comments = ReturnType<typeof createComments>;

/** @throws AppError INVALID_ARGUMENT */
function checkedText(content: string, id = ''): string {
  const text = content.trim();
  refuseFields({
    ...(id && !isId(id) ? { id: 'id must be a UUID' } : {}),
    ...(text === '' ? { content: 'Write a comment' } : {}),
    ...([...text].length > MAX_COMMENT ? { content: `A comment must have at most ${MAX_COMMENT} characters` } : {}),
  });
  return text;
}

/** Mentions send mail, which only people cause. @throws AppError PERMISSION_DENIED (agents_propose) */
function refuseAgentsMentions(actor: Actor, ids: readonly string[]): void {
  if (isAgent(actor) && ids.length > 0)
    throw new AppError(
      'PERMISSION_DENIED',
      'agents_propose',
      'An agent cannot mention people. Leave the mentions out.',
    );
}

const idsOf = (people: readonly EvidencePerson[]): string[] => people.map(({ userId }) => userId);

export function createComments(deps: CommentDeps) {
  const { repository, subjects, access, authors, tombstones, clock, removeAllOf } = deps;

  /** @throws AppError NOT_FOUND if missing, deleted, or invisible with its project or subject */
  async function found(context: CallContext, id: string): Promise<CommentRow> {
    const row = await repository.find(id);
    if (!row || row.removal) throw notFound('Comment');
    await access.require(context, row.projectId, ROLE_TO.comment, 'Comment');
    return row;
  }

  async function changed(context: CallContext, id: string, decide: Decide<CommentRow>): Promise<CommentRow> {
    const row = await repository.change(id, context.actor, (current, after) => {
      if (current.removal) throw notFound('Comment');
      return decide(current, after);
    });
    if (!row) throw notFound('Comment');
    return row;
  }

  return {
    /** Oldest first, with deleted ones. @throws AppError NOT_FOUND, INVALID_ARGUMENT */
    async list(context: CallContext, ids: SubjectIds): Promise<CommentRow[]> {
      return repository.list((await subjects.find(context, ids)).threadIds);
    },

    /** Newest first. @throws AppError NOT_FOUND */
    async ofProject(context: CallContext, projectId: string, createdAfter: Date | undefined): Promise<CommentRow[]> {
      await access.require(context, projectId, ROLE_TO.viewFeatures, 'Project', 'project_id');
      return repository.ofProject(projectId, createdAfter);
    },

    /**
     * Idempotent: the same id, author, subject and text returns the current comment.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION
     */
    async create(context: CallContext, { id: given, content, mentionedIds, ...ids }: NewComment): Promise<CommentRow> {
      const text = checkedText(content, given);
      refuseAgentsMentions(context.actor, mentionedIds);
      const { projectId, subject } = await subjects.find(context, ids);
      await access.require(context, projectId, ROLE_TO.comment, 'Project');
      const author = await authors.resolve(context, undefined);
      const mentioned = await subjects.people(context, projectId, mentionedIds, 'mentioned_ids');
      if ((await repository.count(subject.id)) >= MAX_COMMENTS)
        throw conflict('too_many_comments', `There are ${MAX_COMMENTS} comments here already.`);
      const projectTitle = mentioned.length > 0 ? await subjects.projectTitle(context, projectId) : '';
      const id = given || newId();
      const hash = creationHash({ projectId, subjectId: subject.id, content: text });
      const viaKey = personsKeyOf(context.actor);
      const inserted = await repository.insert(
        id,
        {
          ...{ projectId, subject, content: text, mentioned, previous: [], creationHash: hash },
          ...{ authorId: author.id, authorName: author.name, authorType: author.type },
          ...(viaKey !== undefined && { viaKey }),
        },
        context.actor,
        (row) => [commentEvent(evidenceCommentEvents.created, row, { notifiedIds: idsOf(mentioned), projectTitle })],
      );
      // the project may have been deleted during the write
      if (await tombstones.any(projectId)) {
        await removeAllOf(projectId);
        throw notFound('Project');
      }
      const row = inserted ?? (await repository.find(id));
      if (row?.authorId !== author.id || row.creationHash !== hash) throw idTaken('A comment');
      return row;
    },

    /**
     * An unchanged text publishes nothing. People who were mentioned before get no second mail.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED except for the author, INVALID_ARGUMENT, ABORTED if stale
     */
    async update(
      context: CallContext,
      { id, content, mentionedIds, expectedUpdatedAt }: CommentUpdate,
    ): Promise<CommentRow> {
      const before = await found(context, id);
      if (before.authorId !== context.actor.authorId) throw notAuthorized();
      const text = checkedText(content);
      refuseAgentsMentions(context.actor, mentionedIds);
      const mentioned = await subjects.people(context, before.projectId, mentionedIds, 'mentioned_ids');
      const projectTitle = mentioned.length > 0 ? await subjects.projectTitle(context, before.projectId) : '';
      return changed(context, id, (row, after) => {
        if (row.content === text) return undefined;
        refuseStale('This comment', row, expectedUpdatedAt);
        if (row.previous.length >= MAX_PREVIOUS)
          throw conflict('too_many_changes', 'This comment was changed too often: write another one.');
        const known = new Set(idsOf(row.mentioned));
        const notifiedIds = idsOf(mentioned).filter((userId) => !known.has(userId));
        const previous = [...row.previous, { content: row.content, until: clock.now() }];
        const set = { content: text, mentioned, previous, viaKey: personsKeyOf(context.actor) };
        return {
          set,
          events: [commentEvent(evidenceCommentEvents.changed, after(set), { notifiedIds, projectTitle })],
        };
      });
    },

    /**
     * The comment stays listed, without its text.
     * @throws AppError NOT_FOUND, also when repeated; PERMISSION_DENIED except for its author and owners
     */
    async delete(context: CallContext, id: string): Promise<void> {
      const { actor } = context;
      const row = await found(context, id);
      if (row.authorId !== actor.authorId) {
        if (isAgent(actor))
          throw agentsPropose('This comment was written by someone else.', 'Write a comment instead.');
        await access.require(context, row.projectId, ROLE_TO.deleteOthersComment, 'Comment');
      }
      await changed(context, id, (_, after) => {
        const set = { removal: { authorId: actor.authorId, authorName: actor.name, at: clock.now() } };
        return { set, events: [commentEvent(evidenceCommentEvents.deleted, after(set))] };
      });
    },
  };
}
