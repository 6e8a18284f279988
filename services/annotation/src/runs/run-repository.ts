import type { Model } from 'mongoose';
import { afterPosition, type PageSpec } from '@symbio/rpc';
import type { Actor } from '@symbio/runtime';
import type { Decide, PendingEvent, RowValues, RowWriter } from '@symbio/mongo';
import { inProjects, type VisibleProjects } from '@symbio/project-access';
import type { RunStatus } from '@symbio/proto/annotation/vocabulary';
import { onlyIfVisible } from '../repository.js';
import type { RunRow } from '../model.js';

export interface RunQuery {
  projectId?: string;
  authorId?: string;
  status?: RunStatus;
  updatedAfter?: Date | undefined;
}

export interface RunRepository {
  find: (id: string) => Promise<RunRow | undefined>;
  /** Newest first; all without a slice. */
  list: (query: RunQuery, visible: VisibleProjects, slice?: PageSpec) => Promise<RunRow[]>;
  count: (query: RunQuery, visible: VisibleProjects) => Promise<number>;
  idsOf: (projectId: string, limit: number) => Promise<string[]>;
  /** Undefined if the id is taken. */
  insert: (
    id: string,
    values: RowValues<RunRow>,
    actor: Actor,
    events: (row: RunRow) => PendingEvent[],
  ) => Promise<RunRow | undefined>;
  change: (id: string, actor: Actor, decide: Decide<RunRow>) => Promise<RunRow | undefined>;
  /** Publishes no event. */
  erase: (id: string, actor: Actor) => Promise<void>;
}

export function runRepository(model: Model<RunRow>, writer: RowWriter<RunRow>): RunRepository {
  const among = ({ projectId, updatedAfter, ...fields }: RunQuery, visible: VisibleProjects) => ({
    ...fields,
    ...(updatedAfter && { updatedAt: { $gt: updatedAfter } }),
    ...inProjects(projectId === undefined ? visible : onlyIfVisible(projectId, visible)),
    deletedAt: null,
  });
  return {
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null }).lean<RunRow>()) ?? undefined;
    },
    async list(query, visible, slice) {
      // a limit of 0 means unlimited
      const { skip = 0, perPage = 0, after } = slice ?? {};
      return model
        .find({ ...among(query, visible), ...afterPosition('createdAt', 'newest first', after) })
        .sort({ createdAt: -1, _id: -1 })
        .skip(skip)
        .limit(perPage)
        .lean<RunRow[]>();
    },
    count: async (query, visible) => model.countDocuments(among(query, visible)),
    async idsOf(projectId, limit) {
      const rows = await model.find({ projectId, deletedAt: null }, { _id: 1 }).limit(limit).lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
    },
    insert: (id, values, actor, events) => writer.insert(id, values, actor, events),
    change: (id, actor, decide) => writer.change(id, actor, decide),
    async erase(id, actor) {
      await writer.change(id, actor, () => ({ remove: true, events: [] }));
    },
  };
}
