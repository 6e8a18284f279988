import { afterPosition } from '@symbio/rpc';
import { countRows, type OutboxWriter } from '@symbio/mongo';
import { batchRequests } from '@symbio/runtime';
import type { Model, QueryFilter } from 'mongoose';
import { webhookFailedEvent } from './events.js';
import type { WebhookRow } from './model.js';
import type { Visibility } from './policy.js';
import { isSubscribed, type SubscribedEvent, type WebhookRepository } from './repository.js';

/** Interval of subscription queries in milliseconds: 20 per second at any load. */
const BATCH_GAP_MS = 50;
/** Events per query: the total capacity of this service's consumers. */
const MAX_BATCH = 1_000;

const visible = (
  { ownerId, within, inOrganization }: Visibility,
  updatedAfter: Date | undefined,
): QueryFilter<WebhookRow> => ({
  deletedAt: null,
  ...inOrganization,
  ...(ownerId !== undefined && { ownerId }),
  ...(within.length > 0 && {
    'projectIds.0': { $exists: true },
    projectIds: { $not: { $elemMatch: { $nin: [...within] } } },
  }),
  ...(updatedAfter && { updatedAt: { $gt: updatedAfter } }),
});

export function webhookRepository(model: Model<WebhookRow>, writer: OutboxWriter<WebhookRow>): WebhookRepository {
  /**
   * One query for all events since the previous one: most have no subscriber, and single queries dominated the cost.
   */
  const subscribersOf = batchRequests(
    async (asked: SubscribedEvent[]): Promise<WebhookRow[][]> => {
      const names = [...new Set(asked.map(({ eventName }) => eventName))];
      const rows: WebhookRow[] = await model.find({ deletedAt: null, status: 'active', events: { $in: names } }).lean();
      return asked.map((each) => rows.filter((row) => isSubscribed(row, each)));
    },
    { gapMs: BATCH_GAP_MS, most: MAX_BATCH },
  );
  return {
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
    },
    async list(visibility, updatedAfter, page) {
      const found = model
        .find({ $and: [visible(visibility, updatedAfter), afterPosition('createdAt', 'newest first', page?.after)] })
        .sort({ createdAt: -1, _id: -1 });
      return (page ? found.skip(page.skip).limit(page.perPage) : found).lean();
    },
    count: (visibility, updatedAfter) => countRows(model, visible(visibility, updatedAfter)),
    countOf: (ownerId) => countRows(model, { deletedAt: null, ownerId }),
    subscribersOf,
    async madeBy(apiKeyId) {
      return model.find({ apiKeyId, deletedAt: null, status: { $ne: 'failed' } }).lean();
    },
    insert: (id, values, actor) => writer.insert(id, values, actor, () => []),
    change: (id, actor, decide) =>
      writer.change(id, actor, (row) => {
        const set = decide(row);
        return set && { set, events: [] };
      }),
    async setFailingSince(id, since) {
      await model.updateOne(
        { _id: id, failingSince: { $exists: !since } },
        since ? { $set: { failingSince: since } } : { $unset: { failingSince: 1 } },
      );
    },
    async switchOff(id, failure, actor, condition = () => true) {
      const changed = await writer.change(id, actor, (row, after) => {
        if (row.status === 'failed' || !condition(row)) return undefined;
        const set = { status: 'failed', failure } as const;
        return { set, events: [webhookFailedEvent(after(set))] };
      });
      return changed?.status === 'failed';
    },
    async remove(id, actor) {
      return (await writer.change(id, actor, () => ({ events: [], remove: true }))) !== undefined;
    },
  };
}
