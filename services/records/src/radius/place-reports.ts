/** Places of the rows of radius reports: when one is confirmed, and again in each search, since street lines are added later. */
import { prepareBoundary, type Part } from '@symbio/georeference/boundary';
import type { ProjectServiceService } from '@symbio/proto/project';
import type { CallContext, Client } from '@symbio/rpc';
import type { Actor } from '@symbio/runtime';
import { boundaryOf } from '../places/boundary-of.js';
import type { StreetLines } from '../places/find-address.js';
import type { RadiusReportRow } from './model.js';
import { placeRows } from './place-rows.js';
import type { RadiusRepository } from './repository.js';

export interface ReportPlacingDeps {
  reports: Pick<RadiusRepository, 'confirmedOf' | 'change'>;
  documents: StreetLines;
  projects: Pick<Client<typeof ProjectServiceService>, 'getPropertyMap'>;
  self: Actor;
}

type PlacedRows = Pick<RadiusReportRow, 'rows' | 'orphans'>;

export function createReportPlacing({ reports, documents, projects, self }: ReportPlacingDeps) {
  async function within(report: RadiusReportRow, parts: readonly Part[], context: CallContext): Promise<PlacedRows> {
    const deps = { projectId: report.projectId, boundary: prepareBoundary(parts), streets: documents };
    const [rows, orphans] = await Promise.all([
      placeRows(report.rows, deps, context),
      placeRows(report.orphans, deps, context),
    ]);
    return { rows, orphans };
  }

  return {
    /** Undefined without a boundary. */
    async placesOf(report: RadiusReportRow, context: CallContext): Promise<PlacedRows | undefined> {
      const parts = boundaryOf((await projects.getPropertyMap({ projectId: report.projectId }, context)).propertyMap);
      return parts.length === 0 ? undefined : within(report, parts, context);
    },

    /** Rows of confirmed reports that have no place yet. */
    async placeReports(projectId: string, parts: readonly Part[], context: CallContext): Promise<void> {
      for (const report of await reports.confirmedOf(projectId)) {
        const set = await within(report, parts, context);
        const before = [...report.rows, ...report.orphans];
        if ([...set.rows, ...set.orphans].some((row, at) => row !== before[at]))
          await reports.change(report._id, self, ({ rev, state }) =>
            rev === report.rev && state === 'confirmed' ? { set, events: [] } : undefined,
          );
      }
    },
  };
}

export type ReportPlacing = ReturnType<typeof createReportPlacing>;
