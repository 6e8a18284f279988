import type { Model } from 'mongoose';
import type { Actor, Change, OutboxWriter, PageSpec, PendingEvent, RowValues } from '@symbio/kit';
import type { AnnotationRow } from './model.js';

/** What a list is narrowed to. At least one is set. */
export interface AnnotationFilter {
  documentPageId?: string;
  documentId?: string;
  authorId?: string;
  projectId?: string;
}

/** What marks belong to and go with. */
export type Source = 'documentPageId' | 'documentId' | 'projectId';

/** Every query and write of the annotations. */
export interface AnnotationRepository {
  find(id: string): Promise<AnnotationRow | undefined>;
  /** Projects in which there are, or just were, marks of a filter. */
  projectsOf(filter: AnnotationFilter): Promise<string[]>;
  /** Oldest first. Without a slice: all. */
  list(filter: AnnotationFilter, projectIds: string[], slice?: PageSpec): Promise<AnnotationRow[]>;
  count(filter: AnnotationFilter, projectIds: string[]): Promise<number>;
  /** Some ids of what belongs to a source. */
  idsOf(source: Source, id: string, limit: number): Promise<string[]>;
  /** Undefined when the id is taken. */
  insert(
    id: string,
    values: RowValues<AnnotationRow>,
    actor: Actor,
    events: (row: AnnotationRow) => PendingEvent[],
  ): Promise<AnnotationRow | undefined>;
  /** Undefined when there is no such annotation. */
  change(
    id: string,
    actor: Actor,
    decide: Parameters<OutboxWriter<AnnotationRow>['change']>[2],
  ): Promise<AnnotationRow | undefined>;
}

export type AnnotationChange = Change<AnnotationRow>;

/** Annotations in MongoDB. */
export function annotationRepository(
  model: Model<AnnotationRow>,
  writer: OutboxWriter<AnnotationRow>,
): AnnotationRepository {
  const among = (filter: AnnotationFilter, projectIds: string[]) => ({
    ...filter,
    // of a project asked for, only if it is among those the caller may see
    projectId: { $in: projectIds.filter((id) => !filter.projectId || id === filter.projectId) },
    deletedAt: null,
  });
  return {
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null }).lean<AnnotationRow>()) ?? undefined;
    },
    // removed rows are not filtered out, so that the index alone answers
    projectsOf: (filter) => model.distinct('projectId', { ...filter }),
    async list(filter, projectIds, slice) {
      // a limit of 0 is none
      const { skip = 0, perPage = 0 } = slice ?? {};
      return model
        .find(among(filter, projectIds))
        .sort({ createdAt: 1, _id: 1 })
        .skip(skip)
        .limit(perPage)
        .lean<AnnotationRow[]>();
    },
    count: async (filter, projectIds) => model.countDocuments(among(filter, projectIds)),
    async idsOf(source, id, limit) {
      const rows = await model
        .find({ [source]: id, deletedAt: null }, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
    },
    insert: (id, values, actor, events) => writer.insert(id, values, actor, events),
    change: (id, actor, decide) => writer.change(id, actor, decide),
  };
}
