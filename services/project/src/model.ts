import {
  fields,
  flag,
  moment,
  number,
  part,
  rowSchema,
  strictSchema,
  text,
  typed,
  type Connection,
  type RowOf,
  type ValuesOf,
} from '@symbio/mongo';
import type { CategoryGroup } from '@symbio/proto/document/vocabulary';
import { PROJECT_STATUSES } from '@symbio/proto/project/vocabulary';
import type { Model } from 'mongoose';
import { MEMBER_ROLES } from './policy.js';
import type { Cells } from './progress-cells.js';

const cell = <Name extends keyof Cells>() => ({ type: typed<Cells[Name]>(String) }) as const;

/** Independently counted parts of the cells. */
export const PARTS = ['documents', 'insights', 'visits'] as const;
export type Part = (typeof PARTS)[number];

const progress = fields({
  /** Number of requested counts per part, */
  asked: { type: typed<Partial<Record<Part, number>>>(Object) },
  /** and how many of them the cells include. */
  counted: { type: typed<Partial<Record<Part, number>>>(Object) },
  hasAnnotations: { type: Boolean },
  dataHistoric: cell<'dataHistoric'>(),
  dataAgency: cell<'dataAgency'>(),
  dataUserProvided: cell<'dataUserProvided'>(),
  dataPages: cell<'dataPages'>(),
  siteRecon: cell<'siteRecon'>(),
  insights: cell<'insights'>(),
});

const project = fields({
  /** P-<year>-<5 digits>, unique (OP-02). */
  number: text,
  title: text,
  /** YYYY-MM-DD. */
  dueDate: text,
  propertyAddress: text,
  propertyCity: text,
  propertyState: text,
  propertyZip: text,
  propertyNeighborhood: { type: String },
  propertyBlock: { type: String },
  propertyNumber: { type: String },
  /** `(longitude,latitude)`, given by a person. */
  propertyCoordinate: { type: String },
  clientCompany: text,
  clientContact: { type: String },
  clientPhone: { type: String },
  clientEmail: { type: String },
  status: { type: String, enum: PROJECT_STATUSES, required: true },
  createdBy: text,
  /** The creator's name at creation, for the member list. */
  createdByName: { type: String, default: '' },
  /** The agent that created it for the user; absent for people, and in rows from before December 2026. */
  createdByAgent: { type: String },
  /** Hash of the creation values; empty before November 2026. */
  creationHash: text,
  /** Lower-case search text (OP-03). */
  searchText: text,
  /** Dashboard cells and their counting state. Absent: empty project. */
  progress: { type: part(progress) },
  /** Deleted by a person: invisible with all its data, and restorable until `purgeAt`. */
  removal: { type: part({ authorId: text, authorName: { type: String, default: '' }, at: moment }) },
  purgeAt: { type: Date },
});

export type ProjectRow = RowOf<typeof project>;

const member = fields({
  projectId: text,
  userId: text,
  role: { type: String, enum: MEMBER_ROLES, required: true },
  name: { type: String, default: '' },
});

export type MemberRow = RowOf<typeof member>;

const siteVisit = fields({
  projectId: text,
  /** YYYY-MM-DD. */
  visitDate: text,
  /** HH:MM. */
  visitTime: { type: String },
  accessGranted: flag,
  accessNotes: { type: String, default: '' },
  findings: { type: String, default: '' },
  photos: { type: [String], default: [] },
  weatherConditions: { type: String, default: '' },
  investigatorId: { type: String },
  investigatorName: { type: String, default: '' },
  /** Sortable date and time; a missing time counts as 09:00 (VISIT-07). */
  sortKey: text,
  /** Hash of creation values and author; empty before November 2026. */
  creationHash: text,
  /** If set, deleted by a person and restorable until then. */
  purgeAt: { type: Date },
});

export type SiteVisitRow = RowOf<typeof siteVisit>;

const source = fields({
  /** `<kind>:<entity id>`. */
  _id: text,
  projectId: text,
  kind: { type: String, enum: ['document', 'page', 'annotation', 'mention'], required: true },
  rev: number,
  /** Deleted at its source. The row remains so that late, older events do not restore it. */
  gone: flag,
  /** Documents: category group, whether work is left, number of pages (0: unknown). */
  group: { type: typed<CategoryGroup>(String) },
  settled: { type: Boolean },
  totalPages: { type: Number },
  /** Pages: their document, and whether the image exists. */
  documentId: { type: String },
  ready: { type: Boolean },
  /** Mentions: whether linked to a feature. */
  associated: { type: Boolean },
});

/** An external entity's contribution to the cells, at its newest seen revision. */
export type SourceRow = ValuesOf<typeof source>;

const counter = fields({ _id: text, value: number });

/** Last number assigned in a year. */
export type CounterRow = ValuesOf<typeof counter>;

export interface ProjectModels {
  projects: Model<ProjectRow>;
  members: Model<MemberRow>;
  siteVisits: Model<SiteVisitRow>;
  sources: Model<SourceRow>;
  counters: Model<CounterRow>;
}

/** The collections of this service. */
export function projectModels(connection: Connection): ProjectModels {
  const projects = rowSchema<ProjectRow>('projects', project);
  projects.index({ number: 1 }, { unique: true });
  projects.index({ deletedAt: 1, purgeAt: 1, createdAt: -1, _id: -1 });
  projects.index({ createdBy: 1, deletedAt: 1, purgeAt: 1, createdAt: -1, _id: -1 });
  projects.index({ deletedAt: 1, purgeAt: 1, clientCompany: 1, createdAt: -1, _id: -1 });
  // partial: only deleted ones
  projects.index({ purgeAt: -1, _id: -1 }, { partialFilterExpression: { purgeAt: { $exists: true } } });

  const members = rowSchema<MemberRow>('members', member);
  // removed members wait for their last event: only current members must be unique
  members.index({ projectId: 1, userId: 1 }, { unique: true, partialFilterExpression: { deletedAt: null } });
  members.index({ projectId: 1, deletedAt: 1, createdAt: 1 });
  // covers the lookup of roles by user
  members.index({ userId: 1, deletedAt: 1, projectId: 1, role: 1 });

  const siteVisits = rowSchema<SiteVisitRow>('site_visits', siteVisit);
  siteVisits.index({ projectId: 1, deletedAt: 1, sortKey: -1, _id: -1 });
  // sparse: only deleted ones
  siteVisits.index({ purgeAt: 1 }, { sparse: true });

  const sources = strictSchema<SourceRow>('progress_sources', source);
  sources.index({ projectId: 1, kind: 1, gone: 1, associated: 1 });
  sources.index({ projectId: 1, kind: 1, gone: 1, ready: 1, documentId: 1 });

  const counters = strictSchema<CounterRow>('counters', counter);

  return {
    projects: connection.model<ProjectRow>('Project', projects),
    members: connection.model<MemberRow>('Member', members),
    siteVisits: connection.model<SiteVisitRow>('SiteVisit', siteVisits),
    sources: connection.model<SourceRow>('ProgressSource', sources),
    counters: connection.model<CounterRow>('Counter', counters),
  };
}
