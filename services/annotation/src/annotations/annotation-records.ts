import { mapConcurrently, oncePerId, type CallContext } from '@symbio/rpc';
import { notAuthorized, notFound, type Actor, type AppError } from '@symbio/runtime';
import { annotationEvents } from '@symbio/proto/annotation';
import type { AnnotationDeps } from './annotation-deps.js';
import { annotationEvent } from '../events.js';
import type { AnnotationRow } from '../model.js';
import { can, isChange, roleFor, type Action } from '../policy.js';
import type { AnnotationRepository, AnnotationWrites } from '../repository.js';
import { closedRun } from '../runs/run-checks.js';

export const REMOVE_AT_ONCE = 8;

/** With its event unless it was already deleted. */
export async function eraseAnnotation(rows: Pick<AnnotationWrites, 'erase'>, id: string, actor: Actor): Promise<void> {
  await rows.erase(id, actor, (row) => (row.removal ? [] : annotationEvent(annotationEvents.deleted, row)));
}

export type AnnotationRecords = ReturnType<typeof createAnnotationRecords>;

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
     * Removes new annotations whose page, document, project or run ended during the write.
     * @returns the reason for each removed one
     */
    removeObsolete: async (rows: readonly AnnotationRow[]): Promise<(AppError | undefined)[]> => {
      const isOneGone = await tombstones.any(...new Set(rows.flatMap(sourcesOf)));
      const runOf = oncePerId((id) => runs.find(id));
      const reasonToGo = async (row: AnnotationRow): Promise<AppError | undefined> => {
        if (isOneGone && (await tombstones.any(...sourcesOf(row)))) return notFound('Page', 'document_page_id');
        if (row.runId === undefined) return undefined;
        const run = await runOf(row.runId);
        if (!run) return notFound('Run', 'run_id');
        return run.status === 'undone' ? closedRun(run) : undefined;
      };
      return mapConcurrently(rows, REMOVE_AT_ONCE, async (row) => {
        const reason = await reasonToGo(row);
        if (reason) await eraseAnnotation(repository, row._id, self);
        return reason;
      });
    },

    /** Annotation, if the caller may perform the action. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    allowed: async (
      context: CallContext,
      id: string,
      action: Action,
      find: AnnotationRepository['find'] = (wanted) => repository.find(wanted, { heldBack: isChange(action) }),
    ): Promise<AnnotationRow> => {
      const row = await find(id);
      if (!row) throw notFound('Annotation');
      await access.require(context, row.projectId, roleFor(action), 'Annotation');
      if (!can(context.actor, action, row)) throw notAuthorized();
      // deleting it counts as a decision too
      if (isChange(action))
        await authors.requireOwn(context, 'annotation', [row.authorId, row.removal?.authorId ?? '']);
      return row;
    },

    /** @throws AppError NOT_FOUND if the page, document or project is deleted */
    refuseDeletedSource: async (row: AnnotationRow): Promise<void> => {
      if (await tombstones.any(...sourcesOf(row))) throw notFound('Page');
    },
  };
}
