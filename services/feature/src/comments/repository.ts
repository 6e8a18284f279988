import type { Model, QueryFilter } from 'mongoose';
import { rowWrites, type RowWriter } from '@symbio/mongo';
import type { AssignmentRow, CommentRow } from './model.js';

/** Rows of a project that a person may see at once. */
export const MAX_OF_PROJECT = 500;

export interface CommentRepository extends RowWriter<CommentRow> {
  find: (id: string) => Promise<CommentRow | undefined>;
  /** Oldest first. */
  list: (subjectIds: readonly string[]) => Promise<CommentRow[]>;
  /** Newest first, at most {@link MAX_OF_PROJECT}. */
  ofProject: (projectId: string, createdAfter: Date | undefined) => Promise<CommentRow[]>;
  count: (subjectId: string) => Promise<number>;
  move: (mergeId: string, fromId: string, toId: string) => Promise<void>;
  /** Undoes `move`. */
  /** Only to restored features, as mentions. */
  moveBack: (mergeId: string, restoredIds: readonly string[]) => Promise<void>;
}

export interface AssignmentRepository extends RowWriter<AssignmentRow> {
  /** Current ones, newest first. */
  ofProject: (projectId: string) => Promise<AssignmentRow[]>;
}

/** Comments and assignments follow their subjects. */
export interface HiddenWithSubject {
  /** @param rev of the annotation's event; an older event changes nothing */
  hide: (subjectIds: readonly string[], at: Date, rev?: number) => Promise<void>;
  show: (subjectId: string, rev?: number) => Promise<void>;
  removeAllOf: (projectId: string) => Promise<void>;
}

const SHOWN = { deletedAt: null, orphanedAt: null };

export function commentRepository(model: Model<CommentRow>, writer: RowWriter<CommentRow>): CommentRepository {
  return {
    ...rowWrites(writer),
    find: async (id) => (await model.findOne({ _id: id, ...SHOWN }).lean<CommentRow>()) ?? undefined,
    list: async (ids) =>
      model
        .find({ 'subject.id': { $in: [...ids] }, ...SHOWN })
        .sort({ createdAt: 1, _id: 1 })
        .lean<CommentRow[]>(),
    ofProject: async (projectId, createdAfter) =>
      model
        .find({ projectId, ...(createdAfter && { createdAt: { $gt: createdAfter } }), ...SHOWN })
        .sort({ createdAt: -1, _id: -1 })
        .limit(MAX_OF_PROJECT)
        .lean<CommentRow[]>(),
    count: async (subjectId) => model.countDocuments({ 'subject.id': subjectId }),
    async move(mergeId, fromId, toId) {
      await model.updateMany(
        { 'subject.id': fromId },
        { $set: { 'subject.id': toId }, $push: { moves: { mergeId, fromId } }, $unset: { orphanedAt: 1 } },
      );
    },
    async moveBack(mergeId, restoredIds) {
      for (const fromId of restoredIds)
        await model.updateMany(
          { moves: { $elemMatch: { mergeId, fromId } } },
          { $set: { 'subject.id': fromId }, $pull: { moves: { mergeId } }, $unset: { orphanedAt: 1 } },
        );
    },
  };
}

export function assignmentRepository(
  model: Model<AssignmentRow>,
  writer: RowWriter<AssignmentRow>,
): AssignmentRepository {
  return {
    ...rowWrites(writer),
    ofProject: async (projectId) =>
      model
        .find({ projectId, assignee: { $ne: null }, ...SHOWN })
        .sort({ at: -1, _id: -1 })
        .lean<AssignmentRow[]>(),
  };
}

export function hiddenWithSubject(comments: Model<CommentRow>, assignments: Model<AssignmentRow>): HiddenWithSubject {
  const models = [comments, assignments] as unknown as Model<CommentRow>[];
  const setAll = async (
    subjectIds: readonly string[],
    orphanedAt: Date | undefined,
    rev: number | undefined,
  ): Promise<void> => {
    const older = rev === undefined ? {} : { $or: [{ sourceRev: null }, { sourceRev: { $lt: rev } }] };
    const query = { 'subject.id': { $in: [...subjectIds] }, ...older } as QueryFilter<CommentRow>;
    const sourceRev = rev === undefined ? {} : { sourceRev: rev };
    const update = orphanedAt
      ? { $set: { ...sourceRev, orphanedAt } }
      : { $set: sourceRev, $unset: { orphanedAt: 1 as const } };
    for (const model of models) await model.updateMany(query, update);
  };
  return {
    hide: setAll,
    show: (subjectId, rev) => setAll([subjectId], undefined, rev),
    async removeAllOf(projectId) {
      for (const model of models) await model.deleteMany({ projectId });
    },
  };
}
