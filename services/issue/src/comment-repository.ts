import type { OutboxWriter } from '@symbio/mongo';
import type { Model } from 'mongoose';
import type { CommentRow } from './model.js';
import type { CommentRepository } from './repository.js';

export function commentRepository(model: Model<CommentRow>, writer: OutboxWriter<CommentRow>): CommentRepository {
  return {
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
    },
    async list(issueId) {
      return model.find({ issueId, deletedAt: null }).sort({ createdAt: 1, _id: 1 }).lean();
    },
    async counts(issueIds) {
      const rows = await model.aggregate<{ _id: string; count: number }>([
        { $match: { issueId: { $in: [...issueIds] }, deletedAt: null } },
        { $group: { _id: '$issueId', count: { $sum: 1 } } },
      ]);
      return new Map(rows.map(({ _id, count }) => [_id, count]));
    },
    insert: (id, values, actor, events) => writer.insert(id, values, actor, events),
    change: (id, actor, decide, events) =>
      writer.change(id, actor, (row, after) => {
        const content = decide(row);
        return content === undefined ? undefined : { set: { content }, events: events(after({ content })) };
      }),
    async removeAllOf(issueId) {
      await model.deleteMany({ issueId });
    },
  };
}
