import { notFound, personsKeyOf, refuseFields, refuseStale } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { annotationEvents } from '@symbio/proto/annotation';
import type { AnnotationDeps } from './annotation-deps.js';
import type { AnnotationRecords } from './annotation-records.js';
import { contentProblems, DEFAULT_CONTENT } from '../checks.js';
import { annotationEvent } from '../events.js';
import type { AnnotationRow } from '../model.js';
import { sameShape, shapeProblems, type Shape } from '../shapes/shapes.js';

export interface AnnotationUpdate {
  id: string;
  shape: Shape | undefined;
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
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, ABORTED if `expectedUpdatedAt` is stale.
     */
    async update(context: CallContext, input: AnnotationUpdate, { dryRun = false } = {}): Promise<AnnotationRow> {
      const seen = await allowed(context, input.id, 'change');
      const content = input.content === undefined ? undefined : input.content.trim() || DEFAULT_CONTENT;
      refuseFields({
        ...(content === undefined ? {} : contentProblems(content)),
        ...(input.shape ? shapeProblems(input.shape, seen.page) : {}),
      });
      const rows = dryRun ? repository.dryRun() : repository;
      const changed = await rows.change(input.id, context.actor, (row, after) => {
        const shape = input.shape && !sameShape(input.shape, row.shape) ? input.shape : row.shape;
        const viaKey = row.authorType === 'human' ? personsKeyOf(context.actor) : undefined;
        const set = { shape, content: content ?? row.content, viaKey };
        if (set.shape === row.shape && set.content === row.content) return undefined;
        refuseStale('This annotation', row, input.expectedUpdatedAt);
        return { set, events: [annotationEvent(annotationEvents.changed, after(set))] };
      });
      if (!changed) throw notFound('Annotation');
      return changed;
    },
  };
}
