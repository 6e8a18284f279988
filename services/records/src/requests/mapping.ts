import { daysBetween } from '@symbio/assessment';
import type { AgencyRequest, AgencyRequestFields } from '@symbio/proto/records';
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
