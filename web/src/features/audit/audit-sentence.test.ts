import type { AuditEntry } from './audit-api.js';
import { auditSentence } from './audit-sentence.js';

const entry = (values: Partial<AuditEntry>): AuditEntry => ({
  ...{ seq: 1, at: '2026-11-23T10:00:00Z', user_id: 'u1', user_name: 'Amy Perez', agent_name: null, api_key_id: null },
  ...{ address: null, action: 'changed', operation: 'x', object: 'document', object_id: 'd1', project_id: 'p1' },
  ...{ status: 200, request_id: null, client_request_id: null, manifest_sha256: null, organization_id: null },
  version_number: null,
  ...{ object_title: null, place_title: null, project_title: null, verdict: null, ...values },
});

const mark = {
  ...{ object: 'annotation', operation: 'annotation.reviewed', object_title: 'Gas holder' },
  ...{ place_title: 'Sanborn 1887, sheet 60', project_title: 'Mill Street' },
};

const version = { object: 'version', project_title: 'Mill Street', version_number: 2 };
const ofRecord = (operation: string, action: AuditEntry['action']): Partial<AuditEntry> => ({
  ...{ object: operation.split('.')[0] ?? null, operation, action, project_title: 'Mill Street' },
});
const retained = { user_id: null, user_name: null, object: 'version', operation: 'version.retained' };

it.each<[string, Partial<AuditEntry>]>([
  ['Amy Perez accepted “Gas holder” on Sanborn 1887, sheet 60 in Mill Street', { ...mark, verdict: 'accepted' }],
  ['Amy Perez decided about “Gas holder” on Sanborn 1887, sheet 60 in Mill Street', mark],
  ['Amy Perez marked an annotation', { object: 'annotation', operation: 'annotation.created', action: 'created' }],
  ['Amy Perez uploaded Directory 1920', { operation: 'document.uploaded', object_title: 'Directory 1920' }],
  ['Amy Perez deleted a document', { operation: 'document.deleted', action: 'deleted' }],
  [
    'Amy Perez exported the features as CSV in Mill Street',
    { action: 'exported', operation: 'export features as csv', project_title: 'Mill Street' },
  ],
  [
    'Amy Perez deleted the project Mill Street',
    { object: 'project', operation: 'project.deleted', action: 'deleted', project_title: 'Mill Street' },
  ],
  ['Amy Perez opened projects', { object: 'project', object_id: null, operation: 'read', action: 'opened' }],
  [
    'Amy Perez created the feature “Ice rink” in Mill Street',
    { ...mark, object: 'feature', operation: 'feature.created', action: 'created', object_title: 'Ice rink' },
  ],
  [
    'Amy Perez changed the members of Mill Street',
    { object: 'access', operation: 'access.changed', action: 'administered', project_title: 'Mill Street' },
  ],
  ['Amy Perez signed in', { object: 'user', operation: 'sign in', action: 'signed_in' }],
  [
    'Amy Perez changed the account of Ben Ito',
    { object: 'user', operation: 'user.changed', action: 'administered', object_title: 'Ben Ito' },
  ],
  ['Amy Perez was refused access to a document', { operation: 'document.deleted', action: 'refused' }],
  [
    'Amy Perez opened the issue SYM-12 Blank sheet',
    { object: 'issue', operation: 'read', action: 'opened', object_title: 'SYM-12 Blank sheet' },
  ],
  [
    'Reader 2 for Amy Perez linked a finding to “Gas works”',
    {
      agent_name: 'Reader 2',
      object: 'mention',
      operation: 'mention.created',
      action: 'created',
      object_title: 'Gas works',
    },
  ],
  ['Amy Perez opened the audit trail', { object: 'audit', object_id: null, operation: 'read', action: 'opened' }],
  ['Amy Perez signed version 2 of the report in Mill Street', { ...version, operation: 'version.signed' }],
  ['Amy Perez issued version 2 of the report in Mill Street', { ...version, operation: 'version.issued' }],
  // no number is stored of other changes
  [
    'Amy Perez withdrew a version of the report in Mill Street',
    { ...version, operation: 'version.withdrawn', version_number: null },
  ],
  [
    'Amy Perez downloaded a file of a report version',
    { operation: 'version.file', object: 'report-version', action: 'exported' },
  ],
  [
    'Amy Perez downloaded a file of report version 2',
    { operation: 'version.file', object: 'report-version', action: 'exported', version_number: 2 },
  ],
  ['Symbio kept version 2 of an issued report of a deleted project', { ...retained, version_number: 2 }],
  // from before entries had the number
  ['Symbio kept a version of an issued report of a deleted project', retained],
  [
    'Symbio erased version 2 of a report at the end of its retention',
    { ...retained, operation: 'version.erased', action: 'deleted', version_number: 2 },
  ],
  ['Amy Perez changed a record in Mill Street', ofRecord('record_hit.changed', 'changed')],
  ['Amy Perez opened a record', { object: 'record-hit', operation: 'read', action: 'opened' }],
  ['Amy Perez changed a radius report in Mill Street', ofRecord('radius_report.confirmed', 'changed')],
  ['Amy Perez deleted a rule about records in Mill Street', ofRecord('record_rule.undone', 'deleted')],
  ['Amy Perez withdrew a determination in Mill Street', ofRecord('determination.withdrawn', 'changed')],
  [
    'Amy Perez made a link to a report version',
    { object: 'report-version', operation: 'share_link.created', action: 'exported' },
  ],
  [
    'Amy Perez revoked a link to a report version',
    { object: 'report-version', operation: 'share_link.revoked', action: 'changed' },
  ],
  ['Amy Perez deleted a webhook', { object: 'webhook', operation: 'webhook.deleted', action: 'administered' }],
])('%s', (sentence, values) => {
  expect(auditSentence(entry(values))).toBe(sentence);
});
