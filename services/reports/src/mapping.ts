import type { Report, ReportShareLink, ReportTemplate, ReportVersion, RetainedVersion } from '@symbio/proto/reports';
import type { ReportRow, ShareLinkRow, TemplateRow, VersionRow } from './model.js';

/** @param row undefined before anything was written */
export const toReport = (projectId: string, row: ReportRow | undefined): Report => ({
  projectId,
  sections: (row?.sections ?? []).map(({ at, ...section }) => ({ ...section, updatedAt: at })),
  deliveryDate: row?.deliveryDate ?? '',
  ...{ relianceLetterDate: row?.relianceLetterDate ?? '', insuranceExpiresOn: row?.insuranceExpiresOn ?? '' },
  professional: row?.professional && { ...row.professional },
  fourEyes: row?.fourEyes ?? false,
});

export const toVersion = (row: VersionRow): ReportVersion => ({
  ...{ id: row._id, projectId: row.projectId, number: row.number, state: row.state },
  ...{ evidenceSha256: row.evidenceSha256, manifestSha256: row.manifestSha256 },
  composition: { state: row.composition, percent: row.percent, problem: row.problem },
  files: row.files.map(({ name, bytes, sha256, contentType }) => ({ name, bytes, sha256, contentType })),
  basedOnId: row.basedOnId,
  ...{ lockedById: row.lockedById, lockedByName: row.lockedByName, lockedAt: row.createdAt },
  reason: row.reason,
  signature: row.signature && { ...row.signature },
  ...{ issuedAt: row.issuedAt, deliveryDate: row.deliveryDate, updatedAt: row.updatedAt },
  ...{ professionalId: row.professionalId ?? '', professionalName: row.professionalName ?? '' },
});

export const toRetained = (row: VersionRow): RetainedVersion => ({
  version: toVersion(row),
  ...{ projectNumber: row.retained?.projectNumber ?? '', projectTitle: row.retained?.projectTitle ?? '' },
  organizationId: row.retained?.organizationId ?? '',
  ...{ erasedAt: row.retained?.erasedAt, erasedById: row.retained?.erasedById ?? '', keptUntil: row.retained?.until },
});

/** @param projectId empty: the installation */
export const toTemplate = (
  projectId: string,
  { file: { name: fileName, bytes, sha256 }, tags, byId, byName, at }: TemplateRow,
): ReportTemplate => ({ projectId, fileName, bytes, sha256, tags, byId, byName, at });

export const toShareLink = (row: ShareLinkRow): ReportShareLink => ({
  ...{ id: row._id, versionId: row.versionId, name: row.name, lastDay: row.lastDay },
  ...{ byId: row.byId, byName: row.byName, createdAt: row.createdAt, lastUsedAt: row.lastUsedAt },
});
