import { daysBetween } from '@symbio/assessment';
import type { AgencyRequest, AgencyRequestFields, DueRequests } from '@symbio/proto/records';
import { nextFollowUp } from './days.js';
import type { AgencyRequestRow, StoredFields } from './model.js';

const toFields = ({ outcome, ...stored }: StoredFields): AgencyRequestFields => ({
  ...stored,
  outcome: outcome ?? '',
});

/** @param today YYYY-MM-DD */
export function toAgencyRequest(row: AgencyRequestRow, today: string): AgencyRequest {
  const { sentOn, answeredOn, outcome } = row.fields;
  return {
    ...{ id: row._id, projectId: row.projectId, fields: toFields(row.fields), followUps: row.followUps },
    nextFollowUpOn: nextFollowUp(row.fields, row.followUps),
    days: sentOn === '' ? undefined : Math.max(0, daysBetween(sentOn, answeredOn || today)),
    isWaiting: sentOn !== '' && outcome === undefined,
    ...{ revision: row.rev, byId: row.byId, byName: row.byName },
    ...{ createdAt: row.createdAt, updatedAt: row.updatedAt, isDeleted: row.removedAt !== undefined },
  };
}

/** Requests whose follow-up is due on a day, counted by project, the earliest first. @param today YYYY-MM-DD */
export function dueByProject(
  waiting: readonly Pick<AgencyRequestRow, 'projectId' | 'fields' | 'followUps'>[],
  today: string,
): DueRequests[] {
  const found = new Map<string, DueRequests>();
  for (const { projectId, fields, followUps } of waiting) {
    const on = nextFollowUp(fields, followUps);
    if (on === '' || on > today) continue;
    const { due, earliestOn } = found.get(projectId) ?? { due: 0, earliestOn: on };
    found.set(projectId, { projectId, due: due + 1, earliestOn: on < earliestOn ? on : earliestOn });
  }
  return [...found.values()].sort((one, other) => one.earliestOn.localeCompare(other.earliestOn));
}
