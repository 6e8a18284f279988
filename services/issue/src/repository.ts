import type { Actor, OutboxWriter, PageSpec, PendingEvent, RowValues } from '@symbio/kit';
import type { IssueStatus } from '@symbio/proto/issue/vocabulary';
import type { Model } from 'mongoose';
import type { CommentRow, IssueRow } from './model.js';

export type IssueValues = RowValues<IssueRow>;
export type CommentValues = RowValues<CommentRow>;
type Events<Row> = (row: Row) => PendingEvent[];

/** Every query and write of the issues. */
export interface IssueRepository {
  find(id: string): Promise<IssueRow | undefined>;
  findByScreenshot(screenshotId: string): Promise<IssueRow | undefined>;
  /** A page of issues, newest first (OP-36), of one status or all. */
  list(status: IssueStatus | undefined, page: PageSpec): Promise<{ rows: IssueRow[]; count: number }>;
  /** Undefined when the id is taken. */
  insert(id: string, values: IssueValues, actor: Actor, events: Events<IssueRow>): Promise<IssueRow | undefined>;
  /**
   * Changes an issue; `decide` sees the row, may throw, and answers undefined when nothing changes. Undefined when there is
   * no such issue.
   */
  change(
    id: string,
    actor: Actor,
    decide: (row: IssueRow) => Partial<IssueValues> | undefined,
    events: Events<IssueRow>,
  ): Promise<IssueRow | undefined>;
  /** Undefined when there is no such issue. */
  remove(id: string, actor: Actor, events: Events<IssueRow>): Promise<IssueRow | undefined>;
}

/** Every query and write of the comments. */
export interface CommentRepository {
  find(id: string): Promise<CommentRow | undefined>;
  /** Comments of an issue, oldest first (OP-36). */
  list(issueId: string): Promise<CommentRow[]>;
  /** Undefined when the id is taken. */
  insert(id: string, values: CommentValues, actor: Actor, events: Events<CommentRow>): Promise<CommentRow | undefined>;
  /** Changes a comment's text; the same text changes nothing. Undefined when there is no such comment. */
  change(id: string, content: string, actor: Actor, events: Events<CommentRow>): Promise<CommentRow | undefined>;
  /** Deletes the comments of a deleted issue. Repeating it changes nothing. */
  removeAllOf(issueId: string): Promise<void>;
}

/** Issues in MongoDB. */
export function issueRepository(model: Model<IssueRow>, writer: OutboxWriter<IssueRow>): IssueRepository {
  return {
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
    },
    async findByScreenshot(screenshotId) {
      return (await model.findOne({ 'screenshots.id': screenshotId, deletedAt: null }).lean()) ?? undefined;
    },
    async list(status, { skip, perPage }) {
      const filter = { deletedAt: null, ...(status ? { status } : {}) };
      const [rows, count] = await Promise.all([
        model.find(filter).sort({ createdAt: -1, _id: -1 }).skip(skip).limit(perPage).lean(),
        model.countDocuments(filter),
      ]);
      return { rows, count };
    },
    insert: (id, values, actor, events) => writer.insert(id, values, actor, events),
    change: (id, actor, decide, events) =>
      writer.change(id, actor, (row, after) => {
        const set = decide(row);
        return set && { set, events: events(after(set)) };
      }),
    remove: (id, actor, events) => writer.change(id, actor, (row) => ({ remove: true, events: events(row) })),
  };
}

/** Comments in MongoDB. */
export function commentRepository(model: Model<CommentRow>, writer: OutboxWriter<CommentRow>): CommentRepository {
  return {
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
    },
    async list(issueId) {
      return model.find({ issueId, deletedAt: null }).sort({ createdAt: 1, _id: 1 }).lean();
    },
    insert: (id, values, actor, events) => writer.insert(id, values, actor, events),
    change: (id, content, actor, events) =>
      writer.change(id, actor, (row, after) =>
        row.content === content ? undefined : { set: { content }, events: events(after({ content })) },
      ),
    async removeAllOf(issueId) {
      await model.deleteMany({ issueId });
    },
  };
}
