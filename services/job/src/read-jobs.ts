import { pageSpec, type CallContext, type PageSpec } from '@symbio/rpc';
import type { VisibleProjects } from '@symbio/project-access';
import type { ListJobsRequest } from '@symbio/proto/job';
import { checkList } from './job-checks.js';
import type { JobDeps } from './job-deps.js';
import type { AttemptRow, JobRow } from './model.js';
import type { JobLists, LogPage, Statistics } from './repository.js';
import { visibleJob } from './visible-job.js';

export function createJobReads({ repository, access, clock }: JobDeps & { repository: JobLists }) {
  /** Requested project, or all visible to the caller. */
  async function projectsFor(projectId: string, context: CallContext): Promise<VisibleProjects> {
    if (!projectId) return access.visible(context);
    await access.require(context, projectId, 'viewer');
    return [projectId];
  }

  const readable = (id: string, context: CallContext): Promise<JobRow> =>
    visibleJob({ repository, access }, id, 'read', context);

  return {
    get: readable,

    async list(
      request: ListJobsRequest,
      context: CallContext,
    ): Promise<{ rows: JobRow[]; count: number; page: PageSpec }> {
      const page = pageSpec(request.paging);
      const { filter, order } = checkList(request);
      const projects = await projectsFor(request.projectId, context);
      return { ...(await repository.list({ ...filter, projects }, order, page)), page };
    },

    /** Newest active job of each document; jobs without document count separately. */
    async listActive(projectId: string, context: CallContext): Promise<JobRow[]> {
      await access.require(context, projectId, 'viewer');
      const seen = new Set<string>();
      return (await repository.active(projectId)).filter(({ _id, documentId = _id }) => {
        const first = !seen.has(documentId);
        seen.add(documentId);
        return first;
      });
    },

    async log(id: string, context: CallContext): Promise<LogPage> {
      await readable(id, context);
      return repository.log(id);
    },

    async attempts(id: string, context: CallContext): Promise<AttemptRow[]> {
      await readable(id, context);
      return repository.attempts(id);
    },

    /** Default: midnight UTC. */
    async statistics(projectId: string, since: Date | undefined, context: CallContext): Promise<Statistics> {
      const now = clock.now();
      const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
      return repository.statistics(await projectsFor(projectId, context), since ?? midnight);
    },
  };
}
