/** Inspects the stores of a stack: whether all written data has been processed. */
import { deadLetters } from '@symbio/events';
import type { Db } from 'mongodb';
import { lookAtTrail, openTrail } from '@symbio/operations/audit';
import type { Stores } from '@symbio/operations/backup/stores';
import type { Kind, Ledger } from './ledger.js';
import { messageOf } from '../../dev/start-error.js';
import { eventually } from './world.js';

/** Milliseconds within which events must be sent and handled. */
const HANDLED_MS = 90_000;
const EVENTS = 'EVENTS';
const AUDITED: readonly Kind[] = ['project', 'document', 'annotation', 'issue', 'comment', 'feature', 'mention'];

export async function databases({ mongo }: Stores): Promise<Db[]> {
  const { databases: all } = await mongo.db('admin').admin().listDatabases({ nameOnly: true });
  return all.filter(({ name }) => name.startsWith('symbio_')).map(({ name }) => mongo.db(name));
}

/** Rows that wait in the outbox of each collection, by `database.collection`. */
export async function outboxes(stores: Stores): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const db of await databases(stores))
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
      found.set(
        `${db.databaseName}.${name}`,
        await db.collection(name).countDocuments({ 'outbox.id': { $exists: true } }),
      );
  return found;
}

/** Consumers with unhandled events, as `name: number`. */
async function waitingConsumers({ broker }: Stores): Promise<string[]> {
  const manager = await broker.connection.jetstreamManager();
  const found: string[] = [];
  for await (const { name, num_pending, num_ack_pending } of manager.consumers.list(EVENTS))
    if (num_pending + num_ack_pending > 0) found.push(`${name}: ${num_pending} and ${num_ack_pending} unacknowledged`);
  return found;
}

/** Waits until every event is sent and handled. @throws Error naming the rest */
export const allHandled = (stores: Stores, withinMs = HANDLED_MS): Promise<void> =>
  eventually(async () => {
    const rows = [...(await outboxes(stores))].filter(([, count]) => count > 0);
    const left = [...rows.map(([name, count]) => `${name}: ${count} rows`), ...(await waitingConsumers(stores))];
    if (left.length > 0) throw new Error(`events wait: ${left.join('; ')}`);
  }, withinMs);

const UNFINISHED = ['pending', 'retrying', 'processing'];

/** @throws Error naming the unfinished jobs or events */
async function idleNow(stores: Stores): Promise<void> {
  const jobs = await stores
    .database('job')
    .collection('jobs')
    .countDocuments({ status: { $in: UNFINISHED } });
  if (jobs > 0) throw new Error(`${jobs} jobs are unfinished`);
  await allHandled(stores, 0);
}

/** Also waits for unfinished jobs, whose writes would distort a comparison. @throws Error with their number */
export const idle = (stores: Stores, withinMs: number): Promise<void> =>
  eventually(async () => {
    await idleNow(stores);
    // an event handled during the job count may have created a job
    await idleNow(stores);
  }, withinMs);

/** With repetitions. */
async function auditedIds(stores: Stores, ids: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const made = { action: 'created', objectId: { $in: [...ids] } };
  for await (const { objectId } of stores
    .database('audit')
    .collection<{ objectId: string }>('audit_entries')
    .find(made))
    counts.set(objectId, (counts.get(objectId) ?? 0) + 1);
  return counts;
}

/** Sentences about acknowledged creations not audited exactly once. */
export function auditProblems(ids: readonly string[], counts: ReadonlyMap<string, number>): string[] {
  const missing = ids.filter((id) => !counts.has(id));
  const twice = ids.filter((id) => (counts.get(id) ?? 0) > 1);
  return [
    ...(missing.length > 0
      ? [`the audit trail lacks ${missing.length} creations: ${missing.slice(0, 3).join(', ')}`]
      : []),
    ...(twice.length > 0
      ? [`the audit trail has ${twice.length} creations twice: ${twice.slice(0, 3).join(', ')}`]
      : []),
  ];
}

/** Sentences about unhandled events, dead letters, and the audit trail. */
export async function inspect(stores: Stores, ledger: Ledger): Promise<string[]> {
  const problems: string[] = [];
  await eventually(() => allHandled(stores, 0), HANDLED_MS).catch((error: unknown) => problems.push(messageOf(error)));
  for await (const { consumer, subject, error } of deadLetters(stores.broker))
    problems.push(`${consumer} gave up ${subject}: ${error}`);
  const { isWhole, sentence } = await lookAtTrail(...(await openTrail(stores)));
  if (!isWhole) problems.push(sentence);
  const ids = ledger.ids(AUDITED);
  return [...problems, ...auditProblems(ids, await auditedIds(stores, ids))];
}
