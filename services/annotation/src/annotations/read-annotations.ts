import { allFound, invalidFields, named } from '@symbio/runtime';
import { pagedList, type CallContext, type PagedList, type Paging, type Position } from '@symbio/rpc';
import { MAX_LABELS_OFFERED } from '@symbio/proto/limits';
import type { AnnotationDeps } from './annotation-deps.js';
import type { AnnotationRecords } from './annotation-records.js';
import { DEFAULT_CONTENT } from '../checks.js';
import type { AnnotationRow } from '../model.js';
import { roleFor } from '../policy.js';
import type { AnnotationFilter, AnnotationQuery, LabelCount } from '../repository.js';
import { allowedRun } from '../runs/runs.js';

const EXCLUDED_LABELS: readonly string[] = ['', DEFAULT_CONTENT];

const positionOf = ({ createdAt, _id }: AnnotationRow): Position => ({ at: createdAt, id: _id });

export function createAnnotationReads(deps: AnnotationDeps, { allowed }: AnnotationRecords) {
  const { repository, access, authors, documents } = deps;
  const LOOK_UPS: Readonly<Record<keyof AnnotationFilter, (context: CallContext, id: string) => Promise<unknown>>> = {
    documentPageId: (context, id) => named('Page', 'document_page_id', documents.getPage({ id }, context)),
    documentId: (context, id) => named('Document', 'document_id', documents.getDocument({ id }, context)),
    authorId: (context, id) => authors.known(context, id),
    projectId: (context, id) => access.require(context, id, roleFor('view'), 'Project', 'project_id'),
    runId: (context, id) => allowedRun(deps, context, id, 'view', 'run_id'),
  };

  return {
    /**
     * Oldest first, of the visible projects.
     * @param only those changed after a moment, or with these ids
     * @throws AppError INVALID_ARGUMENT without filter, NOT_FOUND with every field whose item is missing or not
     * visible.
     */
    async list(
      context: CallContext,
      filter: AnnotationFilter,
      paging: Paging,
      only: Pick<AnnotationQuery, 'updatedAfter' | 'ids'> = {},
    ): Promise<PagedList<AnnotationRow>> {
      const fields = Object.keys(filter) as (keyof AnnotationFilter)[];
      if (fields.length === 0)
        throw invalidFields({
          document_page_id: 'One of document_page_id, document_id, author_id, project_id and run_id is required',
        });
      const query = { ...filter, ...only };
      const visible = await access.visible(context);
      const found = await pagedList(
        paging,
        (slice) => repository.list(query, visible, slice),
        () => repository.count(query, visible),
        positionOf,
      );
      // a non-empty result proves that the filter's item exists
      const isEmpty = found.rows.length === 0 && !found.pageInfo?.count;
      if (isEmpty) await allFound(fields.map((field) => LOOK_UPS[field](context, filter[field] ?? '')));
      return found;
    },

    /**
     * People's labels in a project, most used first.
     * @throws AppError NOT_FOUND if the project is missing or not visible.
     */
    async labels(context: CallContext, projectId: string): Promise<LabelCount[]> {
      await access.require(context, projectId, roleFor('view'), 'Project', 'project_id');
      return repository.labels(projectId, EXCLUDED_LABELS, MAX_LABELS_OFFERED);
    },

    /** @throws AppError NOT_FOUND if missing or not visible. */
    get: (context: CallContext, id: string, which = { heldBack: false }): Promise<AnnotationRow> =>
      allowed(context, id, 'view', (wanted) => repository.find(wanted, which)),
  };
}
