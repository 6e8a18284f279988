import type { Report, ReportDifference, ReportSection, ReportVersion } from '@symbio/proto/reports';
import { moment } from './json.js';

export const presentSection = ({ key, text, isChecked, byId, byName, updatedAt }: ReportSection) => ({
  ...{ key, text, is_checked: isChecked, by_id: byId || null, by_name: byName || null },
  updated_at: moment(updatedAt),
});

/** Empty if nothing was written. */
export const sectionOf = ({ sections }: Report, key: string): ReportSection =>
  sections.find((section) => section.key === key) ?? { key, text: '', isChecked: false, byId: '', byName: '' };

export const presentReport = ({ projectId, sections, professional, fourEyes, ...dates }: Report) => ({
  ...{ project_id: projectId, sections: sections.map(presentSection), delivery_date: dates.deliveryDate || null },
  reliance_letter_date: dates.relianceLetterDate || null,
  insurance_expires_on: dates.insuranceExpiresOn || null,
  professional: professional
    ? {
        ...{ id: professional.id, name: professional.name, path: professional.path },
        ...{ licence: professional.licence || null, licence_state: professional.licenceState || null },
        expires_on: professional.expiresOn || null,
      }
    : null,
  four_eyes: fourEyes,
});

export const presentVersion = ({ signature, composition, ...version }: ReportVersion) => ({
  ...{ id: version.id, project_id: version.projectId, number: version.number, state: version.state },
  ...{ evidence_sha256: version.evidenceSha256, manifest_sha256: version.manifestSha256 || null },
  composition: {
    ...{ state: composition?.state ?? '', percent: composition?.percent ?? 0 },
    problem: composition?.problem || null,
  },
  files: version.files.map(({ name, bytes, sha256, contentType }) => ({
    ...{ name, bytes, sha256, content_type: contentType },
  })),
  ...{ based_on_id: version.basedOnId || null, locked_by_id: version.lockedById },
  ...{ locked_by_name: version.lockedByName, locked_at: moment(version.lockedAt) },
  ...{ professional_id: version.professionalId || null, professional_name: version.professionalName || null },
  reason: version.reason || null,
  signature: signature
    ? {
        ...{ by_id: signature.byId, by_name: signature.byName, path: signature.path },
        ...{ licence: signature.licence || null, licence_state: signature.licenceState || null },
        at: moment(signature.at),
      }
    : null,
  ...{ issued_at: moment(version.issuedAt), delivery_date: version.deliveryDate || null },
  updated_at: moment(version.updatedAt),
});

export const presentDifference = ({ change, ...difference }: ReportDifference) => ({
  ...difference,
  change: change as 'added' | 'removed' | 'changed',
});
