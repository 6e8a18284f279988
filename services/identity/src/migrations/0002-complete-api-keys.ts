import { setMissing, type Migration } from '@symbio/mongo';

/** Keys from before November 2026 could write, and had no events. */
export const completeApiKeys: Migration = {
  name: '0002-complete-api-keys',
  async run(context) {
    const withoutEvents = { rev: { $exists: false } };
    const { modifiedCount } = await context.connection
      .collection('api_keys')
      .updateMany(withoutEvents, { $set: { rev: 1, updatedAt: new Date(), deletedAt: null, outbox: [] } });
    return modifiedCount + (await setMissing(context, 'api_keys', { access: 'write' }));
  },
};
