import { invalidFields, pagedList, refuseFields, type CallContext, type PagedList, type Paging } from '@symbio/kit';
import type { VisibleProjects } from '@symbio/project-access';
import { HISTORY_STATUSES, isHistoryStatus } from '@symbio/proto/feature/vocabulary';

import type { MentionDeps } from './mention-deps.js';
import type { MentionSummary } from './model.js';
import { ROLE_TO } from './policy.js';
import type { HistoryRow, MentionFilter } from './repository.js';

export interface MentionQuery {
  /** Undefined: all projects the caller may see. */
  projectId: string | undefined;
  filter: MentionFilter;
  paging: Paging;
}

export interface HistoryQuery extends MentionQuery {
  /** Empty: all. */
  status: string;
}

/** What people ask about mentions. */
export function createMentionReads({ mentions, access }: Pick<MentionDeps, 'mentions' | 'access'>) {
  /** The project asked about, or all that the caller may see. */
  async function projectsFor(context: CallContext, projectId: string | undefined): Promise<VisibleProjects> {
    if (!projectId) return access.visible(context);
    await access.require(context, projectId, ROLE_TO.viewMentions);
    return [projectId];
  }

  return {
    /** Newest first. @throws AppError NOT_FOUND for a project the caller may not see. */
    async list(context: CallContext, { projectId, filter, paging }: MentionQuery): Promise<PagedList<MentionSummary>> {
      const projects = await projectsFor(context, projectId);
      return pagedList(
        paging,
        (slice) => mentions.list(projects, filter, slice),
        () => mentions.count(projects, filter),
      );
    },

    /** Those that hold and belong to no feature (FEAT-21, FEAT-23), newest first. @throws AppError NOT_FOUND */
    async listUnassociated(
      context: CallContext,
      projectId: string,
      paging: Paging,
    ): Promise<PagedList<MentionSummary>> {
      refuseFields(projectId ? {} : { project_id: 'project_id is required' });
      await access.require(context, projectId, ROLE_TO.viewMentions);
      return pagedList(
        paging,
        (slice) => mentions.unassociated(projectId, slice),
        () => mentions.countUnassociated(projectId),
      );
    },

    /** Newest first; each under the feature it was written for. @throws AppError NOT_FOUND, INVALID_ARGUMENT */
    async listHistory(context: CallContext, query: HistoryQuery): Promise<PagedList<HistoryRow>> {
      if (query.status && !isHistoryStatus(query.status))
        throw invalidFields({ status: `status must be one of ${HISTORY_STATUSES.join(', ')}` });
      const filter = { ...query.filter, ...(isHistoryStatus(query.status) && { status: query.status }) };
      const projects = await projectsFor(context, query.projectId);
      return pagedList(
        query.paging,
        (slice) => mentions.history(projects, filter, slice),
        () => mentions.countHistory(projects, filter),
      );
    },
  };
}
