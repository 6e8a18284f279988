import {
  escapeRegExp,
  isDuplicateKey,
  newId,
  type Actor,
  type OutboxWriter,
  type PageSpec,
  type PendingEvent,
  type RowValues,
} from '@symbio/kit';
import type { QueryFilter } from 'mongoose';
import { PARTS } from './model.js';
import type { MemberRow, Part, ProgressRow, ProjectModels, ProjectRow, SiteVisitRow, SourceRow } from './model.js';
import type { MemberRole } from './policy.js';
import { NO_CELLS, type Cells, type DocumentFacts } from './progress-cells.js';
import type { ProjectChange } from './project-fields.js';

export interface ProjectWriters {
  projects: OutboxWriter<ProjectRow>;
  members: OutboxWriter<MemberRow>;
  siteVisits: OutboxWriter<SiteVisitRow>;
}

export type ProjectValues = Omit<RowValues<ProjectRow>, 'searchText'>;
export type VisitValues = RowValues<SiteVisitRow>;

/** Which projects somebody may see at all. */
export interface Visibility {
  /** Unless everything: those they made and those they are a member of. */
  everything: boolean;
  userId: string;
  memberOf: readonly string[];
  /** Of these only, when not empty. */
  only: readonly string[];
}

/** What a list of projects is narrowed down to; empty texts narrow nothing. */
export interface ProjectFilter {
  search: string;
  status: string;
  clientCompany: string;
  dueDateFrom: string;
  dueDateTo: string;
  createdFrom?: Date;
  createdTo?: Date;
}

const searchTextOf = (
  row: Pick<ProjectRow, 'title' | 'number' | 'propertyAddress' | 'propertyCity' | 'clientCompany'>,
): string => [row.title, row.number, row.propertyAddress, row.propertyCity, row.clientCompany].join('\n').toLowerCase();

function visibleFilter({ everything, userId, memberOf, only }: Visibility): QueryFilter<ProjectRow> {
  return {
    deletedAt: null,
    ...(everything ? {} : { $or: [{ createdBy: userId }, { _id: { $in: [...memberOf] } }] }),
    ...(only.length > 0 ? { _id: { $in: [...only] } } : {}),
  };
}

const range = <T>(from: T | undefined, to: { $lte: T } | { $lt: T } | undefined) =>
  from !== undefined || to !== undefined ? { ...(from !== undefined ? { $gte: from } : {}), ...to } : undefined;

function listFilter(visibility: Visibility, filter: ProjectFilter): QueryFilter<ProjectRow> {
  const dueDate = range(filter.dueDateFrom || undefined, filter.dueDateTo ? { $lte: filter.dueDateTo } : undefined);
  const createdAt = range(filter.createdFrom, filter.createdTo ? { $lt: filter.createdTo } : undefined);
  return {
    ...visibleFilter(visibility),
    ...(filter.search ? { searchText: { $regex: escapeRegExp(filter.search.toLowerCase()) } } : {}),
    ...(filter.status ? { status: filter.status === 'open' ? { $ne: 'completed' } : filter.status } : {}),
    ...(filter.clientCompany ? { clientCompany: filter.clientCompany } : {}),
    ...(dueDate ? { dueDate } : {}),
    ...(createdAt ? { createdAt } : {}),
  } as QueryFilter<ProjectRow>;
}

const cellsOf = (row: ProgressRow): Cells => ({
  hasAnnotations: row.hasAnnotations ?? NO_CELLS.hasAnnotations,
  dataHistoric: row.dataHistoric ?? NO_CELLS.dataHistoric,
  dataAgency: row.dataAgency ?? NO_CELLS.dataAgency,
  dataUserProvided: row.dataUserProvided ?? NO_CELLS.dataUserProvided,
  dataPages: row.dataPages ?? NO_CELLS.dataPages,
  siteRecon: row.siteRecon ?? NO_CELLS.siteRecon,
  insights: row.insights ?? NO_CELLS.insights,
});

/** Runs an upsert again when another one of the same row won. */
async function upserting<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return run();
  }
}

export type ProjectRepository = ReturnType<typeof projectRepository>;

/** Every query of this service. */
export function projectRepository(models: ProjectModels, writers: ProjectWriters) {
  const { projects, members, siteVisits, sources, progress, counters } = models;
  const hasSource = async (filter: QueryFilter<SourceRow>): Promise<boolean> =>
    (await sources.findOne({ ...filter, gone: false }, { _id: 1 }).lean()) !== null;

  return {
    async project(id: string): Promise<ProjectRow | undefined> {
      return (await projects.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
    },

    async projects(ids: readonly string[]): Promise<ProjectRow[]> {
      return projects.find({ _id: { $in: [...ids] }, deletedAt: null }).lean();
    },

    /** A page of the projects somebody may see, newest first. */
    async listProjects(
      visibility: Visibility,
      filter: ProjectFilter,
      { skip, perPage }: PageSpec,
    ): Promise<{ rows: ProjectRow[]; count: number }> {
      const query = listFilter(visibility, filter);
      const [rows, count] = await Promise.all([
        projects.find(query).sort({ createdAt: -1, _id: -1 }).skip(skip).limit(perPage).lean(),
        projects.countDocuments(query),
      ]);
      return { rows, count };
    },

    /** Company names of the projects somebody may see, each once. */
    async companies(visibility: Visibility): Promise<string[]> {
      return projects.distinct('clientCompany', visibleFilter(visibility));
    },

    /** The next number of a year, from 1. A number that is taken and not used leaves a gap (OP-02). */
    async nextNumber(year: number): Promise<number> {
      const row = await upserting(() =>
        counters
          .findOneAndUpdate({ _id: `P-${year}` }, { $inc: { value: 1 } }, { upsert: true, returnDocument: 'after' })
          .lean(),
      );
      return row.value;
    },

    /** Adds a project; answers undefined when its id or its number is taken. */
    insertProject(id: string, values: ProjectValues, actor: Actor, events: (row: ProjectRow) => PendingEvent[]) {
      return writers.projects.insert(id, { ...values, searchText: searchTextOf(values) }, actor, events);
    },

    /** Changes a project; `check` sees the row first and may throw. Answers undefined when there is none. */
    changeProject(
      id: string,
      change: ProjectChange,
      actor: Actor,
      check: (row: ProjectRow) => void,
      events: (row: ProjectRow) => PendingEvent[],
    ): Promise<ProjectRow | undefined> {
      return writers.projects.change(id, actor, (row, after) => {
        check(row);
        const set = { ...change, searchText: searchTextOf({ ...row, ...change }) };
        return { set, events: events(after(set)) };
      });
    },

    removeProject(
      id: string,
      actor: Actor,
      events: (row: ProjectRow) => PendingEvent[],
    ): Promise<ProjectRow | undefined> {
      return writers.projects.change(id, actor, (row) => ({ remove: true, events: events(row) }));
    },

    /** Removes what hangs on a project that is gone. Repeating it changes nothing. */
    async removeBelongings(projectId: string): Promise<void> {
      await members.deleteMany({ projectId });
      await siteVisits.deleteMany({ projectId });
      await sources.deleteMany({ projectId });
      await progress.deleteOne({ _id: projectId });
    },

    /** Roles of a user by project: all, or in the given projects. */
    async memberships(userId: string, projectIds?: readonly string[]): Promise<Map<string, MemberRole>> {
      const rows = await members
        .find({ userId, deletedAt: null, ...(projectIds ? { projectId: { $in: [...projectIds] } } : {}) })
        .select({ projectId: 1, role: 1 })
        .lean();
      return new Map(rows.map(({ projectId, role }) => [projectId, role]));
    },

    /** Members of a project, the longest one first. */
    async listMembers(projectId: string): Promise<MemberRow[]> {
      return members.find({ projectId, deletedAt: null }).sort({ createdAt: 1 }).lean();
    },

    async member(projectId: string, userId: string): Promise<MemberRow | undefined> {
      return (await members.findOne({ projectId, userId, deletedAt: null }).lean()) ?? undefined;
    },

    /** Adds a member; answers undefined when somebody else did in the meantime. */
    insertMember(values: RowValues<MemberRow>, actor: Actor, events: (row: MemberRow) => PendingEvent[]) {
      return writers.members.insert(newId(), values, actor, events);
    },

    changeMember(
      id: string,
      values: Pick<MemberRow, 'role' | 'name'>,
      actor: Actor,
      events: (row: MemberRow) => PendingEvent[],
    ) {
      return writers.members.change(id, actor, (_row, after) => ({ set: values, events: events(after(values)) }));
    },

    removeMember(id: string, actor: Actor, events: (row: MemberRow) => PendingEvent[]) {
      return writers.members.change(id, actor, (row) => ({ remove: true, events: events(row) }));
    },

    async visit(id: string): Promise<SiteVisitRow | undefined> {
      return (await siteVisits.findOne({ _id: id, deletedAt: null }).lean()) ?? undefined;
    },

    /** Visits of a project, newest visit first. */
    async listVisits(projectId: string): Promise<SiteVisitRow[]> {
      return siteVisits.find({ projectId, deletedAt: null }).sort({ sortKey: -1, _id: -1 }).lean();
    },

    insertVisit(values: VisitValues, actor: Actor, events: (row: SiteVisitRow) => PendingEvent[]) {
      return writers.siteVisits.insert(newId(), values, actor, events);
    },

    changeVisit(id: string, values: VisitValues, actor: Actor, events: (row: SiteVisitRow) => PendingEvent[]) {
      return writers.siteVisits.change(id, actor, (_row, after) => ({ set: values, events: events(after(values)) }));
    },

    removeVisit(id: string, actor: Actor, events: (row: SiteVisitRow) => PendingEvent[]) {
      return writers.siteVisits.change(id, actor, (row) => ({ remove: true, events: events(row) }));
    },

    /** Cells of projects by id, for all of a page at once. */
    async progress(projectIds: readonly string[]): Promise<Map<string, Cells>> {
      const rows = await progress.find({ _id: { $in: [...projectIds] } }).lean();
      return new Map(rows.map((row) => [row._id, cellsOf(row)]));
    },

    /** Keeps an entity's newest revision; one that is known already, or older, changes nothing. */
    async putSource({ _id, ...values }: SourceRow): Promise<void> {
      try {
        await sources.updateOne({ _id, rev: { $lt: values.rev } }, { $set: values }, { upsert: true });
      } catch (error) {
        // the row exists with this revision or a later one
        if (!isDuplicateKey(error)) throw error;
      }
    },

    async documentFacts(projectId: string): Promise<DocumentFacts[]> {
      const [documents, ready] = await Promise.all([
        sources.find({ projectId, kind: 'document', gone: false }).lean(),
        sources.aggregate<{ _id: string; count: number }>([
          { $match: { projectId, kind: 'page', gone: false, ready: true } },
          { $group: { _id: '$documentId', count: { $sum: 1 } } },
        ]),
      ]);
      const readyOf = new Map(ready.map(({ _id, count }) => [_id, count]));
      return documents.map(({ _id, group = 'agency_foa', settled = false, totalPages = 0 }) => ({
        group,
        settled,
        totalPages,
        readyPages: readyOf.get(_id.slice('document:'.length)) ?? 0,
      }));
    },

    async insightFacts(projectId: string): Promise<{ annotations: boolean; mentions: boolean; unassociated: boolean }> {
      const [annotations, mentions, unassociated] = await Promise.all([
        hasSource({ projectId, kind: 'annotation' }),
        hasSource({ projectId, kind: 'mention' }),
        hasSource({ projectId, kind: 'mention', associated: false }),
      ]);
      return { annotations, mentions, unassociated };
    },

    /** Writes down that a part of a project's cells has to be counted; stands until a count that began later is written. */
    async askForCount(projectId: string, part: Part): Promise<void> {
      await upserting(() =>
        progress.updateOne({ _id: projectId }, { $inc: { [`asked.${part}`]: 1 } }, { upsert: true }),
      );
    },

    /** How often a part was asked for: a count that begins now answers all of it. */
    async countsAsked(projectId: string, part: Part): Promise<number> {
      const row = await progress.findById(projectId, { asked: 1 }).lean();
      return row?.asked?.[part] ?? 0;
    },

    /** Writes counted cells, unless a count that began later has been written. */
    async endCount(projectId: string, part: Part, asked: number, cells: Partial<Cells>): Promise<void> {
      const counted = `counted.${part}`;
      await progress.updateOne(
        { _id: projectId, $or: [{ [counted]: { $exists: false } }, { [counted]: { $lt: asked } }] },
        { $set: { ...cells, [counted]: asked } },
      );
    },

    /** Parts that were asked for and are not counted: the service ended in between. */
    async countsMissing(): Promise<{ projectId: string; part: Part }[]> {
      const rows = await progress.find({}, { asked: 1, counted: 1 }).lean();
      return rows.flatMap(({ _id, asked = {}, counted = {} }) =>
        PARTS.filter((part) => (asked[part] ?? 0) > (counted[part] ?? 0)).map((part) => ({ projectId: _id, part })),
      );
    },
  };
}
