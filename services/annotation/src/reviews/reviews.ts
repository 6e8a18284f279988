import { conflict, isId, newId, notAuthorized, notFound, refuseFields, type Actor, type Clock } from '@symbio/runtime';
import { creationHash, idTaken } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import type { ProjectAccess } from '@symbio/project-access';
import { annotationEvents } from '@symbio/proto/annotation';
import { currentDecision } from '@symbio/proto/annotation/decisions';
import {
  isRejectionCode,
  isReviewAction,
  REJECTION_CODES,
  REVIEW_ACTIONS,
  type ReviewAction,
} from '@symbio/proto/annotation/vocabulary';
import { eraseAnnotation } from '../annotations/annotation-records.js';
import { contentProblems, reasonProblems } from '../checks.js';
import { annotationEvent } from '../events.js';
import type { AnnotationRow, Decision } from '../model.js';
import { can, roleFor } from '../policy.js';
import type { AnnotationRepository } from '../repository.js';
import { sameShape, shapeProblems, type Shape } from '../shapes/shapes.js';
import { copiedFields } from './accepted-copy.js';

export const MAX_DECISIONS = 100;

export interface ReviewDeps {
  repository: AnnotationRepository;
  access: ProjectAccess;
  clock: Clock;
  /** Actor for changes caused by events. */
  self: Actor;
}

export interface ReviewInput {
  id: string;
  action: string;
  reason: string;
  /** reject: a rejection code; else empty. */
  reasonCode?: string;
  /** When the review first showed the proposal to the caller. */
  shownAt?: Date | undefined;
  /** accept: id of the person's annotation; generated if empty. */
  copyId: string;
  /** accept: the person's outline and label; undefined keeps the agent's. */
  shape: Shape | undefined;
  content: string | undefined;
}

export interface Reviewed {
  row: AnnotationRow;
  /** accept: the person's annotation. */
  copy: AnnotationRow | undefined;
}

export type Reviews = ReturnType<typeof createReviews>;

/** Review of AI-proposed annotations. A proposal has no effect until a person accepts it. */
export function createReviews({ repository, access, clock, self }: ReviewDeps) {
  const by = ({ authorId, name }: Actor) => ({ authorId, authorName: name, at: clock.now() });

  /** Clocks of browsers differ: never before the proposal or after now. */
  const seen = ({ createdAt }: AnnotationRow, { shownAt }: ReviewInput): Pick<Decision, 'shownAt'> => {
    if (!shownAt) return {};
    const at = Math.min(Math.max(shownAt.getTime(), createdAt.getTime()), clock.now().getTime());
    return { shownAt: new Date(at) };
  };

  /** Adds a decision. `mayDecide` throws, or returns false if nothing changes. */
  async function decide(
    id: string,
    actor: Actor,
    decision: Decision,
    mayDecide: (current: Decision | undefined) => boolean,
  ): Promise<AnnotationRow> {
    const row = await repository.change(id, actor, (annotation, after) => {
      if (!mayDecide(currentDecision(annotation.decisions))) return undefined;
      const { decisions = [] } = annotation;
      if (decisions.length >= MAX_DECISIONS)
        throw conflict(
          'too_many_decisions',
          `There are ${MAX_DECISIONS} decisions about this annotation already: draw one of your own in its place.`,
        );
      // undoing it applies a rule again
      const set = { decisions: [...decisions, decision], rule: undefined };
      return { set, events: annotationEvent(annotationEvents.reviewed, after(set)) };
    });
    if (!row) throw notFound('Annotation');
    return row;
  }

  const decidedAlready = ({ verdict, authorName }: Decision) =>
    conflict('decided_already', `${authorName} has ${verdict} this annotation already. Undo that first.`);

  /**
   * Creates the copy before the decision, so a recorded decision always has one. A repeat finishes an interrupted call.
   */
  async function accept(proposal: AnnotationRow, input: ReviewInput, { actor }: CallContext): Promise<Reviewed> {
    const current = currentDecision(proposal.decisions);
    const copyId = input.copyId || newId();
    if (current && current.copyId !== copyId) throw decidedAlready(current);
    const copied = copiedFields(proposal);
    // the input: the agent may have changed its annotation before a retry
    const hash = creationHash({ derivedFrom: proposal._id, shape: input.shape, content: input.content?.trim() });
    const created = await repository.insert(
      copyId,
      {
        ...copied,
        shape: input.shape ?? copied.shape,
        content: input.content?.trim() || copied.content,
        authorId: actor.authorId,
        authorType: 'human',
        authorName: actor.name,
        derivedFrom: proposal._id,
        creationHash: hash,
      },
      actor,
      (fresh) => annotationEvent(annotationEvents.created, fresh),
    );
    const copy = created ?? (await repository.find(copyId));
    if (copy?.derivedFrom !== proposal._id || copy.authorId !== actor.authorId || copy.creationHash !== hash)
      throw idTaken('An annotation');
    try {
      const decision: Decision = {
        verdict: 'accepted',
        reason: input.reason,
        copyId,
        ...seen(proposal, input),
        ...by(actor),
      };
      const row = await decide(proposal._id, actor, decision, (now) => {
        if (now && now.copyId !== copyId) throw decidedAlready(now);
        return !now;
      });
      return { row, copy };
    } catch (error) {
      // another decision came first, or the annotation was deleted
      if (created) await eraseAnnotation(repository, copyId, actor);
      throw error;
    }
  }

  async function reject(proposal: AnnotationRow, input: ReviewInput, { actor }: CallContext): Promise<Reviewed> {
    const { reason, reasonCode = '' } = input;
    const decision: Decision = {
      ...{ verdict: 'rejected', reason, copyId: '', ...seen(proposal, input), ...by(actor) },
      ...(isRejectionCode(reasonCode) && { reasonCode }),
    };
    const row = await decide(proposal._id, actor, decision, (current) => {
      if (current?.verdict === 'rejected' && current.authorId === actor.authorId && current.reason === reason)
        return false;
      if (current) throw decidedAlready(current);
      return true;
    });
    return { row, copy: undefined };
  }

  async function undo(proposal: AnnotationRow, { reason }: ReviewInput, { actor }: CallContext): Promise<Reviewed> {
    const decision: Decision = { verdict: 'undone', reason, copyId: '', ...by(actor) };
    const row = await decide(proposal._id, actor, decision, (current) => {
      if (!current)
        throw conflict(
          'nothing_to_undo',
          'There is no decision about this annotation to undo. Reload to see how it stands.',
        );
      return true;
    });
    await removeUndoneCopies(proposal._id, actor);
    return { row, copy: undefined };
  }

  async function removeUndoneCopies(id: string, actor: Actor): Promise<void> {
    const proposal = await repository.find(id);
    const current = proposal && currentDecision(proposal.decisions)?.copyId;
    for (const { copyId } of proposal?.decisions ?? [])
      if (copyId && copyId !== current) await eraseAnnotation(repository, copyId, actor);
  }

  const RULES: Readonly<Record<ReviewAction, typeof accept>> = { accept, reject, undo };

  return {
    removeUndoneCopies: (id: string): Promise<void> => removeUndoneCopies(id, self),

    /**
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION for a person's own
     * annotation, for a conflicting decision, and if there is nothing to undo.
     */
    async review(context: CallContext, given: ReviewInput): Promise<Reviewed> {
      const input = { ...given, reason: given.reason.trim() };
      const proposal = await repository.find(input.id);
      if (!proposal) throw notFound('Annotation');
      await access.require(context, proposal.projectId, roleFor('review'), 'Annotation');
      if (!can(context.actor, 'review', proposal)) throw notAuthorized();
      refuseFields({
        ...(isReviewAction(input.action) ? {} : { action: `action must be one of ${REVIEW_ACTIONS.join(', ')}` }),
        ...(input.action === 'reject' && !input.reason ? { reason: 'Say why it is rejected' } : {}),
        ...reasonProblems(input.reason),
        ...(input.reasonCode && !isRejectionCode(input.reasonCode)
          ? { reason_code: `reason_code must be one of ${REJECTION_CODES.join(', ')}` }
          : {}),
        ...(input.copyId && !isId(input.copyId) ? { copy_id: 'copy_id must be a UUID' } : {}),
        ...(input.content === undefined ? {} : contentProblems(input.content.trim())),
        ...(input.shape && !sameShape(input.shape, proposal.shape) ? shapeProblems(input.shape, proposal.page) : {}),
      });
      if (proposal.authorType !== 'ai_agent')
        throw conflict('not_an_agents', "Only an AI agent's annotation can be reviewed.");
      return RULES[input.action as ReviewAction](proposal, input, context);
    },
  };
}
