import type { Model } from 'mongoose';
import type { Actor, OutboxWriter, PageSpec, PendingEvent, RowValues } from '@symbio/kit';
import { inProjects, type VisibleProjects } from '@symbio/project-access';
import type { AnnotationRow } from './model.js';

/** What a list is narrowed to. At least one is set. */
export interface AnnotationFilter {
  documentPageId?: string;
  documentId?: string;
  authorId?: string;
  projectId?: string;
}

/** What annotations belong to and go with. */
export type Source = 'documentPageId' | 'documentId' | 'projectId';

/** Every query and write of the annotations. */
export interface AnnotationRepository {
  find: (id: string) => Promise<AnnotationRow | undefined>;
  /** One that was deleted and can be brought back. */
  findRemoved: (id: string) => Promise<AnnotationRow | undefined>;
  /** Oldest first. Without a slice: all. */
  list: (filter: AnnotationFilter, visible: VisibleProjects, slice?: PageSpec) => Promise<AnnotationRow[]>;
  count: (filter: AnnotationFilter, visible: VisibleProjects) => Promise<number>;
  /** Some ids of what belongs to a source, deleted ones included. */
  idsOf: (source: Source, id: string, limit: number) => Promise<string[]>;
  /** Undefined when the id is taken. */
  insert: (
    id: string,
    values: RowValues<AnnotationRow>,
    actor: Actor,
    events: (row: AnnotationRow) => PendingEvent[],
  ) => Promise<AnnotationRow | undefined>;
  /** Undefined when there is no such annotation. */
  change: (id: string, actor: Actor, decide: Decide) => Promise<AnnotationRow | undefined>;
  /** The same of one that was deleted. */
  changeRemoved: (id: string, actor: Actor, decide: Decide) => Promise<AnnotationRow | undefined>;
  /** Removes an annotation for good, deleted or not. */
  erase: (id: string, actor: Actor, events: (row: AnnotationRow) => PendingEvent[]) => Promise<void>;
}

type Decide = Parameters<OutboxWriter<AnnotationRow>['change']>[2];

/** The project a list asks for, if it is among those the caller may see. */
const onlyIfVisible = (projectId: string, visible: VisibleProjects): VisibleProjects =>
  visible === 'all' || visible.includes(projectId) ? [projectId] : [];

/** Annotations in MongoDB. */
export function annotationRepository(
  model: Model<AnnotationRow>,
  writer: OutboxWriter<AnnotationRow>,
): AnnotationRepository {
  const among = ({ projectId, ...filter }: AnnotationFilter, visible: VisibleProjects) => ({
    ...filter,
    ...inProjects(projectId === undefined ? visible : onlyIfVisible(projectId, visible)),
    deletedAt: null,
    removal: null,
  });

  /** A change of a row that is, or is not, deleted at the moment of the write. */
  async function changeIf(isRemoved: boolean, id: string, actor: Actor, decide: Decide) {
    let isSuch = false;
    const row = await writer.change(id, actor, (current, after) => {
      isSuch = Boolean(current.removal) === isRemoved;
      return isSuch ? decide(current, after) : undefined;
    });
    return isSuch ? row : undefined;
  }

  return {
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null, removal: null }).lean<AnnotationRow>()) ?? undefined;
    },
    async findRemoved(id) {
      const row = await model.findOne({ _id: id, deletedAt: null, removal: { $ne: null } }).lean<AnnotationRow>();
      return row ?? undefined;
    },
    async list(filter, visible, slice) {
      // a limit of 0 is none
      const { skip = 0, perPage = 0 } = slice ?? {};
      return model
        .find(among(filter, visible))
        .sort({ createdAt: 1, _id: 1 })
        .skip(skip)
        .limit(perPage)
        .lean<AnnotationRow[]>();
    },
    count: async (filter, visible) => model.countDocuments(among(filter, visible)),
    async idsOf(source, id, limit) {
      const rows = await model
        .find({ [source]: id, deletedAt: null }, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>();
      return rows.map((row) => row._id);
    },
    insert: (id, values, actor, events) => writer.insert(id, values, actor, events),
    change: (id, actor, decide) => changeIf(false, id, actor, decide),
    changeRemoved: (id, actor, decide) => changeIf(true, id, actor, decide),
    async erase(id, actor, events) {
      await writer.change(id, actor, (_, after) => ({ remove: true, events: events(after({})) }));
    },
  };
}
