import {
  AppError,
  invalidFields,
  isNotFound,
  notAuthorized,
  notFound,
  refuseFields,
  sharedWork,
  type Actor,
} from '@symbio/runtime';
import { mapConcurrently, type CallContext } from '@symbio/rpc';
import { writesForAgents } from '@symbio/project-access';
import { annotationEvents, runEvents } from '@symbio/proto/annotation';
import { currentDecision } from '@symbio/proto/annotation/decisions';
import { RUN_REVIEW_ACTIONS, isRunReviewAction } from '@symbio/proto/annotation/vocabulary';
import { reasonProblems } from '../checks.js';
import { removalOf } from '../annotations/delete-and-restore.js';
import { annotationEvent, runEvent } from '../events.js';
import type { AnnotationRow, RunRow } from '../model.js';
import type { AnnotationQuery, AnnotationRepository } from '../repository.js';
import type { Reviews } from '../reviews/reviews.js';
import { allowedRun, type RunDeps } from './runs.js';

/** Annotations deleted per batch, and reviewed concurrently. */
const BATCH = 200;
const AT_ONCE = 8;

const isConflict = (error: unknown): boolean => error instanceof AppError && error.code === 'FAILED_PRECONDITION';

export interface RunActionDeps extends Pick<RunDeps, 'runs' | 'access' | 'authors' | 'clock' | 'self'> {
  repository: AnnotationRepository;
  reviews: Pick<Reviews, 'review'>;
}

export function createRunActions(deps: RunActionDeps) {
  const { runs, repository, reviews, authors, clock, self } = deps;
  const shared = sharedWork<void>();

  async function inBatches(
    of: Pick<AnnotationQuery, 'runId' | 'heldBack'>,
    run: (rows: AnnotationRow[]) => Promise<unknown>,
  ): Promise<void> {
    let last: AnnotationRow | undefined;
    do {
      const after = last && { at: last.createdAt, id: last._id };
      const rows = await repository.list(of, 'all', {
        page: 1,
        perPage: BATCH,
        skip: 0,
        ...(after && { after }),
      });
      await run(rows);
      last = rows.length === BATCH ? rows.at(-1) : undefined;
    } while (last);
  }

  /** Annotations restored since are kept. */
  async function removeAll({ _id, undoneAt, undoneById, undoneByName }: RunRow, actor: Actor): Promise<void> {
    if (!undoneAt) return;
    const removal = { authorId: undoneById ?? '', authorName: undoneByName ?? '', at: undoneAt };
    await inBatches({ runId: _id, heldBack: true }, (rows) =>
      repository.changeMany(rows, actor, (row, after) =>
        row.restorations?.some(({ removed, restored }) => removed.at >= undoneAt || restored.at > undoneAt)
          ? undefined
          : { set: removalOf(removal, row), events: annotationEvent(annotationEvents.deleted, after({})) },
      ),
    );
  }

  /** The run's event and its undoing call often arrive together. */
  const removeAnnotationsOf = (row: RunRow, actor: Actor): Promise<void> =>
    shared(row._id, () => removeAll(row, actor));

  return {
    /**
     * Marks a run as undone and deletes its annotations, restorably for 30 days. An undone run is returned unchanged.
     * @returns the number of annotations deleted by the undo
     * @throws AppError NOT_FOUND, PERMISSION_DENIED unless the caller may delete each of them.
     */
    async undo(context: CallContext, id: string): Promise<{ row: RunRow; deleted: number }> {
      const { actor } = context;
      await allowedRun(deps, context, id, 'delete');
      const authorsOfRun = await repository.authorsOf(id);
      // runs may contain annotations of other authors (OP-24)
      const isOthers = ({ authorType, authorId }: (typeof authorsOfRun)[number]): boolean =>
        authorType === 'ai_agent' && authorId !== actor.authorId;
      if (actor.via !== 'api_key' && !writesForAgents(actor) && authorsOfRun.some(isOthers)) throw notAuthorized();
      await authors.requireOwn(
        context,
        'run',
        authorsOfRun.map(({ authorId }) => authorId),
      );
      const row = await runs.change(id, actor, ({ status }, after) => {
        if (status === 'undone') return undefined;
        const by = { undoneAt: clock.now(), undoneById: actor.authorId, undoneByName: actor.name };
        const set = { status: 'undone' as const, ...by };
        return { set, events: [runEvent(runEvents.undone, after(set))] };
      });
      if (!row?.undoneAt) throw notFound('Run');
      await removeAnnotationsOf(row, actor);
      return { row, deleted: await repository.countRemoved(id, row.undoneAt) };
    },

    async finishUndo(id: string): Promise<void> {
      const row = await runs.find(id);
      if (row) await removeAnnotationsOf(row, self);
    },

    /**
     * Reviews each undecided AI annotation of a run that no rule suppresses.
     * @returns ids of the annotations reviewed by this call
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT.
     */
    async review(
      context: CallContext,
      input: { id: string; action: string; reason: string },
    ): Promise<{ row: RunRow; decided: string[] }> {
      const row = await allowedRun(deps, context, input.id, 'review');
      const { action } = input;
      const reason = input.reason.trim();
      if (!isRunReviewAction(action))
        throw invalidFields({
          action: `action must be one of ${RUN_REVIEW_ACTIONS.join(', ')}`,
          ...reasonProblems(reason),
        });
      refuseFields({
        ...(action === 'reject' && !reason ? { reason: 'Say why it is rejected' } : {}),
        ...reasonProblems(reason),
      });
      const decided: string[] = [];
      const decide = async ({ _id, authorType, decisions, rule }: AnnotationRow): Promise<void> => {
        // reviews do not show what a rule suppresses
        if (authorType !== 'ai_agent' || currentDecision(decisions) || rule?.action === 'suppress') return;
        const decision = { id: _id, action, reason, copyId: '', shape: undefined, content: undefined };
        // decided or deleted concurrently: skipped
        try {
          await reviews.review(context, decision);
          decided.push(_id);
        } catch (error) {
          if (!isNotFound(error) && !isConflict(error)) throw error;
        }
      };
      await inBatches({ runId: input.id }, (rows) => mapConcurrently(rows, AT_ONCE, decide));
      return { row, decided };
    },
  };
}

export type RunActions = ReturnType<typeof createRunActions>;
