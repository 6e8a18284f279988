import { outboxIndexes, outboxPaths, type Connection, type OutboxRow } from '@symbio/kit';
import { Schema, type Model } from 'mongoose';
import type { DocumentGroup } from './document-groups.js';
import type { MemberRole } from './policy.js';
import type { Cells } from './progress-cells.js';
import type { Status } from './statuses.js';

export interface ProjectRow extends OutboxRow {
  /** P-<year>-<5 digits>, unique (OP-02). */
  number: string;
  title: string;
  /** YYYY-MM-DD. */
  dueDate: string;
  propertyAddress: string;
  propertyCity: string;
  propertyState: string;
  propertyZip: string;
  propertyNeighborhood?: string;
  propertyBlock?: string;
  propertyNumber?: string;
  clientCompany: string;
  clientContact?: string;
  clientPhone?: string;
  clientEmail?: string;
  status: Status;
  createdBy: string;
  /** The creator's name at creation, for the list of members. */
  createdByName: string;
  /** What a search looks into, in lower case (OP-03). */
  searchText: string;
}

export interface MemberRow extends OutboxRow {
  projectId: string;
  userId: string;
  role: MemberRole;
  name: string;
}

export interface SiteVisitRow extends OutboxRow {
  projectId: string;
  /** YYYY-MM-DD. */
  visitDate: string;
  /** HH:MM. */
  visitTime?: string;
  accessGranted: boolean;
  accessNotes: string;
  findings: string;
  photos: string[];
  weatherConditions: string;
  investigatorId?: string;
  investigatorName: string;
  /** Date and time as one text that sorts; a missing time counts as 09:00 (VISIT-07). */
  sortKey: string;
}

/** What an entity of another service adds to the dashboard's cells: the newest revision seen of it. */
export interface SourceRow {
  /** `<kind>:<entity id>`. */
  _id: string;
  projectId: string;
  kind: 'document' | 'page' | 'annotation' | 'mention';
  rev: number;
  /** Deleted over there. The row stays, so that an older event that comes late does not bring it back. */
  gone: boolean;
  /** Documents: the group of the category, whether anything is left to do, pages (0: not known). */
  group?: DocumentGroup;
  settled?: boolean;
  totalPages?: number;
  /** Pages: of which document, and whether the picture exists. */
  documentId?: string;
  ready?: boolean;
  /** Mentions: whether a feature is named. */
  associated?: boolean;
}

/** Parts of the cells that are counted on their own. */
export const PARTS = ['documents', 'insights', 'visits'] as const;
export type Part = (typeof PARTS)[number];

export interface ProgressRow extends Partial<Cells> {
  /** The project's id. */
  _id: string;
  /** How often a part was asked to be counted, */
  asked?: Partial<Record<Part, number>>;
  /** and how many of these askings the cells of the part answer. */
  counted?: Partial<Record<Part, number>>;
}

/** Last number given out in a year. */
export interface CounterRow {
  _id: string;
  value: number;
}

export interface ProjectModels {
  projects: Model<ProjectRow>;
  members: Model<MemberRow>;
  siteVisits: Model<SiteVisitRow>;
  sources: Model<SourceRow>;
  progress: Model<ProgressRow>;
  counters: Model<CounterRow>;
}

const options = { versionKey: false, minimize: false } as const;
const text = { type: String, required: true } as const;

/** The collections of this service on its connection. */
export function projectModels(connection: Connection): ProjectModels {
  const projects = new Schema<ProjectRow>(
    {
      ...outboxPaths,
      number: text,
      title: text,
      dueDate: text,
      propertyAddress: text,
      propertyCity: text,
      propertyState: text,
      propertyZip: text,
      propertyNeighborhood: String,
      propertyBlock: String,
      propertyNumber: String,
      clientCompany: text,
      clientContact: String,
      clientPhone: String,
      clientEmail: String,
      status: text,
      createdBy: text,
      createdByName: { type: String, default: '' },
      searchText: text,
    },
    { ...options, collection: 'projects' },
  );
  projects.index({ number: 1 }, { unique: true });
  projects.index({ deletedAt: 1, createdAt: -1, _id: -1 });
  projects.index({ createdBy: 1, deletedAt: 1, createdAt: -1, _id: -1 });
  projects.index({ deletedAt: 1, clientCompany: 1, createdAt: -1, _id: -1 });
  outboxIndexes(projects);

  const members = new Schema<MemberRow>(
    { ...outboxPaths, projectId: text, userId: text, role: text, name: { type: String, default: '' } },
    { ...options, collection: 'members' },
  );
  // removed members wait for their last event: only those who are members now must be unique
  members.index({ projectId: 1, userId: 1 }, { unique: true, partialFilterExpression: { deletedAt: null } });
  members.index({ projectId: 1, deletedAt: 1, createdAt: 1 });
  members.index({ userId: 1, deletedAt: 1, projectId: 1 });
  outboxIndexes(members);

  const siteVisits = new Schema<SiteVisitRow>(
    {
      ...outboxPaths,
      projectId: text,
      visitDate: text,
      visitTime: String,
      accessGranted: { type: Boolean, required: true },
      accessNotes: { type: String, default: '' },
      findings: { type: String, default: '' },
      photos: { type: [String], default: [] },
      weatherConditions: { type: String, default: '' },
      investigatorId: String,
      investigatorName: { type: String, default: '' },
      sortKey: text,
    },
    { ...options, collection: 'site_visits' },
  );
  siteVisits.index({ projectId: 1, deletedAt: 1, sortKey: -1, _id: -1 });
  outboxIndexes(siteVisits);

  const sources = new Schema<SourceRow>(
    {
      _id: text,
      projectId: text,
      kind: text,
      rev: { type: Number, required: true },
      gone: { type: Boolean, required: true },
      group: String,
      settled: Boolean,
      totalPages: Number,
      documentId: String,
      ready: Boolean,
      associated: Boolean,
    },
    { ...options, collection: 'progress_sources' },
  );
  sources.index({ projectId: 1, kind: 1, gone: 1, associated: 1 });
  sources.index({ projectId: 1, kind: 1, gone: 1, ready: 1, documentId: 1 });

  const progress = new Schema<ProgressRow>(
    {
      _id: text,
      asked: Object,
      counted: Object,
      hasAnnotations: Boolean,
      dataHistoric: String,
      dataAgency: String,
      dataUserProvided: String,
      dataPages: String,
      siteRecon: String,
      insights: String,
    },
    { ...options, collection: 'progress' },
  );

  const counters = new Schema<CounterRow>(
    { _id: text, value: { type: Number, required: true } },
    { ...options, collection: 'counters' },
  );

  return {
    projects: connection.model<ProjectRow>('Project', projects),
    members: connection.model<MemberRow>('Member', members),
    siteVisits: connection.model<SiteVisitRow>('SiteVisit', siteVisits),
    sources: connection.model<SourceRow>('ProgressSource', sources),
    progress: connection.model<ProgressRow>('Progress', progress),
    counters: connection.model<CounterRow>('Counter', counters),
  };
}
