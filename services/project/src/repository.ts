import { afterPosition, escapeRegExp, type PageSpec } from '@symbio/rpc';
import { createListCounts, upserting, type OutboxWriter, type PendingEvent, type RowValues } from '@symbio/mongo';
import { batchRequests, newId, type Actor, type OfOrganization } from '@symbio/runtime';
import type { Model, QueryFilter } from 'mongoose';
import type { StoredCoverage } from './assessment/coverage-model.js';
import type { CounterRow, MemberRow, ProjectRow, SiteVisitRow } from './model.js';
import type { MemberRole } from './policy.js';
import type { RecordedField } from './recorded/model.js';
import type { StoredPropertyMap } from './property-map/model.js';
import { SORT_KEYS, statusRankOf, titleKeyOf, type ListOrder } from './sorting.js';

type Derived = 'searchText' | 'titleKey' | 'statusRank';
/** Project values set by the service; search text, sort keys and cells are derived. */
export type ProjectValues = Omit<RowValues<ProjectRow>, Derived | 'progress'>;
export type MemberValues = RowValues<MemberRow>;
export type VisitValues = RowValues<SiteVisitRow>;
type Events<Row> = (row: Row) => PendingEvent[];

/** A project without its outbox and derived fields. */
export type StoredProject = Omit<ProjectRow, 'outbox' | Derived>;
/** Fields that determine a role in a project. */
export type ProjectOwner = Pick<ProjectRow, '_id' | 'createdBy' | 'isSample' | 'organizationId'>;

export interface Visibility {
  /** Otherwise projects created by the user, and memberships. */
  everything: boolean;
  /** Besides, the operator's samples are visible to all. */
  inOrganization: OfOrganization;
  userId: string;
  memberOf: readonly string[];
  /** Whether samples are included. */
  samples: boolean;
  /** Restricts to these, if not empty. */
  only: readonly string[];
}

/** Empty texts do not filter. */
export interface ProjectFilter {
  search: string;
  status: string;
  clientCompany: string;
  dueDateFrom: string;
  dueDateTo: string;
  createdFrom?: Date;
  createdTo?: Date;
  updatedAfter?: Date;
  /** Only these, if not empty. */
  ids?: readonly string[];
}

/** Queries and writes of projects. */
export interface ProjectRepository {
  find(id: string): Promise<StoredProject | undefined>;
  /** Includes deleted, restorable projects. */
  findStored(id: string): Promise<StoredProject | undefined>;
  /** Whole, with history and the boundary's corners, which other reads leave out. */
  propertyMap(id: string): Promise<StoredPropertyMap | undefined>;
  owners(ids: readonly string[]): Promise<ProjectOwner[]>;
  removedIds(): Promise<string[]>;
  visible(visibility: Visibility): Promise<ProjectOwner[]>;
  /** Of visible projects that are not completed. */
  assessments(
    visibility: Visibility,
  ): Promise<Pick<ProjectRow, '_id' | 'assessment' | 'interviews' | 'lienSearches' | 'questionnaire'>[]>;
  /** Statements about sources, and gaps, which other reads leave out. */
  coverage(id: string): Promise<StoredCoverage | undefined>;
  /** Whole, with texts and history. */
  recorded(id: string): Promise<Pick<ProjectRow, RecordedField> | undefined>;
  questionnaire(id: string): Promise<ProjectRow['questionnaire']>;
  idWithLink(linkId: string): Promise<string | undefined>;
  idWithLinkToken(tokenHash: string): Promise<string | undefined>;
  /** Id of the project that has the row. */
  idWithRecorded(field: RecordedField, id: string): Promise<string | undefined>;
  idWithGap(gapId: string): Promise<string | undefined>;
  /** A page of visible projects. */
  list(
    visibility: Visibility,
    filter: ProjectFilter,
    page: PageSpec,
    order: ListOrder,
  ): Promise<{ rows: StoredProject[]; count: number }>;
  /** Distinct company names of visible projects. */
  companies(visibility: Visibility): Promise<string[]>;
  /** The next number of a year and an organization, from 1. Unused numbers leave gaps (OP-02). */
  nextNumber(year: number, organizationId: string | undefined): Promise<number>;
  /** Undefined when the id or the number is taken. */
  insert(
    id: string,
    values: ProjectValues,
    actor: Actor,
    events: Events<StoredProject>,
  ): Promise<StoredProject | undefined>;
  /** `decide` gets the row, may throw, and returns undefined for no change. Undefined for a missing project. */
  change(
    id: string,
    actor: Actor,
    decide: (row: StoredProject) => Partial<ProjectValues> | undefined,
    events: Events<StoredProject>,
  ): Promise<StoredProject | undefined>;
}

/** Queries and writes of members. */
export interface MemberRepository {
  find(projectId: string, userId: string): Promise<MemberRow | undefined>;
  roles(userId: string, projectIds?: readonly string[]): Promise<Map<string, MemberRole>>;
  /** By time of joining. */
  list(projectId: string): Promise<MemberRow[]>;
  usersOf(projectIds: readonly string[]): Promise<string[]>;
  /** Undefined when the same person was added concurrently. */
  insert(values: MemberValues, actor: Actor, events: Events<MemberRow>): Promise<MemberRow | undefined>;
  /** Skips unchanged values. Undefined for a missing member. */
  change(
    id: string,
    values: Pick<MemberRow, 'role' | 'name'>,
    actor: Actor,
    events: Events<MemberRow>,
  ): Promise<MemberRow | undefined>;
  remove(id: string, actor: Actor, events: Events<MemberRow>): Promise<MemberRow | undefined>;
  /** Deletes the members of a deleted project. Idempotent. */
  removeAllOf(projectId: string): Promise<void>;
}

export interface SiteVisitRepository {
  find(id: string): Promise<SiteVisitRow | undefined>;
  /** A deleted, restorable visit. */
  findRemoved(id: string, now: Date): Promise<SiteVisitRow | undefined>;
  /** Some expired visits. */
  expired(now: Date): Promise<SiteVisitRow[]>;
  /** Newest visit first. */
  list(projectId: string): Promise<SiteVisitRow[]>;
  /** Days of completed visits (VISIT-04) by project, earliest first. */
  inspections(projectIds: readonly string[]): Promise<Map<string, string[]>>;
  /** Undefined when the id is taken. */
  insert(
    id: string,
    values: VisitValues,
    actor: Actor,
    events: Events<SiteVisitRow>,
  ): Promise<SiteVisitRow | undefined>;
  /** `decide` gets the row and returns undefined for no change. Undefined for a missing visit. */
  change(
    id: string,
    actor: Actor,
    decide: (row: SiteVisitRow) => Partial<VisitValues> | undefined,
    events: Events<SiteVisitRow>,
  ): Promise<SiteVisitRow | undefined>;
  remove(id: string, actor: Actor, events: Events<SiteVisitRow>): Promise<SiteVisitRow | undefined>;
  /** Deletes the visits of a deleted project. Idempotent. */
  removeAllOf(projectId: string): Promise<void>;
}

/** Visits erased per batch. */
const VISITS_BATCH = 100;

/** Fields excluded from reads: they may be as large as the rest. */
export const UNREAD = {
  outbox: 0,
  searchText: 0,
  titleKey: 0,
  statusRank: 0,
  'progress.asked': 0,
  'progress.counted': 0,
  'progress.ranks': 0,
  'propertyMap.boundary.geometry': 0,
  'propertyMap.history': 0,
  coverage: 0,
  'interviews.rows.text': 0,
  'interviews.history': 0,
  'lienSearches.rows.text': 0,
  'lienSearches.history': 0,
  'questionnaire.links': 0,
  'questionnaire.answers.answers': 0,
} as const;

/** Counters need no journaled write: the later write of the row journals both, and its index refuses duplicates. */
const UNSYNCED = { writeConcern: { w: 1, j: false } } as const;

const derivedOf = (
  row: Pick<ProjectRow, 'title' | 'number' | 'propertyAddress' | 'propertyCity' | 'clientCompany' | 'status'>,
): Pick<ProjectRow, Derived> => ({
  searchText: [row.title, row.number, row.propertyAddress, row.propertyCity, row.clientCompany]
    .join('\n')
    .toLowerCase(),
  titleKey: titleKeyOf(row.title),
  statusRank: statusRankOf(row.status),
});

/** Every word must occur, in any order and place. */
const withWords = (search: string): QueryFilter<ProjectRow>[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ searchText: { $regex: escapeRegExp(word) } }));

/** What dates of an assessment are computed from. */
const RECORDED_DATES = {
  'interviews.rows.date': 1,
  'interviews.rows.answered': 1,
  'lienSearches.rows.date': 1,
} as const;
const DATES = { assessment: 1, ...RECORDED_DATES, 'questionnaire.answers.date': 1 } as const;

const OWNER_FIELDS = { createdBy: 1, isSample: 1, organizationId: 1 } as const;

/** Not deleted. */
const NOT_DELETED = { deletedAt: null, purgeAt: null } as const;

/** Restricts projects, deleted or not, to visible ones. */
export function ofVisibility(visibility: Visibility): QueryFilter<ProjectRow> {
  const { everything, inOrganization, userId, memberOf, samples, only } = visibility;
  const { organizationId } = inOrganization;
  const ofSamples = organizationId === undefined ? {} : { organizationId: { $in: [organizationId, null] } };
  const own = everything
    ? [inOrganization]
    : [
        { createdBy: userId, ...inOrganization },
        { _id: { $in: [...memberOf] }, ...inOrganization },
      ];
  return {
    ...(everything && organizationId === undefined
      ? {}
      : { $or: [...own, ...(samples ? [{ isSample: true, ...ofSamples }] : [])] }),
    ...(only.length > 0 ? { _id: { $in: [...only] } } : {}),
  };
}

const visibleFilter = (visibility: Visibility): QueryFilter<ProjectRow> => ({
  ...NOT_DELETED,
  ...ofVisibility(visibility),
});

const range = <T>(from: T | undefined, to: { $lte: T } | { $lt: T } | undefined) =>
  from !== undefined || to !== undefined ? { ...(from !== undefined ? { $gte: from } : {}), ...to } : undefined;

function listFilter(visibility: Visibility, filter: ProjectFilter): QueryFilter<ProjectRow> {
  const dueDate = range(filter.dueDateFrom || undefined, filter.dueDateTo ? { $lte: filter.dueDateTo } : undefined);
  const ids = filter.ids ?? [];
  const named = [...withWords(filter.search), ...(ids.length > 0 ? [{ _id: { $in: [...ids] } }] : [])];
  const createdAt = range(filter.createdFrom, filter.createdTo ? { $lt: filter.createdTo } : undefined);
  return {
    ...visibleFilter(visibility),
    ...(named.length > 0 ? { $and: named } : {}),
    ...(filter.status ? { status: filter.status === 'open' ? { $ne: 'completed' } : filter.status } : {}),
    ...(filter.clientCompany ? { clientCompany: filter.clientCompany } : {}),
    ...(dueDate ? { dueDate } : {}),
    ...(createdAt ? { createdAt } : {}),
    ...(filter.updatedAfter ? { updatedAt: { $gt: filter.updatedAfter } } : {}),
  } as QueryFilter<ProjectRow>;
}

/** Assigns counter numbers from 1, batching concurrent requests. */
function numbersOf(counters: Model<CounterRow>): (counter: string) => Promise<number> {
  return batchRequests(async (wanted: string[]) => {
    const next = new Map<string, number>();
    for (const counter of new Set(wanted)) {
      const value = wanted.filter((one) => one === counter).length;
      const row = await upserting(() =>
        counters
          .findOneAndUpdate(
            { _id: counter },
            { $inc: { value } },
            { upsert: true, returnDocument: 'after', ...UNSYNCED },
          )
          .lean(),
      );
      next.set(counter, row.value - value);
    }
    return wanted.map((counter) => {
      const number = (next.get(counter) ?? 0) + 1;
      next.set(counter, number);
      return number;
    });
  });
}

/** Projects in MongoDB. */
export function projectRepository(
  model: Model<ProjectRow>,
  writer: OutboxWriter<ProjectRow>,
  counters: Model<CounterRow>,
): ProjectRepository {
  const nextOf = numbersOf(counters);
  const countOfList = createListCounts();
  return {
    async find(id) {
      return (await model.findOne({ _id: id, ...NOT_DELETED }, UNREAD).lean()) ?? undefined;
    },
    async findStored(id) {
      return (await model.findOne({ _id: id, deletedAt: null }, UNREAD).lean()) ?? undefined;
    },
    async propertyMap(id) {
      return (await model.findOne({ _id: id, deletedAt: null }, { propertyMap: 1 }).lean())?.propertyMap;
    },
    async owners(ids) {
      return model.find({ _id: { $in: [...ids] }, ...NOT_DELETED }, OWNER_FIELDS).lean();
    },
    async removedIds() {
      const rows = await model.find({ purgeAt: { $exists: true }, deletedAt: null }, { _id: 1 }).lean();
      return rows.map(({ _id }) => _id);
    },
    async visible(visibility) {
      return model.find(visibleFilter(visibility), OWNER_FIELDS).lean();
    },
    async coverage(id) {
      return (await model.findOne({ _id: id, deletedAt: null }, { coverage: 1 }).lean())?.coverage;
    },
    async recorded(id) {
      const row = await model.findOne({ _id: id, deletedAt: null }, { interviews: 1, lienSearches: 1 }).lean();
      return row ?? undefined;
    },
    async idWithRecorded(field, id) {
      return (await model.findOne({ [`${field}.rows.id`]: id, deletedAt: null }, { _id: 1 }).lean())?._id;
    },
    async questionnaire(id) {
      return (await model.findOne({ _id: id, deletedAt: null }, { questionnaire: 1 }).lean())?.questionnaire;
    },
    async idWithLink(linkId) {
      return (await model.findOne({ 'questionnaire.links.id': linkId, deletedAt: null }, { _id: 1 }).lean())?._id;
    },
    async idWithLinkToken(tokenHash) {
      const query = { 'questionnaire.links.tokenHash': tokenHash, deletedAt: null };
      return (await model.findOne(query, { _id: 1 }).lean())?._id;
    },
    async idWithGap(gapId) {
      const query = { 'coverage.gaps.id': gapId, deletedAt: null };
      return (await model.findOne(query, { _id: 1 }).lean())?._id;
    },
    async assessments(visibility) {
      return model.find({ ...visibleFilter(visibility), status: { $ne: 'completed' } }, DATES).lean();
    },
    async list(visibility, filter, { skip, perPage, after }, order) {
      const query = listFilter(visibility, filter);
      const wanted = after ? { $and: [query, afterPosition('createdAt', 'newest first', after)] } : query;
      const direction = order.order === 'asc' ? 1 : -1;
      const sort = { [SORT_KEYS[order.sort]]: direction, _id: direction } as const;
      const rows = await model.find(wanted, UNREAD).sort(sort).skip(skip).limit(perPage).lean();
      // an incomplete page is the last one and yields the count
      const isLast = !after && rows.length < perPage && (rows.length > 0 || skip === 0);
      return { rows, count: isLast ? skip + rows.length : await countOfList(model, query) };
    },
    async companies(visibility) {
      return model.distinct('clientCompany', visibleFilter(visibility));
    },
    nextNumber: (year, organizationId) =>
      nextOf(organizationId === undefined ? `P-${year}` : `P-${year} ${organizationId}`),
    insert: (id, values, actor, events) => writer.insert(id, { ...values, ...derivedOf(values) }, actor, events),
    async change(id, actor, decide, events) {
      let exists = false;
      const changed = await writer.change(id, actor, (row, after) => {
        exists = !row.removal;
        const change = exists ? decide(row) : undefined;
        if (!change) return undefined;
        const set = { ...change, ...derivedOf({ ...row, ...change }) };
        return { set, events: events(after(set)) };
      });
      return exists ? changed : undefined;
    },
  };
}

/** Members in MongoDB. */
export function memberRepository(model: Model<MemberRow>, writer: OutboxWriter<MemberRow>): MemberRepository {
  return {
    async find(projectId, userId) {
      return (await model.findOne({ projectId, userId, deletedAt: null }).lean()) ?? undefined;
    },
    async roles(userId, projectIds) {
      const rows = await model
        .find({ userId, deletedAt: null, ...(projectIds ? { projectId: { $in: [...projectIds] } } : {}) })
        .select({ _id: 0, projectId: 1, role: 1 })
        .lean();
      return new Map(rows.map(({ projectId, role }) => [projectId, role]));
    },
    async list(projectId) {
      return model.find({ projectId, deletedAt: null }).sort({ createdAt: 1 }).lean();
    },
    insert: (values, actor, events) => writer.insert(newId(), values, actor, events),
    change: (id, values, actor, events) =>
      writer.change(id, actor, (row, after) =>
        row.role === values.role && row.name === values.name
          ? undefined
          : { set: values, events: events(after(values)) },
      ),
    remove: (id, actor, events) => writer.change(id, actor, (row) => ({ remove: true, events: events(row) })),
    async usersOf(projectIds) {
      return model.distinct('userId', { projectId: { $in: [...projectIds] }, deletedAt: null });
    },
    async removeAllOf(projectId) {
      await model.deleteMany({ projectId });
    },
  };
}

export function siteVisitRepository(
  model: Model<SiteVisitRow>,
  writer: OutboxWriter<SiteVisitRow>,
): SiteVisitRepository {
  return {
    async find(id) {
      return (await model.findOne({ _id: id, deletedAt: null, purgeAt: null }).lean()) ?? undefined;
    },
    async findRemoved(id, now) {
      return (await model.findOne({ _id: id, deletedAt: null, purgeAt: { $gt: now } }).lean()) ?? undefined;
    },
    async expired(now) {
      return model
        .find({ purgeAt: { $lte: now }, deletedAt: null })
        .limit(VISITS_BATCH)
        .lean();
    },
    async list(projectId) {
      return model.find({ projectId, deletedAt: null, purgeAt: null }).sort({ sortKey: -1, _id: -1 }).lean();
    },
    async inspections(projectIds) {
      const completed = { deletedAt: null, purgeAt: null, accessGranted: true, findings: /\S/ };
      const rows = await model
        .find({ projectId: { $in: [...projectIds] }, ...completed }, { projectId: 1, visitDate: 1 })
        .sort({ sortKey: 1 })
        .lean();
      const days = new Map<string, string[]>();
      for (const { projectId, visitDate } of rows) days.set(projectId, [...(days.get(projectId) ?? []), visitDate]);
      return days;
    },
    insert: (id, values, actor, events) => writer.insert(id, values, actor, events),
    change: (id, actor, decide, events) =>
      writer.change(id, actor, (row, after) => {
        const set = decide(row);
        return set && { set, events: events(after(set)) };
      }),
    remove: (id, actor, events) => writer.change(id, actor, (row) => ({ remove: true, events: events(row) })),
    async removeAllOf(projectId) {
      await model.deleteMany({ projectId });
    },
  };
}
