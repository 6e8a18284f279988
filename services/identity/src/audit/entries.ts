import { parseSubject, type EventEnvelope } from '@symbio/events';
import { apiKeyEvents, auditEvents, userEvents, type AuditEntry } from '@symbio/proto/identity';
import { isAuditAction, type AuditAction } from '@symbio/proto/identity/vocabulary';
import { reportVersionEvents } from '@symbio/proto/reports';
import type { AuditValues } from './model.js';

const ACTIONS: Readonly<Record<string, AuditAction>> = {
  created: 'created',
  uploaded: 'created',
  added: 'created',
  registered: 'created',
  deleted: 'deleted',
  erased: 'deleted',
  undone: 'deleted',
  restored: 'restored',
};

/** Entities that belong to the installation rather than to project work. */
const ADMINISTERED = new Set(['key', 'access', 'webhook', 'data_set']);

function actionOf(entity: string, verb: string, isOwn: boolean): AuditAction {
  if (ADMINISTERED.has(entity)) return 'administered';
  const action = ACTIONS[verb] ?? 'changed';
  return entity === 'user' && action === 'changed' && !isOwn ? 'administered' : action;
}

const is = (subject: string, type: { subject(scope: string): string }): boolean => subject === type.subject('');

/** Client-chosen id. Omitted if absent, as in entries from before the field existed. */
const chosen = (clientRequestId = ''): { clientRequestId?: string } => (clientRequestId ? { clientRequestId } : {});

/** Entry of a gateway observation. An unreadable one is rejected: its batch becomes a dead letter. */
function seen({
  seq: _seq,
  previous: _previous,
  hash: _hash,
  at,
  action,
  clientRequestId,
  manifestSha256: _manifestSha256,
  organizationId: _organizationId,
  versionNumber,
  ...values
}: AuditEntry): AuditValues {
  if (!at || !values.id || !isAuditAction(action))
    throw new Error(`no entry of the audit trail: ${values.id} ${action}`);
  return { ...values, at, action, ...chosen(clientRequestId), ...(versionNumber !== undefined && { versionNumber }) };
}

const { locked, changed, signed, issued, withdrawn, retained, erased } = reportVersionEvents;
const SEALED = [signed, issued, retained, erased];
const OF_VERSIONS = [locked, changed, withdrawn, ...SEALED];

/** Number of a version of a report, and hash of one that is signed or later, so that the chain covers them. */
function sealed({
  subject,
  scope,
  data,
}: EventEnvelope): Pick<AuditValues, 'manifestSha256' | 'versionNumber' | 'organizationId'> {
  const type = OF_VERSIONS.find((one) => one.subject(scope) === subject);
  if (!type) return {};
  const { version, organizationId } = type.fromJSON(data);
  return {
    ...(version && { versionNumber: version.number }),
    ...(SEALED.includes(type) && { manifestSha256: version?.manifestSha256 ?? '' }),
    ...(SEALED.includes(type) && organizationId && { organizationId }),
  };
}

/** By a process, and evidence that a report was kept or destroyed. */
const isRetention = ({ subject, scope }: EventEnvelope): boolean =>
  [retained, erased].some((one) => one.subject(scope) === subject);

/** Actions of people and programs, and the retention of reports; no others of internal services. */
export function entriesOf(envelope: EventEnvelope): AuditValues[] {
  const { subject, actor, id, at, entityId, scope } = envelope;
  if (is(subject, auditEvents.recorded)) return auditEvents.recorded.fromJSON(envelope.data).entries.map(seen);
  if (is(subject, apiKeyEvents.used)) return [];
  // a registering person is not signed in yet
  const isRegistration = is(subject, userEvents.registered);
  if (actor.via === 'service' && !isRegistration && !isRetention(envelope)) return [];
  const { entity, verb } = parseSubject(subject);
  const personId = actor.via === 'service' ? '' : actor.sub;
  const userId = isRegistration ? entityId : personId;
  return [
    {
      id,
      at: new Date(at),
      userId,
      authorId: actor.authorId,
      apiKeyId: actor.keyId ?? '',
      address: actor.address ?? '',
      action: actionOf(entity, verb, userId === entityId),
      operation: `${entity}.${verb}`,
      object: entity,
      objectId: entityId,
      projectId: scope,
      status: 0,
      requestId: actor.requestId ?? '',
      ...chosen(actor.clientRequestId),
      ...sealed(envelope),
    },
  ];
}
