import { invalidFields, pagedList, type CallContext, type PagedList, type Paging } from '@symbio/kit';
import type { AnnotationDeps } from './annotation-deps.js';
import type { AnnotationRecords } from './annotation-records.js';
import type { AnnotationRow } from './model.js';
import type { AnnotationFilter } from './repository.js';

/** What people ask about annotations. */
export function createAnnotationReads({ repository, access }: AnnotationDeps, { allowed }: AnnotationRecords) {
  return {
    /** Oldest first, of the projects the caller may see. @throws AppError INVALID_ARGUMENT without any filter. */
    async list(context: CallContext, filter: AnnotationFilter, paging: Paging): Promise<PagedList<AnnotationRow>> {
      if (Object.keys(filter).length === 0)
        throw invalidFields({
          document_page_id: 'One of document_page_id, document_id, author_id and project_id is required',
        });
      const visible = await access.visible(context);
      return pagedList(
        paging,
        (slice) => repository.list(filter, visible, slice),
        () => repository.count(filter, visible),
      );
    },

    /** @throws AppError NOT_FOUND when there is none the caller may see. */
    get: (context: CallContext, id: string): Promise<AnnotationRow> => allowed(context, id, 'view'),
  };
}
