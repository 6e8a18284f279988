import { newId, type Actor, type OutboxWriter, type PageSpec, type PendingEvent, type RowValues } from '@symbio/kit';
import type { IssueStatus } from './issue-fields.js';
import type { CommentRow, IssueModels, IssueRow } from './model.js';

export interface IssueWriters {
  issues: OutboxWriter<IssueRow>;
  comments: OutboxWriter<CommentRow>;
}

export type IssueValues = RowValues<IssueRow>;

export type IssueRepository = ReturnType<typeof issueRepository>;

/** Every query of this service. */
export function issueRepository({ issues, comments }: IssueModels, writers: IssueWriters) {
  return {
    async issue(id: string): Promise<IssueRow | undefined> {
      return (await issues.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
    },

    async issueOfScreenshot(screenshotId: string): Promise<IssueRow | undefined> {
      return (await issues.findOne({ 'screenshots.id': screenshotId, deletedAt: null }).lean()) ?? undefined;
    },

    /** A page of issues, newest first (OP-36). */
    async listIssues(
      status: IssueStatus | undefined,
      { skip, perPage }: PageSpec,
    ): Promise<{ rows: IssueRow[]; count: number }> {
      const filter = { deletedAt: null, ...(status ? { status } : {}) };
      const [rows, count] = await Promise.all([
        issues.find(filter).sort({ createdAt: -1, _id: -1 }).skip(skip).limit(perPage).lean(),
        issues.countDocuments(filter),
      ]);
      return { rows, count };
    },

    insertIssue(values: IssueValues, actor: Actor, events: (row: IssueRow) => PendingEvent[]) {
      return writers.issues.insert(newId(), values, actor, events);
    },

    /** Changes an issue; `decide` sees the row and may throw. Answers undefined when there is none. */
    changeIssue(
      id: string,
      actor: Actor,
      decide: (row: IssueRow) => Partial<IssueValues>,
      events: (row: IssueRow) => PendingEvent[],
    ): Promise<IssueRow | undefined> {
      return writers.issues.change(id, actor, (row, after) => {
        const set = decide(row);
        return { set, events: events(after(set)) };
      });
    },

    removeIssue(id: string, actor: Actor, events: (row: IssueRow) => PendingEvent[]): Promise<IssueRow | undefined> {
      return writers.issues.change(id, actor, (row) => ({ remove: true, events: events(row) }));
    },

    async comment(id: string): Promise<CommentRow | undefined> {
      return (await comments.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
    },

    /** Comments of an issue, oldest first (OP-36). */
    async listComments(issueId: string): Promise<CommentRow[]> {
      return comments.find({ issueId, deletedAt: null }).sort({ createdAt: 1, _id: 1 }).lean();
    },

    insertComment(values: RowValues<CommentRow>, actor: Actor, events: (row: CommentRow) => PendingEvent[]) {
      return writers.comments.insert(newId(), values, actor, events);
    },

    /** Changes a comment's text; the same text changes nothing, so that it does not count as edited (ISSUE-42). */
    changeComment(id: string, content: string, actor: Actor, events: (row: CommentRow) => PendingEvent[]) {
      return writers.comments.change(id, actor, (row, after) =>
        row.content === content ? undefined : { set: { content }, events: events(after({ content })) },
      );
    },

    /** Removes the comments of an issue that is gone. Repeating it changes nothing. */
    async removeComments(issueId: string): Promise<void> {
      await comments.deleteMany({ issueId });
    },
  };
}
