import { invalidFields, notFound, refuseFields } from '@symbio/runtime';
import { pagedList, type CallContext, type PagedList, type Paging, type Position } from '@symbio/rpc';
import type { VisibleProjects } from '@symbio/project-access';
import { HISTORY_STATUSES, isHistoryStatus } from '@symbio/proto/feature/vocabulary';

import { checkFiltersIfEmpty } from '../look-ups.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRow, MentionSummary } from '../model.js';
import { ROLE_TO } from '../policy.js';
import type { HistoryFilter, HistoryRow, MentionFilter } from '../repository.js';

export interface MentionQuery {
  /** Undefined: all visible projects. */
  projectId: string | undefined;
  filter: MentionFilter;
  paging: Paging;
}

export interface HistoryQuery extends Omit<MentionQuery, 'filter'> {
  filter: Omit<HistoryFilter, 'status'>;
  /** Empty: all. */
  status: string;
}

const positionOf = ({ createdAt, _id }: MentionSummary): Position => ({ at: createdAt, id: _id });

export function createMentionReads(deps: MentionDeps) {
  const { mentions, access } = deps;
  async function projectsFor(context: CallContext, projectId: string | undefined): Promise<VisibleProjects> {
    if (!projectId) return access.visible(context);
    await access.require(context, projectId, ROLE_TO.viewMentions, 'Project', 'project_id');
    return [projectId];
  }

  return {
    /** @throws AppError NOT_FOUND if missing or not visible. */
    async get(context: CallContext, id: string): Promise<MentionRow> {
      const row = await mentions.find(id);
      if (!row) throw notFound('Mention');
      await access.require(context, row.projectId, ROLE_TO.viewMentions, 'Mention');
      return row;
    },

    /** Newest first. @throws AppError NOT_FOUND. */
    async list(context: CallContext, { projectId, filter, paging }: MentionQuery): Promise<PagedList<MentionSummary>> {
      const projects = await projectsFor(context, projectId);
      const list = await pagedList(
        paging,
        (slice) => mentions.list(projects, filter, slice),
        () => mentions.count(projects, filter),
        positionOf,
      );
      return checkFiltersIfEmpty(deps, context, filter, list);
    },

    /** With a current record and no feature (FEAT-21, FEAT-23), newest first. @throws AppError NOT_FOUND */
    async listUnassociated(
      context: CallContext,
      projectId: string,
      paging: Paging,
    ): Promise<PagedList<MentionSummary>> {
      refuseFields(projectId ? {} : { project_id: 'project_id is required' });
      await access.require(context, projectId, ROLE_TO.viewMentions, 'Project', 'project_id');
      return pagedList(
        paging,
        (slice) => mentions.unassociated(projectId, slice),
        () => mentions.countUnassociated(projectId),
        positionOf,
      );
    },

    /**
     * Newest first; each under the feature it was written for.
     * @throws AppError NOT_FOUND, INVALID_ARGUMENT.
     */
    async listHistory(context: CallContext, query: HistoryQuery): Promise<PagedList<HistoryRow>> {
      if (query.status && !isHistoryStatus(query.status))
        throw invalidFields({ status: `status must be one of ${HISTORY_STATUSES.join(', ')}` });
      const filter = { ...query.filter, ...(isHistoryStatus(query.status) && { status: query.status }) };
      const projects = await projectsFor(context, query.projectId);
      const list = await pagedList(
        query.paging,
        (slice) => mentions.history(projects, filter, slice),
        () => mentions.countHistory(projects, filter),
        ({ createdAt, id }) => ({ at: createdAt, id }),
      );
      return checkFiltersIfEmpty(deps, context, query.filter, list);
    },
  };
}
