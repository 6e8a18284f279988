import { inOrder, notAuthorized, notFound, oncePerId, type Actor, type AppError, type CallContext } from '@symbio/kit';
import { annotationEvents } from '@symbio/proto/annotation';
import type { AnnotationDeps } from './annotation-deps.js';
import { annotationEvent } from './events.js';
import type { AnnotationRow } from './model.js';
import { can, isChange, roleFor, type Action } from './policy.js';
import type { AnnotationRepository } from './repository.js';
import { closedRun } from './run-checks.js';

/** Annotations looked at, and removed, side by side. */
export const REMOVE_AT_ONCE = 8;

/** Removes an annotation for good, with its event; of one that was deleted everybody knows already. */
export async function eraseAnnotation(repository: AnnotationRepository, id: string, actor: Actor): Promise<void> {
  await repository.erase(id, actor, (row) => (row.removal ? [] : [annotationEvent(annotationEvents.deleted, row)]));
}

export type AnnotationRecords = ReturnType<typeof createAnnotationRecords>;

/** What several operations ask of and do to annotations. */
export function createAnnotationRecords({
  repository,
  access,
  tombstones,
  runs,
  authors,
  self,
}: Pick<AnnotationDeps, 'repository' | 'access' | 'tombstones' | 'runs' | 'authors' | 'self'>) {
  const sourcesOf = (row: AnnotationRow): string[] => [row.documentPageId, row.documentId, row.projectId];

  return {
    /**
     * What annotations belong to may have been deleted, and their run undone, while they were written: then they go, too.
     * @returns of each, why it is gone; undefined for what stays
     */
    unlessOvertaken: async (rows: readonly AnnotationRow[]): Promise<(AppError | undefined)[]> => {
      const isOneGone = await tombstones.any(...new Set(rows.flatMap(sourcesOf)));
      const runOf = oncePerId((id) => runs.find(id));
      const reasonToGo = async (row: AnnotationRow): Promise<AppError | undefined> => {
        if (isOneGone && (await tombstones.any(...sourcesOf(row)))) return notFound('Page', 'document_page_id');
        if (row.runId === undefined) return undefined;
        const run = await runOf(row.runId);
        if (!run) return notFound('Run', 'run_id');
        return run.status === 'undone' ? closedRun(run) : undefined;
      };
      return inOrder(rows, REMOVE_AT_ONCE, async (row) => {
        const reason = await reasonToGo(row);
        if (reason) await eraseAnnotation(repository, row._id, self);
        return reason;
      });
    },

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
      // who deleted it has decided about it, too
      if (isChange(action))
        await authors.requireOwn(context, 'annotation', [row.authorId, row.removal?.authorId ?? '']);
      return row;
    },

    /**
     * What an annotation is on may be deleted, also while it was brought back: it is not there then. With its document it may
     * come back: who deletes documents removes what is on them.
     * @throws AppError NOT_FOUND
     */
    refuseDeletedSource: async (row: AnnotationRow): Promise<void> => {
      if (await tombstones.any(...sourcesOf(row))) throw notFound('Page');
    },
  };
}
