import { afterPosition } from '@symbio/rpc';
import { countRows, insertMissing } from '@symbio/mongo';
import { newId, type Clock } from '@symbio/runtime';
import type { Model, QueryFilter } from 'mongoose';
import type { DeliveryRow } from './model.js';
import type { DeliveryFilter, DeliveryRepository } from './repository.js';

/** Lease per attempt in milliseconds: three times the answer timeout. */
export const LEASE_MS = 30_000;
const KEPT_ATTEMPTS = 10;

const matching = ({ webhookId, status, updatedAfter }: DeliveryFilter): QueryFilter<DeliveryRow> => ({
  webhookId,
  ...(status && { status }),
  ...(updatedAfter && { updatedAt: { $gt: updatedAfter } }),
});

export function deliveryRepository(model: Model<DeliveryRow>, clock: Clock): DeliveryRepository {
  const find = async (webhookId: string, id: string): Promise<DeliveryRow | undefined> =>
    (await model.findOne({ _id: id, webhookId }).lean()) ?? undefined;

  return {
    find,
    async add(rows) {
      const now = clock.now();
      const values = rows.map(({ id, ...row }): DeliveryRow => ({
        ...{ ...row, _id: id, status: 'pending', attempts: [], attemptCount: 0, tries: 0 },
        ...{ nextAt: now, createdAt: now, updatedAt: now },
      }));
      await insertMissing(model.collection, values);
    },
    async list(filter, page) {
      const found = model
        .find({ $and: [matching(filter), afterPosition('createdAt', 'newest first', page?.after)] })
        .sort({ createdAt: -1, _id: -1 });
      return (page ? found.skip(page.skip).limit(page.perPage) : found).lean();
    },
    count: (filter) => countRows(model, matching(filter)),
    async claim(busyWebhookIds) {
      const now = clock.now();
      const row = await model
        .findOneAndUpdate(
          { nextAt: { $lte: now }, webhookId: { $nin: [...busyWebhookIds] } },
          { $set: { nextAt: new Date(now.getTime() + LEASE_MS), lease: newId() } },
          { sort: { nextAt: 1 }, returnDocument: 'after' },
        )
        .lean();
      return row ?? undefined;
    },
    async settle({ _id, lease }, { status, attempt, nextAt }) {
      await model.updateOne(
        { _id, lease },
        {
          $set: { status, updatedAt: clock.now(), ...(nextAt && { nextAt }) },
          $unset: { lease: 1, ...(!nextAt && { nextAt: 1 }) },
          ...(attempt && {
            $push: { attempts: { $each: [attempt], $slice: -KEPT_ATTEMPTS } },
            $inc: { attemptCount: 1, tries: 1 },
          }),
        },
      );
    },
    async release({ _id, lease }, nextAt) {
      await model.updateOne({ _id, lease }, { $set: { nextAt }, $unset: { lease: 1 } });
    },
    async resend(webhookId, id) {
      const now = clock.now();
      await model.updateOne(
        { _id: id, webhookId, status: { $ne: 'pending' } },
        { $set: { status: 'pending', byHand: true, tries: 0, nextAt: now, updatedAt: now } },
      );
      return find(webhookId, id);
    },
    async cancelOf(webhookId) {
      await model.updateMany(
        { webhookId, status: 'pending', byHand: false },
        { $set: { status: 'cancelled', updatedAt: clock.now() }, $unset: { nextAt: 1, lease: 1 } },
      );
    },
    async removeOf(webhookId) {
      await model.deleteMany({ webhookId });
    },
    async dueSince() {
      const row = await model
        .findOne({ nextAt: { $lte: clock.now() } }, { nextAt: 1 })
        .sort({ nextAt: 1 })
        .lean();
      return row?.nextAt ?? undefined;
    },
  };
}
