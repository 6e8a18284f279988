import { notFound, personsKeyOf, refuseFields, refuseStale } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { annotationEvents } from '@symbio/proto/annotation';
import type { AnnotationDeps } from './annotation-deps.js';
import type { AnnotationRecords } from './annotation-records.js';
import { contentProblems, DEFAULT_CONTENT } from '../checks.js';
import { annotationEvent } from '../events.js';
import type { AnnotationRow } from '../model.js';
import { onPicture } from '../shapes/resized-shapes.js';
import { pictureProblems, sameShape, shapeProblems, type PageSize, type Shape } from '../shapes/shapes.js';

export interface AnnotationUpdate {
  id: string;
  shape: Shape | undefined;
  /** Picture whose pixels the shape has; default: the annotation's. */
  drawnOn?: PageSize | undefined;
  content: string | undefined;
  expectedUpdatedAt: Date | undefined;
}

export function createAnnotationUpdates(
  { repository }: Pick<AnnotationDeps, 'repository'>,
  { allowed }: AnnotationRecords,
) {
  return {
    /**
     * Unchanged values publish nothing, so a repeat is harmless even after its first attempt changed `updated_at`.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED if stale.
     */
    async update(context: CallContext, input: AnnotationUpdate, { dryRun = false } = {}): Promise<AnnotationRow> {
      const seen = await allowed(context, input.id, 'change');
      const content = input.content === undefined ? undefined : input.content.trim() || DEFAULT_CONTENT;
      refuseFields({
        ...(content === undefined ? {} : contentProblems(content)),
        ...pictureProblems(input.drawnOn),
        ...(input.shape ? shapeProblems(input.shape, input.drawnOn ?? seen.page) : {}),
      });
      const rows = dryRun ? repository.dryRun() : repository;
      const changed = await rows.change(input.id, context.actor, (row, after) => {
        const given = input.shape && onPicture(input.shape, input.drawnOn, row.page);
        const shape = given && !sameShape(given, row.shape) ? given : row.shape;
        const viaKey = row.authorType === 'human' ? personsKeyOf(context.actor) : undefined;
        const set = { shape, content: content ?? row.content, viaKey };
        if (set.shape === row.shape && set.content === row.content) return undefined;
        refuseStale('This annotation', row, input.expectedUpdatedAt);
        return { set, events: annotationEvent(annotationEvents.changed, after(set)) };
      });
      if (!changed) throw notFound('Annotation');
      return changed;
    },
  };
}
