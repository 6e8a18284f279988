import type { MemoryRows } from '@symbio/mongo/testing';
import type { AssignmentRow, CommentRow } from '../src/comments/model.js';
import type { AssignmentRepository, CommentRepository, HiddenWithSubject } from '../src/comments/repository.js';

/** Moves with merges are tested against the database. */
export function memoryComments(rows: MemoryRows<CommentRow>): CommentRepository {
  const all = (): CommentRow[] => rows.all().filter(({ orphanedAt }) => !orphanedAt);
  return {
    insert: (id, values, actor, events) => rows.insert(id, values, actor, events),
    insertMany: (many, actor, events) => rows.insertMany(many, actor, events),
    change: (id, actor, decide) => rows.change(id, actor, decide),
    find: (id) => Promise.resolve(all().find(({ _id }) => _id === id)),
    list: (ids) => Promise.resolve(all().filter(({ subject }) => ids.includes(subject.id))),
    ofProject: (projectId, after = new Date(0)) =>
      Promise.resolve(
        all()
          .filter((row) => row.projectId === projectId && row.createdAt > after)
          .reverse(),
      ),
    count: (id) => Promise.resolve(rows.all().filter(({ subject }) => subject.id === id).length),
    move: () => Promise.resolve(),
    moveBack: () => Promise.resolve(),
  };
}

export const memoryAssignments = (rows: MemoryRows<AssignmentRow>): AssignmentRepository => ({
  insert: (id, values, actor, events) => rows.insert(id, values, actor, events),
  insertMany: (many, actor, events) => rows.insertMany(many, actor, events),
  change: (id, actor, decide) => rows.change(id, actor, decide),
  ofProject: (projectId) =>
    Promise.resolve(rows.all().filter((row) => row.projectId === projectId && row.assignee && !row.orphanedAt)),
});

export const memoryHiding = (
  comments: MemoryRows<CommentRow>,
  assignments: MemoryRows<AssignmentRow>,
): HiddenWithSubject => ({
  hide: () => Promise.resolve(),
  show: () => Promise.resolve(),
  removeAllOf(projectId) {
    comments.drop((row) => row.projectId === projectId);
    assignments.drop((row) => row.projectId === projectId);
    return Promise.resolve();
  },
});
