/** Which people have looked at which pages. */
import { notFound, refuseFields, type Clock } from '@symbio/runtime';
import { pagedList, type CallContext, type PagedList } from '@symbio/rpc';
import type { ProjectAccess } from '@symbio/project-access';
import type { ListPageOpeningsRequest, PageOpening } from '@symbio/proto/document';
import type { Documents } from '../documents/documents.js';
import { NEEDED_ROLE } from '../policy.js';
import type { PageOpeningRow } from './model.js';
import type { PageOpeningRepository } from './repository.js';

export interface PageOpeningsDeps {
  documents: Pick<Documents, 'page' | 'visible'>;
  openings: Pick<PageOpeningRepository, 'record' | 'list' | 'count'>;
  access: Pick<ProjectAccess, 'require'>;
  clock: Clock;
}

export const toPageOpening = ({ pageId, documentId, projectId, ...row }: PageOpeningRow): PageOpening => ({
  ...{ pageId, documentId, projectId, userId: row.userId, userName: row.userName },
  ...{ firstAt: row.firstAt, lastAt: row.lastAt },
});

export function createPageOpenings({ documents, openings, access, clock }: PageOpeningsDeps) {
  return {
    /** By the caller. @throws AppError NOT_FOUND */
    async record(pageId: string, context: CallContext): Promise<PageOpeningRow> {
      const { projectId, documentId } = await documents.page(pageId, context);
      const { sub: userId, name: userName } = context.actor;
      return openings.record({ projectId, documentId, pageId, userId, userName, at: clock.now() });
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
    async list(request: ListPageOpeningsRequest, context: CallContext): Promise<PagedList<PageOpeningRow>> {
      const { projectId, documentId, userId, paging } = request;
      refuseFields(projectId ? {} : { project_id: 'project_id is required' });
      await access.require(context, projectId, NEEDED_ROLE.seeOpenings, 'Project', 'project_id');
      if (documentId) {
        const document = await documents.visible(documentId, 'read', context, 'document_id');
        if (document.projectId !== projectId) throw notFound('Document', 'document_id');
      }
      const filter = { projectId, ...(documentId && { documentId }), ...(userId && { userId }) };
      return pagedList(
        paging,
        (slice) => openings.list(filter, slice),
        () => openings.count(filter),
        ({ firstAt: at, _id: id }) => ({ at, id }),
      );
    },
  };
}

export type PageOpenings = ReturnType<typeof createPageOpenings>;
