import { conflict, isId, newId, notAuthorized, notFound, type Actor, type CallContext, type Clock } from '@symbio/kit';
import type { ProjectAccess } from '@symbio/project-access';
import { contentProblems, eraseMark, throwIfAny } from './annotations.js';
import { annotationCreated, annotationReviewed, told } from './events.js';
import type { AnnotationRow, Decision } from './model.js';
import { can, roleFor } from './policy.js';
import type { AnnotationRepository } from './repository.js';
import { sameShape, shapeProblems, type Shape } from './shapes.js';

/** Characters of a reason, at most. */
export const MAX_REASON = 500;
/** Decisions about one mark, at most: people who change their minds that often have talked to each other. */
export const MAX_DECISIONS = 100;

const ACTIONS = ['accept', 'reject', 'undo'] as const;
type ReviewAction = (typeof ACTIONS)[number];

/** What the rules work with. */
export interface ReviewDeps {
  repository: AnnotationRepository;
  access: ProjectAccess;
  clock: Clock;
  /** Whose doing the reactions to events are. */
  self: Actor;
}

export interface ReviewInput {
  id: string;
  action: string;
  reason: string;
  /** accept: id of the person's mark; empty: one is made. */
  copyId: string;
  /** accept: the person's outline and label; the agent's when undefined. */
  shape: Shape | undefined;
  content: string | undefined;
}

export interface Reviewed {
  /** The agent's mark with all decisions. */
  row: AnnotationRow;
  /** accept: the person's mark. */
  copy: AnnotationRow | undefined;
}

export type Reviews = ReturnType<typeof createReviews>;

/** The decision that holds; undefined: nobody has decided, or it was taken back. */
export function standing({ decisions = [] }: Pick<AnnotationRow, 'decisions'>): Decision | undefined {
  const last = decisions.at(-1);
  return last?.verdict === 'undone' ? undefined : last;
}

/** What people decide about the marks of AI agents: nothing of an agent counts before a person took it over. */
export function createReviews({ repository, access, clock, self }: ReviewDeps) {
  const by = ({ authorId, name }: Actor) => ({ authorId, authorName: name, at: clock.now() });

  /** Adds a decision. `mayDecide` looks at the one that holds and throws, or answers false when it is what is asked. */
  async function decide(
    id: string,
    actor: Actor,
    decision: Decision,
    mayDecide: (held: Decision | undefined) => boolean,
  ): Promise<AnnotationRow> {
    const row = await repository.change(id, actor, (current, after) => {
      if (!mayDecide(standing(current))) return undefined;
      const { decisions = [] } = current;
      if (decisions.length >= MAX_DECISIONS)
        throw conflict('too_many_decisions', `There are ${MAX_DECISIONS} decisions about this annotation already.`);
      const set = { decisions: [...decisions, decision] };
      return { set, events: told(annotationReviewed, after(set)) };
    });
    if (!row) throw notFound('Annotation');
    return row;
  }

  const decidedAlready = ({ verdict, authorName }: Decision) =>
    conflict('decided_already', `${authorName} has ${verdict} this annotation already. Undo that first.`);

  /**
   * The person's mark comes first: a decision that is on record always has its mark, and a call that was cut off is
   * finished by the same call again.
   */
  async function accept(mark: AnnotationRow, input: ReviewInput, { actor }: CallContext): Promise<Reviewed> {
    const held = standing(mark);
    const copyId = input.copyId || newId();
    if (held && held.copyId !== copyId) throw decidedAlready(held);
    const { projectId, documentId, documentPageId, page, shape, content } = mark;
    const made = await repository.insert(
      copyId,
      {
        projectId,
        documentId,
        documentPageId,
        page,
        shape: input.shape ?? shape,
        content: input.content?.trim() || content,
        authorId: actor.authorId,
        authorType: 'human',
        authorName: actor.name,
        derivedFrom: mark._id,
      },
      actor,
      (fresh) => told(annotationCreated, fresh),
    );
    const copy = made ?? (await repository.find(copyId));
    if (copy?.derivedFrom !== mark._id || copy.authorId !== actor.authorId)
      throw conflict('id_taken', 'An annotation with this id exists already.');
    try {
      const decision: Decision = { verdict: 'accepted', reason: input.reason, copyId, ...by(actor) };
      const row = await decide(mark._id, actor, decision, (now) => {
        if (now && now.copyId !== copyId) throw decidedAlready(now);
        return !now;
      });
      return { row, copy };
    } catch (error) {
      // somebody else was faster, or the mark is gone: what was made for it goes again
      if (made) await eraseMark(repository, copyId, actor);
      throw error;
    }
  }

  async function reject(mark: AnnotationRow, { reason }: ReviewInput, { actor }: CallContext): Promise<Reviewed> {
    const decision: Decision = { verdict: 'rejected', reason, copyId: '', ...by(actor) };
    const row = await decide(mark._id, actor, decision, (held) => {
      if (held?.verdict === 'rejected' && held.authorId === actor.authorId && held.reason === reason) return false;
      if (held) throw decidedAlready(held);
      return true;
    });
    return { row, copy: undefined };
  }

  async function undo(mark: AnnotationRow, { reason }: ReviewInput, { actor }: CallContext): Promise<Reviewed> {
    const decision: Decision = { verdict: 'undone', reason, copyId: '', ...by(actor) };
    const row = await decide(mark._id, actor, decision, (held) => {
      if (!held) throw conflict('nothing_to_undo', 'There is no decision about this annotation to undo.');
      return true;
    });
    await removeUndone(mark._id, actor);
    return { row, copy: undefined };
  }

  /** Copies of decisions that do not hold any more go, also when the call that undid them was cut off. */
  async function removeUndone(id: string, actor: Actor): Promise<void> {
    const mark = await repository.find(id);
    const held = mark && standing(mark)?.copyId;
    for (const { copyId } of mark?.decisions ?? [])
      if (copyId && copyId !== held) await eraseMark(repository, copyId, actor);
  }

  const RULES: Readonly<Record<ReviewAction, typeof accept>> = { accept, reject, undo };
  const isAction = (text: string): text is ReviewAction => (ACTIONS as readonly string[]).includes(text);

  return {
    removeUndone: (id: string): Promise<void> => removeUndone(id, self),

    /**
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT with every bad field, FAILED_PRECONDITION for a
     * person's own annotation, when somebody has decided otherwise, and when there is nothing to undo.
     */
    async review(context: CallContext, given: ReviewInput): Promise<Reviewed> {
      const input = { ...given, reason: given.reason.trim() };
      const mark = await repository.find(input.id);
      if (!mark) throw notFound('Annotation');
      await access.require(context, mark.projectId, roleFor('review'), 'Annotation');
      if (!can(context.actor, 'review', mark)) throw notAuthorized();
      throwIfAny({
        ...(isAction(input.action) ? {} : { action: `action must be one of ${ACTIONS.join(', ')}` }),
        ...(input.action === 'reject' && !input.reason ? { reason: 'Say why it is rejected' } : {}),
        ...([...input.reason].length > MAX_REASON
          ? { reason: `The reason must have at most ${MAX_REASON} characters` }
          : {}),
        ...(input.copyId && !isId(input.copyId) ? { copy_id: 'copy_id must be a UUID' } : {}),
        ...(input.content === undefined ? {} : contentProblems(input.content.trim())),
        ...(input.shape && !sameShape(input.shape, mark.shape) ? shapeProblems(input.shape, mark.page) : {}),
      });
      if (mark.authorType !== 'ai_agent')
        throw conflict('not_an_agents', "Only an AI agent's annotation can be reviewed.");
      return RULES[input.action as ReviewAction](mark, input, context);
    },
  };
}
