import { acceptMessage, eventActor, TRUST_BUCKET, type Broker, type EventEnvelope } from '@symbio/events';
import { auditEvents } from '@symbio/proto/identity';
import { newId, serviceActor } from '@symbio/runtime';

export interface OperatorEntry {
  /** Such as `installation_streets.created`. */
  operation: string;
  object: string;
  objectId: string;
}

/** Adds an entry to the audit trail for a change that an operator made without a service. */
export async function recordOperation(
  broker: Pick<Broker, 'keyValue' | 'publish'>,
  { operation, object, objectId }: OperatorEntry,
): Promise<void> {
  const [id, at] = [newId(), new Date()];
  const entry = {
    ...{ id: newId(), seq: 0, at, previous: '', hash: '', action: 'administered', operation, object, objectId },
    ...{ userId: '', authorId: '', apiKeyId: '', address: '', projectId: '', status: 0, requestId: '' },
    ...{ clientRequestId: '', manifestSha256: '', organizationId: '' },
  };
  const subject = auditEvents.recorded.subject('');
  const envelope: EventEnvelope = {
    ...{ id, subject, entityId: id, scope: '', rev: 0, at: at.toISOString() },
    actor: eventActor(serviceActor('operations')),
    data: auditEvents.recorded.toJSON({ entries: [entry] }),
  };
  // commands have no key to sign with
  await acceptMessage(await broker.keyValue(TRUST_BUCKET, 0), subject, JSON.stringify(envelope));
  await broker.publish(subject, envelope, { id });
}
