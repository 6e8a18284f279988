import { parseSubject, type Broker, type EventEnvelope } from '@symbio/events';
import type { MessageLine } from './archive-format.js';
import { ownerOf, type Place } from './plan.js';
import type { Stores } from './stores.js';

/** Messages sent concurrently. */
const AT_ONCE = 100;

interface OwnerRow {
  _id: string;
  rev?: number;
}

export interface ArchivedEvent extends MessageLine {
  envelope: EventEnvelope;
  service: string;
  verb: string;
  owner: Place | undefined;
}

export function archivedEvent(line: MessageLine): ArchivedEvent {
  const envelope = JSON.parse(line.body) as EventEnvelope;
  const { service, entity, verb } = parseSubject(line.subject);
  return { ...line, envelope, service, verb, owner: ownerOf(service, entity) };
}

export const isEnd = (verb: string): boolean => verb === 'deleted' || verb === 'erased';

/**
 * Whether the restored row contains an event's change. A later change must not be published again: its consumers would
 * be ahead of the row. A deletion is published whenever the row is missing.
 *
 * @param rev of the row; undefined without a row
 */
export function isKnownTo(
  { verb, envelope }: Pick<ArchivedEvent, 'verb' | 'envelope'>,
  rev: number | undefined,
): boolean {
  return rev === undefined ? isEnd(verb) : envelope.rev <= rev;
}

/** Events to publish again, in order. */
export async function knownEvents(
  { database }: Pick<Stores, 'database'>,
  events: readonly ArchivedEvent[],
): Promise<ArchivedEvent[]> {
  const ids = new Map<string, { owner: Place; ids: Set<string> }>();
  for (const { owner, envelope } of events) {
    if (!owner) continue;
    const name = nameOf(owner);
    const entry = ids.get(name) ?? { owner, ids: new Set() };
    ids.set(name, entry);
    entry.ids.add(envelope.entityId);
  }
  const revs = new Map<string, number>();
  for (const [name, { owner, ids: wanted }] of ids) {
    const rows = database(owner.service)
      .collection<OwnerRow>(owner.collection)
      .find({ _id: { $in: [...wanted] } }, { projection: { rev: 1 } });
    for await (const { _id, rev = 0 } of rows) revs.set(`${name} ${_id}`, rev);
  }
  return events.filter(
    (event) => !event.owner || isKnownTo(event, revs.get(`${nameOf(event.owner)} ${event.envelope.entityId}`)),
  );
}

const nameOf = ({ service, collection }: Place): string => `${service}.${collection}`;

/** Publishes messages in order. */
export async function sendMessages(broker: Broker, lines: readonly MessageLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const some = lines.slice(at, at + AT_ONCE);
    await Promise.all(
      some.map(({ subject, body, id, signature }) => broker.publish(subject, JSON.parse(body), { id, signature })),
    );
  }
}
