import { rowWrites, type OutboxWriter } from '@symbio/mongo';
import { inProjects, type VisibleProjects } from '@symbio/project-access';
import type { Model } from 'mongoose';
import type { AgencyRequestRow } from './model.js';

export function requestRepository(requests: Model<AgencyRequestRow>, writer: OutboxWriter<AgencyRequestRow>) {
  const ofProject = (projectId: string, waitingOnly: boolean) =>
    ({
      ...{ projectId, deletedAt: null, removedAt: { $exists: false } },
      ...(waitingOnly && { 'fields.outcome': { $exists: false }, 'fields.sentOn': { $ne: '' } }),
    }) as never;

  return {
    ...rowWrites(writer),

    /** Also a removed one. */
    find: async (id: string): Promise<AgencyRequestRow | undefined> =>
      (await requests.findOne({ _id: id, deletedAt: null }).lean<AgencyRequestRow>()) ?? undefined,

    /** Newest first. */
    list: (
      projectId: string,
      waitingOnly: boolean,
      page: { skip: number; perPage: number } | undefined,
    ): Promise<AgencyRequestRow[]> => {
      const query = requests.find(ofProject(projectId, waitingOnly)).sort({ createdAt: -1, _id: -1 });
      return (page ? query.skip(page.skip).limit(page.perPage) : query).lean<AgencyRequestRow[]>();
    },

    count: (projectId: string, waitingOnly: boolean): Promise<number> =>
      requests.countDocuments(ofProject(projectId, waitingOnly)),

    /** Dates of requests without an answer. */
    waiting: (projects: VisibleProjects): Promise<Pick<AgencyRequestRow, 'projectId' | 'fields' | 'followUps'>[]> =>
      requests
        .find(
          {
            ...{ deletedAt: null, ...inProjects(projects), removedAt: { $exists: false } },
            ...{ 'fields.outcome': { $exists: false }, 'fields.sentOn': { $ne: '' } },
          } as never,
          { projectId: 1, 'fields.sentOn': 1, 'fields.followUpOn': 1, 'followUps.day': 1 },
        )
        .lean<Pick<AgencyRequestRow, 'projectId' | 'fields' | 'followUps'>[]>(),

    /** Fields of requests about properties of an area, newest first. */
    fieldsOfArea: async (area: string, limit: number): Promise<AgencyRequestRow['fields'][]> =>
      (
        await requests
          .find({ area, deletedAt: null, removedAt: { $exists: false } }, { fields: 1 })
          .sort({ createdAt: -1 })
          .limit(limit)
          .lean<Pick<AgencyRequestRow, 'fields'>[]>()
      ).map(({ fields }) => fields),

    async removeProject(projectId: string): Promise<void> {
      await requests.deleteMany({ projectId });
    },
  };
}

export type RequestRepository = ReturnType<typeof requestRepository>;
