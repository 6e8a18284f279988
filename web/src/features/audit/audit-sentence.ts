/** Audit entry as a sentence: who did what to what. Pure functions. */
import type { AuditEntry } from './audit-api.js';
import { objectLabel, whoLabel } from './audit-labels.js';

/** By stored operation; "{}" is the object. */
const BY_OPERATION: Readonly<Record<string, string>> = {
  'user.registered': 'registered',
  'user.erased': 'erased the personal data of {}',
  'author.created': 'added an author',
  'organization.created': 'added an organization',
  'organization.renamed': 'renamed an organization',
  'key.created': 'created an API key',
  'key.rotated': 'replaced the secret of an API key',
  'key.revoked': 'revoked an API key',
  'access.changed': 'changed the members',
  'project.moved': 'moved {} to another organization',
  'project.erased': 'permanently deleted {}',
  'document.uploaded': 'uploaded {}',
  'document.classified': 'classified {}',
  'document.erased': 'permanently deleted {}',
  'page.changed': 'corrected the facts of {}',
  'photograph.added': 'added a photograph',
  'annotation.created': 'marked {}',
  'annotation.reviewed': 'decided about {}',
  'review_rule.created': 'made a rule by decisions',
  'review_rule.changed': 'changed a rule by decisions',
  'review_rule.removed': 'removed a rule that followed from decisions',
  'blind_sample.changed': 'changed the blind sample',
  'blind_sheet.marked': 'marked a blind sheet and showed its proposals',
  'run.created': 'started a run',
  'run.finished': 'finished a run',
  'run.undone': 'undid a run',
  'mention.created': 'linked a finding to {}',
  'mention.changed': 'changed a finding of {}',
  'mention.deleted': 'removed a finding from {}',
  'comment.created': 'commented on an issue',
  'comment.changed': 'edited a comment on an issue',
  'webhook.tested': 'sent a test to a webhook',
  'webhook.rotated': 'replaced the secret of a webhook',
  'webhook.resent': 'sent a delivery of a webhook again',
  'version.locked': 'locked {} of the report',
  'version.changed': 'changed {} of the report',
  'version.signed': 'signed {} of the report',
  'version.issued': 'issued {} of the report',
  'version.withdrawn': 'withdrew {} of the report',
  'version.file': 'downloaded a file of {}',
  'share_link.created': 'made a link to {}',
  'share_link.revoked': 'revoked a link to {}',
  'determination.withdrawn': 'withdrew {}',
  'version.retained': 'kept {} of an issued report of a deleted project',
  'version.erased': 'erased {} of a report at the end of its retention',
  'report_template.saved': 'set the Word template of {}',
  'report_template.removed': 'removed the Word template of {}',
  'installation_streets.created': 'added street lines for all projects',
  'installation_streets.deleted': 'removed street lines of all projects',
  'audit.verified': 'verified the audit trail',
  'password.reset': 'reset the password',
  'password.changed': 'changed the password',
  original: 'downloaded the original file of {}',
  download: 'downloaded {}',
  'export of the audit trail': 'exported the audit trail',
};

const BY_VERDICT: Readonly<Record<string, string>> = {
  accepted: 'accepted {}',
  rejected: 'rejected {}',
  undone: 'undid the decision about {}',
};

const BY_ACTION: Readonly<Record<AuditEntry['action'], string>> = {
  opened: 'opened {}',
  created: 'created {}',
  changed: 'changed {}',
  deleted: 'deleted {}',
  restored: 'restored {}',
  exported: 'exported {}',
  signed_in: 'signed in',
  signed_out: 'signed out',
  refused: 'was refused access to {}',
  administered: 'changed {}',
};

/** Created, changed or deleted by an administrator: the verb of the operation. */
const ADMINISTERED: Readonly<Record<string, string>> = { created: 'created {}', deleted: 'deleted {}' };

const LISTS: Readonly<Record<string, string>> = {
  audit: 'the audit trail',
  auth: 'the sign-in',
  access: 'the members',
  job: 'the jobs',
  user: 'the accounts',
};

const article = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** "API key" stays, "Site visit" becomes "site visit". */
const lower = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

function objectPhrase(entry: AuditEntry): string {
  const { object, object_id: id, object_title: title, place_title: place, project_title: project } = entry;
  if (object === null) return 'the service';
  const noun = lower(objectLabel(entry));
  if (entry.version_number !== null) return `${noun} ${entry.version_number}`;
  if (object === 'project') return project ? `the project ${project}` : id === null ? 'projects' : 'a project';
  if (title && object === 'annotation') return `“${title}”${place ? ` on ${place}` : ''}`;
  if (title && (object === 'page' || object === 'document')) return title;
  if (title && object === 'user') return `the account of ${title}`;
  if (title && object === 'feature') return `the feature “${title}”`;
  if (title) return object === 'issue' ? `the issue ${title}` : `“${title}”`;
  if (id === null) return LISTS[object] ?? `${noun}s`;
  return article(noun);
}

function templateOf({ operation, verdict, action }: AuditEntry): string {
  // a refusal stores the attempted operation
  if (action === 'refused') return BY_ACTION.refused;
  if (operation === 'annotation.reviewed' && verdict) return BY_VERDICT[verdict] ?? BY_ACTION.changed;
  const verb = operation.split('.').at(-1) ?? '';
  const [, what, format] = /^export (\S+) as (\S+)$/.exec(operation) ?? [];
  if (what && format) return `exported the ${what.replaceAll('_', ' ')} as ${format.toUpperCase()}`;
  return BY_OPERATION[operation] ?? (action === 'administered' ? ADMINISTERED[verb] : undefined) ?? BY_ACTION[action];
}

/** "Amy Perez accepted “Gas holder” on Sanborn 1887, sheet 60". */
export function auditSentence(entry: AuditEntry): string {
  const what = templateOf(entry).replace('{}', () => objectPhrase(entry));
  const { project_title: project, object } = entry;
  const where = project && object !== 'project' ? ` ${object === 'access' ? 'of' : 'in'} ${project}` : '';
  return `${whoLabel(entry)} ${what}${where}`;
}
