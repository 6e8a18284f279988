import type { Migration, StoredRow } from '@symbio/mongo';

/** Collection of the dashboard cells before November 2026; `_id` is the project's. */
const OLD = 'progress';

/** Moves dashboard cells into the rows of their projects. */
export const moveProgress: Migration = {
  name: '0002-move-progress',
  async run({ connection, signal }) {
    const old = connection.collection<StoredRow>(OLD);
    const projects = connection.collection<StoredRow>('projects');
    let count = 0;
    for await (const { _id, ...progress } of old.find()) {
      signal.throwIfAborted();
      const moved = await projects.updateOne({ _id, progress: { $exists: false } }, { $set: { progress } });
      await old.deleteOne({ _id });
      count += moved.modifiedCount;
    }
    return count;
  },
};
