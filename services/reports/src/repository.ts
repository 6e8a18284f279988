import type { OutboxWriter, RowWriter } from '@symbio/mongo';
import type { PageSpec } from '@symbio/rpc';
import type { ReportState } from '@symbio/proto/reports/vocabulary';
import type { Clock, OfOrganization } from '@symbio/runtime';
import type { ReportModels, ReportRow, ShareLinkRow, TemplateRow, VersionRow } from './model.js';

/** Milliseconds in which a composing process must report. */
const LEASE_MS = 120_000;
const EXPIRED_BATCH = 100;

export interface VersionRepository {
  versions: RowWriter<VersionRow>;
  version(id: string): Promise<VersionRow | undefined>;
  /** Highest number. */
  newest(projectId: string): Promise<VersionRow | undefined>;
  inState(projectId: string, state: ReportState): Promise<VersionRow[]>;
  /** Newest first. @param states all if undefined */
  list(
    projectId: string,
    states: readonly ReportState[] | undefined,
    slice: Pick<PageSpec, 'skip' | 'perPage'> | undefined,
  ): Promise<VersionRow[]>;
  count(projectId: string, states: readonly ReportState[] | undefined): Promise<number>;
}

/** Issued versions, which outlive their project. */
export interface RetainedVersions {
  /** Of a project. */
  issued(projectId: string): Promise<VersionRow[]>;
  /** Of erased projects, latest issue first. */
  listRetained(owner: OfOrganization, slice: Pick<PageSpec, 'skip' | 'perPage'> | undefined): Promise<VersionRow[]>;
  countRetained(owner: OfOrganization): Promise<number>;
  /** Some whose retention has ended. */
  expired(now: Date): Promise<VersionRow[]>;
  /** Removes a project's rows, but not these versions. */
  removeProject(projectId: string, retained: readonly string[]): Promise<void>;
}

export interface ReportRepository {
  reports: RowWriter<ReportRow>;
  report(projectId: string): Promise<ReportRow | undefined>;
}

export interface TemplateRepository {
  /** @param id of a project, or of the installation */
  template(id: string): Promise<TemplateRow | undefined>;
  /** Of these keys in the blob store, those that a version names. */
  usedTemplates(keys: readonly string[]): Promise<string[]>;
}

export interface ShareLinkRepository {
  /** Oldest first. */
  linksOf(versionId: string): Promise<ShareLinkRow[]>;
  linkByToken(tokenHash: string): Promise<ShareLinkRow | undefined>;
  recordUse(id: string, at: Date): Promise<void>;
}

export function reportRepository(
  models: ReportModels,
  writers: { reports: OutboxWriter<ReportRow>; versions: OutboxWriter<VersionRow> },
  clock: Clock,
) {
  const { reports, versions, shareLinks, templates } = models;
  const leaseEnd = (): Date => new Date(clock.now().getTime() + LEASE_MS);
  /** Retained versions belong to no project. */
  const filterOf = (projectId: string, states?: readonly ReportState[]) => ({
    ...{ projectId, retained: null, deletedAt: null },
    ...(states && { state: { $in: [...states] } }),
  });

  const retainedBy = ({ organizationId }: OfOrganization) => ({
    ...{ 'retained.until': { $exists: true }, deletedAt: null },
    ...(organizationId !== undefined && { 'retained.organizationId': organizationId }),
  });

  return {
    reports: writers.reports,
    versions: writers.versions,

    report: async (projectId: string): Promise<ReportRow | undefined> =>
      (await reports.findOne({ _id: projectId, deletedAt: null }).lean<ReportRow>()) ?? undefined,

    version: async (id: string): Promise<VersionRow | undefined> =>
      (await versions.findOne({ _id: id, deletedAt: null }).lean<VersionRow>()) ?? undefined,

    newest: async (projectId: string): Promise<VersionRow | undefined> =>
      (await versions.findOne(filterOf(projectId)).sort({ number: -1 }).lean<VersionRow>()) ?? undefined,

    inState: (projectId: string, state: ReportState): Promise<VersionRow[]> =>
      versions.find(filterOf(projectId, [state])).lean<VersionRow[]>(),

    list(
      projectId: string,
      states: readonly ReportState[] | undefined,
      slice: Pick<PageSpec, 'skip' | 'perPage'> | undefined,
    ): Promise<VersionRow[]> {
      const query = versions.find(filterOf(projectId, states)).sort({ number: -1 });
      return (slice ? query.skip(slice.skip).limit(slice.perPage) : query).lean<VersionRow[]>();
    },

    count: (projectId: string, states: readonly ReportState[] | undefined): Promise<number> =>
      versions.countDocuments(filterOf(projectId, states)),

    /** Another version to compose, exclusively until its lease ends. */
    claim: async (): Promise<VersionRow | undefined> =>
      (await versions
        .findOneAndUpdate(
          { composition: 'waiting', leaseUntil: { $lte: clock.now() }, deletedAt: null },
          { $set: { leaseUntil: leaseEnd() } },
          { sort: { createdAt: 1 }, returnDocument: 'after' },
        )
        .lean<VersionRow>()) ?? undefined,

    async extendLease(id: string): Promise<void> {
      await versions.updateOne({ _id: id }, { $set: { leaseUntil: leaseEnd() } });
    },

    /** @param hasFailed counts this attempt */
    async release(id: string, hasFailed: boolean): Promise<void> {
      await versions.updateOne(
        { _id: id },
        { $set: { leaseUntil: clock.now() }, ...(hasFailed && { $inc: { failedAttempts: 1 } }) },
      );
    },

    template: async (id: string): Promise<TemplateRow | undefined> =>
      (await templates.findOne({ _id: id, deletedAt: null }).lean<TemplateRow>()) ?? undefined,

    usedTemplates: (keys: readonly string[]): Promise<string[]> =>
      versions.distinct('template.key', { 'template.key': { $in: [...keys] } }),

    linksOf: (versionId: string): Promise<ShareLinkRow[]> =>
      shareLinks.find({ versionId, deletedAt: null }).sort({ createdAt: 1, _id: 1 }).lean<ShareLinkRow[]>(),

    linkByToken: async (tokenHash: string): Promise<ShareLinkRow | undefined> =>
      (await shareLinks.findOne({ tokenHash, deletedAt: null }).lean<ShareLinkRow>()) ?? undefined,

    async recordUse(id: string, at: Date): Promise<void> {
      await shareLinks.updateOne({ _id: id }, { $set: { lastUsedAt: at } }, { timestamps: false });
    },

    issued: (projectId: string): Promise<VersionRow[]> =>
      versions.find({ projectId, issuedAt: { $exists: true }, deletedAt: null }).lean<VersionRow[]>(),

    listRetained(owner: OfOrganization, slice: Pick<PageSpec, 'skip' | 'perPage'> | undefined): Promise<VersionRow[]> {
      const query = versions.find(retainedBy(owner)).sort({ 'retained.until': -1, _id: -1 });
      return (slice ? query.skip(slice.skip).limit(slice.perPage) : query).lean<VersionRow[]>();
    },

    countRetained: (owner: OfOrganization): Promise<number> => versions.countDocuments(retainedBy(owner)),

    expired: (now: Date): Promise<VersionRow[]> =>
      versions
        .find({ 'retained.until': { $lte: now }, deletedAt: null })
        .limit(EXPIRED_BATCH)
        .lean<VersionRow[]>(),

    async removeProject(projectId: string, retained: readonly string[]): Promise<void> {
      await shareLinks.deleteMany({ projectId });
      await versions.deleteMany({ projectId, _id: { $nin: [...retained] } });
      await templates.deleteMany({ _id: projectId });
      await reports.deleteMany({ _id: projectId });
    },
  };
}

export type Repository = ReturnType<typeof reportRepository>;
