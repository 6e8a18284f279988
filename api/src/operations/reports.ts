import { MAX_SECTION_TEXT, MAX_VERSION_REASON } from '@symbio/proto/limits';
import { SECTION_KEYS } from '@symbio/proto/reports/vocabulary';
import { z } from 'zod';
import { clientId, day, id, list, one, paging, requiredText, seen, word } from '../schemas/common.js';
import { report, reportDifference, reportSection, reportVersion } from '../schemas/reports.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Reports',
  description: 'Texts of a report, and its locked versions, which people review, sign and issue.',
};
const { tag } = about;
const PEOPLE = 'People only.';
const ISSUED = 'Customers who are viewers see issued versions only.';
const OF_ONE = `${ISSUED} API keys get 403 \`people_only\` for versions of erased projects.`;
const ofProject = z.strictObject({ id: id('Project') });
const ofVersion = z.strictObject({ id: id('Report version') });
const ofSection = ofProject.extend({ key: word(SECTION_KEYS) });
const projectExample = { params: { id: '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e' } };
const sectionExample = { params: { ...projectExample.params, key: 'historical_use' } };
const versionExample = { params: { id: '01980a50-11aa-7c01-9d20-7f2e3b4c5d6e' } };
const theReport = { description: 'The report.', schema: one(report) };
const theSection = { description: 'The section.', schema: one(reportSection) };
const theVersion = { description: 'The version.', schema: one(reportVersion) };
const audited = { subject: 'version' };

export const getReport = operation({
  id: 'getReport',
  method: 'get',
  path: '/projects/{id}/report',
  tag,
  summary: 'Texts and delivery date of a report',
  description: 'Of its next version. Customers who are viewers get no texts.',
  access: 'read',
  params: ofProject,
  answer: theReport,
  refusals: ['not_found'],
  example: projectExample,
});

export const saveReportDelivery = operation({
  id: 'saveReportDelivery',
  method: 'put',
  path: '/projects/{id}/report',
  tag,
  summary: 'Set the dates of the delivery',
  description: `Null removes a date; an absent one stays. Requires the editor role. ${PEOPLE}`,
  access: 'people',
  params: ofProject,
  body: z.strictObject({
    delivery_date: day('delivery_date must be a date such as 2026-11-30').nullable().meta({ format: 'date' }),
    reliance_letter_date: day('reliance_letter_date must be a date such as 2026-11-30')
      .nullable()
      .meta({ format: 'date' })
      .optional(),
    insurance_expires_on: day('insurance_expires_on must be a date such as 2026-11-30')
      .nullable()
      .meta({ format: 'date', description: 'Last day of the insurance certificate.' })
      .optional(),
  }),
  answer: theReport,
  refusals: ['not_found', 'not_authorized'],
  example: { ...projectExample, body: { delivery_date: '2026-12-15' } },
});

export const saveReportSettings = operation({
  id: 'saveReportSettings',
  method: 'put',
  path: '/projects/{id}/report-settings',
  tag,
  summary: 'Name the environmental professional, and set four eyes',
  description: `With \`is_professional\`, the caller becomes the environmental professional of the next version, with the qualification of their profile; false removes the name. 409 \`no_qualification\` or \`qualification_expired\` without a valid one. What is absent stays. Requires the owner role. ${PEOPLE}`,
  access: 'people',
  params: ofProject,
  body: z.strictObject({ is_professional: z.boolean().optional(), four_eyes: z.boolean().optional() }),
  answer: theReport,
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example: { ...projectExample, body: { four_eyes: true } },
});

export const getReportSection = operation({
  id: 'getReportSection',
  method: 'get',
  path: '/projects/{id}/report-sections/{key}',
  tag,
  summary: 'One text of a report',
  description: 'Empty if nothing was written.',
  access: 'read',
  params: ofSection,
  answer: theSection,
  refusals: ['not_found'],
  example: sectionExample,
});

export const saveReportSection = operation({
  id: 'saveReportSection',
  method: 'put',
  path: '/projects/{id}/report-sections/{key}',
  tag,
  summary: 'Write a text of a report',
  description: `Locked versions keep their texts. Requires the editor role. ${PEOPLE}`,
  access: 'people',
  params: ofSection,
  body: z.strictObject({
    text: z.string().max(MAX_SECTION_TEXT, `text is too long (at most ${MAX_SECTION_TEXT} characters)`),
    is_checked: z.boolean().optional(),
    updated_at: seen.meta({
      description: 'The `updated_at` that you read, null if nothing was written: if that changed since, 409.',
    }),
  }),
  answer: theSection,
  refusals: ['not_found', 'stale', 'not_authorized'],
  example: { ...sectionExample, body: { text: 'A gas works stood on the property from 1887.' } },
});

export const lockReportVersion = operation({
  id: 'lockReportVersion',
  method: 'post',
  path: '/projects/{id}/report-versions',
  tag,
  summary: 'Lock the evidence as a new version',
  description: `409 \`not_ready\` while the review list has blocking items; \`fields\` has the sentence of each rule. 409 \`evidence_moves\` if the evidence changes meanwhile, \`missing_letters\` if a text has characters that the report cannot print. Requires the editor role. ${PEOPLE}`,
  access: 'people',
  params: ofProject,
  body: z.strictObject({ id: clientId }),
  answer: { status: 201, ...theVersion },
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example: { ...projectExample, body: {} },
});

export const listReportVersions = operation({
  id: 'listReportVersions',
  method: 'get',
  path: '/projects/{id}/report-versions',
  tag,
  summary: 'Versions of a report',
  description: `Newest first. ${ISSUED}`,
  access: 'read',
  params: ofProject,
  query: z.strictObject({ ...paging }),
  answer: { description: 'The versions.', schema: list(reportVersion) },
  refusals: ['not_found'],
  example: projectExample,
});

export const getReportVersion = operation({
  id: 'getReportVersion',
  method: 'get',
  path: '/report-versions/{id}',
  tag,
  summary: 'One version of a report',
  description: OF_ONE,
  access: 'read',
  audit: audited,
  params: ofVersion,
  answer: theVersion,
  refusals: ['not_found', 'not_authorized'],
  example: versionExample,
});

export const getReportFile = operation({
  id: 'getReportFile',
  method: 'get',
  path: '/report-versions/{id}/files/{name}',
  tag,
  summary: 'Address of a file of a version',
  description: `Signed, valid for an hour. ${OF_ONE}`,
  access: 'read',
  audit: { ...audited, records: { action: 'exported', operation: 'version.file' } },
  params: ofVersion.extend({ name: z.string().meta({ description: 'As in `files`, such as `report.pdf`.' }) }),
  answer: { description: 'The address.', schema: one(z.strictObject({ url: z.string() })) },
  refusals: ['not_found', 'not_authorized'],
  example: { params: { ...versionExample.params, name: 'evidence.json' } },
});

export const getReportManifest = operation({
  id: 'getReportManifest',
  method: 'get',
  path: '/report-versions/{id}/manifest',
  tag,
  summary: 'Manifest of a version',
  description: `Hashes of the evidence, the files, figures, photographs and sources. 409 \`not_composed\` before the files are complete. ${OF_ONE}`,
  access: 'read',
  audit: audited,
  params: ofVersion,
  answer: { description: 'The manifest.', schema: one(z.record(z.string(), z.unknown())) },
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example: versionExample,
});

export const getReportDifference = operation({
  id: 'getReportDifference',
  method: 'get',
  path: '/report-versions/{id}/difference',
  tag,
  summary: 'What changed between two versions',
  description: 'Things added, removed and changed from the version `from` to this one, by their ids.',
  access: 'read',
  audit: audited,
  params: ofVersion,
  query: z.strictObject({ from: id('Report version') }),
  answer: { description: 'The differences.', schema: one(z.array(reportDifference)) },
  refusals: ['not_found', 'not_authorized'],
  example: { ...versionExample, query: { from: '01980a50-11aa-7c01-9d20-7f2e3b4c5d6f' } },
});

const change = (name: string, path: string, summary: string, description: string) => ({
  ...{ id: name, method: 'post' as const, path: `/report-versions/{id}/${path}`, tag, summary, description },
  ...{ access: 'people' as const, audit: audited, params: ofVersion, answer: theVersion },
  refusals: ['not_found', 'conflict', 'not_authorized'] as const,
});
const WRONG_STATE = 'Otherwise 409 `wrong_state`.';
const reasoned = z.strictObject({ reason: requiredText(MAX_VERSION_REASON) });

export const submitReportVersion = operation({
  ...change(
    'submitReportVersion',
    'submit',
    'Submit a version for review',
    `A draft. ${WRONG_STATE} Requires the editor role. ${PEOPLE}`,
  ),
  example: versionExample,
});

export const requestReportChanges = operation({
  ...change(
    'requestReportChanges',
    'request-changes',
    'Request changes of a version',
    `A version in review becomes a draft again. ${WRONG_STATE} Requires the editor role. ${PEOPLE}`,
  ),
  body: reasoned,
  example: { ...versionExample, body: { reason: 'The neighbor to the north is missing.' } },
});

export const signReportVersion = operation({
  ...change(
    'signReportVersion',
    'sign',
    'Sign a version',
    `A version in review. ${WRONG_STATE} 409 \`no_qualification\` or \`qualification_expired\` unless the person has a valid qualification in their profile, \`other_manifest\` if the hash is not that of the version, \`other_professional\` if the version names another environmental professional, \`four_eyes\` if the project asks for another person than the only author of all determinations. Requires the owner role. Keys get 403 \`people_sign\`.`,
  ),
  // keys are refused with a sentence
  access: 'write',
  body: z.strictObject({
    manifest_sha256: z.string().nullish().meta({ description: 'Of the version that the person has looked at.' }),
  }),
  example: { ...versionExample, body: {} },
});

export const issueReportVersion = operation({
  ...change(
    'issueReportVersion',
    'issue',
    'Issue a version',
    `A signed version; it supersedes the one issued before. ${WRONG_STATE} 409 \`newer_version\` while a newer one is signed or issued. Requires the owner role. ${PEOPLE}`,
  ),
  example: versionExample,
});

export const withdrawReportVersion = operation({
  ...change(
    'withdrawReportVersion',
    'withdraw',
    'Withdraw a version',
    `A signed or issued version. ${WRONG_STATE} Requires the owner role. ${PEOPLE}`,
  ),
  body: reasoned,
  example: { ...versionExample, body: { reason: 'The wrong boundary was used.' } },
});
