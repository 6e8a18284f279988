import { rowWrites, type OutboxWriter } from '@symbio/mongo';
import type { Model } from 'mongoose';
import type { RadiusReportRow } from './model.js';

export function radiusRepository(reports: Model<RadiusReportRow>, writer: OutboxWriter<RadiusReportRow>) {
  return {
    ...rowWrites(writer),

    find: async (documentId: string): Promise<RadiusReportRow | undefined> =>
      (await reports.findOne({ _id: documentId, deletedAt: null }).lean<RadiusReportRow>()) ?? undefined,

    confirmedOf: (projectId: string): Promise<RadiusReportRow[]> =>
      reports.find({ projectId, state: 'confirmed', deletedAt: null }).sort({ _id: 1 }).lean<RadiusReportRow[]>(),

    projectOfHit: async (hitId: string): Promise<string | undefined> =>
      (
        await reports
          .findOne({ hitIds: hitId, state: 'confirmed', deletedAt: null }, { projectId: 1 })
          .lean<Pick<RadiusReportRow, 'projectId'>>()
      )?.projectId,

    async removeProject(projectId: string): Promise<void> {
      await reports.deleteMany({ projectId });
    },
  };
}

export type RadiusRepository = ReturnType<typeof radiusRepository>;
