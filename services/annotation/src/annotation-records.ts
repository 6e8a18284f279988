import { notAuthorized, notFound, type Actor, type CallContext } from '@symbio/kit';
import { annotationEvents } from '@symbio/proto/annotation';
import type { AnnotationDeps } from './annotation-deps.js';
import { annotationEvent } from './events.js';
import type { AnnotationRow } from './model.js';
import { can, roleFor, type Action } from './policy.js';
import type { AnnotationRepository } from './repository.js';

/** Removes an annotation for good, with its event. */
export async function eraseAnnotation(repository: AnnotationRepository, id: string, actor: Actor): Promise<void> {
  await repository.erase(id, actor, (row) => [annotationEvent(annotationEvents.deleted, row)]);
}

export type AnnotationRecords = ReturnType<typeof createAnnotationRecords>;

/** What several operations ask of and do to annotations. */
export function createAnnotationRecords({
  repository,
  access,
  tombstones,
  self,
}: Pick<AnnotationDeps, 'repository' | 'access' | 'tombstones' | 'self'>) {
  return {
    /** The annotation, if the caller may do this to it. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    allowed: async (
      context: CallContext,
      id: string,
      action: Action,
      find: AnnotationRepository['find'] = (wanted) => repository.find(wanted),
    ): Promise<AnnotationRow> => {
      const row = await find(id);
      if (!row) throw notFound('Annotation');
      await access.require(context, row.projectId, roleFor(action), 'Annotation');
      if (!can(context.actor, action, row)) throw notAuthorized();
      return row;
    },

    /**
     * What an annotation belongs to may have been deleted while it was written: then it goes, too.
     * @throws AppError NOT_FOUND
     */
    unlessSourceDeleted: async (row: AnnotationRow): Promise<AnnotationRow> => {
      if (!(await tombstones.any(row.documentPageId, row.documentId, row.projectId))) return row;
      await eraseAnnotation(repository, row._id, self);
      throw notFound('Page');
    },
  };
}
