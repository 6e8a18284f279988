import type { AuditAction } from '@symbio/proto/identity/vocabulary';
import type { AuditEntry } from './audit-api.js';

export const ACTION_LABELS: Record<AuditAction, string> = {
  opened: 'Opened',
  created: 'Created',
  changed: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
  exported: 'Exported',
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  refused: 'Refused',
  administered: 'Administered',
};

const OBJECT_LABELS: Readonly<Record<string, string>> = {
  access: 'Project member',
  audit: 'Audit trail',
  data_set: 'Agency list',
  determination_proposal: 'Proposed determination',
  evidence_comment: 'Comment',
  key: 'API key',
  page: 'Sheet',
  record_hit: 'Record',
  record_proposal: 'Proposed decision about a record',
  record_rule: 'Rule about records',
  user: 'Account',
  visit: 'Site visit',
};

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1).replaceAll('_', ' ')}`;

export function objectLabel({ object }: Pick<AuditEntry, 'object'>): string {
  if (object === null) return '—';
  // requests name it with hyphens, events with underscores
  const name = object.replaceAll('-', '_');
  return OBJECT_LABELS[name] ?? capital(name);
}

/** Without the name if it was erased or never known. */
export function whoLabel({ user_id, user_name, agent_name, operation }: AuditEntry): string {
  // done by a command on the server
  if (user_id === null && operation.startsWith('installation_streets.')) return 'An operator';
  // by the service, without a person
  if (user_id === null && /^version\.(retained|erased)$/.test(operation)) return 'Symbio';
  const person = user_name ?? (user_id === null ? 'A person who is not signed in' : 'An account without a name');
  const inside = user_name ?? person.charAt(0).toLowerCase() + person.slice(1);
  return agent_name === null || agent_name === user_name ? person : `${agent_name} for ${inside}`;
}
