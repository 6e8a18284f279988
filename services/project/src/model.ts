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
} from '@symbio/kit';
import type { CategoryGroup } from '@symbio/proto/document/vocabulary';
import { PROJECT_STATUSES } from '@symbio/proto/project/vocabulary';
import type { Model } from 'mongoose';
import { MEMBER_ROLES } from './policy.js';
import type { Cells } from './progress-cells.js';

const cell = <Name extends keyof Cells>() => ({ type: typed<Cells[Name]>(String) }) as const;

/** Parts of the cells that are counted on their own. */
export const PARTS = ['documents', 'insights', 'visits'] as const;
export type Part = (typeof PARTS)[number];

const progress = fields({
  /** How often a part was asked to be counted, */
  asked: { type: typed<Partial<Record<Part, number>>>(Object) },
  /** and how many of these askings the cells of the part answer. */
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
  clientCompany: text,
  clientContact: { type: String },
  clientPhone: { type: String },
  clientEmail: { type: String },
  status: { type: String, enum: PROJECT_STATUSES, required: true },
  createdBy: text,
  /** The creator's name at creation, for the list of members. */
  createdByName: { type: String, default: '' },
  /** The agent that made it for this person; absent when a person did, and in rows from before December 2026. */
  createdByAgent: { type: String },
  /** Of what it was created with; projects from before November 2026 have none. */
  creationHash: { type: String },
  /** What a search looks into, in lower case (OP-03). */
  searchText: text,
  /** The cells of the dashboard, and how far they are counted. Absent: nothing has happened. */
  progress: { type: part(progress) },
  /** A person deleted it: nobody sees it, nor what belongs to it, and it is kept until `purgeAt` so that it can be restored. */
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
  /** Date and time as one text that sorts; a missing time counts as 09:00 (VISIT-07). */
  sortKey: text,
  /** What it was created with, and by whom; visits from before November 2026 have none. */
  creationHash: { type: String },
  /** A person deleted it: nobody sees it, and until then that can be taken back. */
  purgeAt: { type: Date },
});

export type SiteVisitRow = RowOf<typeof siteVisit>;

const source = fields({
  /** `<kind>:<entity id>`. */
  _id: text,
  projectId: text,
  kind: { type: String, enum: ['document', 'page', 'annotation', 'mention'], required: true },
  rev: number,
  /** Deleted over there. The row stays, so that an older event that comes late does not bring it back. */
  gone: flag,
  /** Documents: the group of the category, whether anything is left to do, pages (0: not known). */
  group: { type: typed<CategoryGroup>(String) },
  settled: { type: Boolean },
  totalPages: { type: Number },
  /** Pages: of which document, and whether the picture exists. */
  documentId: { type: String },
  ready: { type: Boolean },
  /** Mentions: whether a feature is named. */
  associated: { type: Boolean },
});

/** What an entity of another service adds to the dashboard's cells: the newest revision seen of it. */
export type SourceRow = ValuesOf<typeof source>;

const oldProgressFields = fields({ _id: text, ...progress });

/** Where the progress of a project was kept before November 2026; `_id` is the project's. */
export type OldProgressRow = ValuesOf<typeof oldProgressFields>;

const counter = fields({ _id: text, value: number });

/** Last number given out in a year. */
export type CounterRow = ValuesOf<typeof counter>;

export interface ProjectModels {
  projects: Model<ProjectRow>;
  members: Model<MemberRow>;
  siteVisits: Model<SiteVisitRow>;
  sources: Model<SourceRow>;
  oldProgress: Model<OldProgressRow>;
  counters: Model<CounterRow>;
}

/** The collections of this service on its connection. */
export function projectModels(connection: Connection): ProjectModels {
  const projects = rowSchema<ProjectRow>('projects', project);
  projects.index({ number: 1 }, { unique: true });
  projects.index({ deletedAt: 1, purgeAt: 1, createdAt: -1, _id: -1 });
  projects.index({ createdBy: 1, deletedAt: 1, purgeAt: 1, createdAt: -1, _id: -1 });
  projects.index({ deletedAt: 1, purgeAt: 1, clientCompany: 1, createdAt: -1, _id: -1 });
  // only deleted ones are in it
  projects.index({ purgeAt: -1, _id: -1 }, { partialFilterExpression: { purgeAt: { $exists: true } } });

  const members = rowSchema<MemberRow>('members', member);
  // removed members wait for their last event: only those who are members now must be unique
  members.index({ projectId: 1, userId: 1 }, { unique: true, partialFilterExpression: { deletedAt: null } });
  members.index({ projectId: 1, deletedAt: 1, createdAt: 1 });
  // answers by itself in which projects somebody has which role
  members.index({ userId: 1, deletedAt: 1, projectId: 1, role: 1 });

  const siteVisits = rowSchema<SiteVisitRow>('site_visits', siteVisit);
  siteVisits.index({ projectId: 1, deletedAt: 1, sortKey: -1, _id: -1 });
  // only deleted ones are in it
  siteVisits.index({ purgeAt: 1 }, { sparse: true });

  const sources = strictSchema<SourceRow>('progress_sources', source);
  sources.index({ projectId: 1, kind: 1, gone: 1, associated: 1 });
  sources.index({ projectId: 1, kind: 1, gone: 1, ready: 1, documentId: 1 });

  const oldProgress = strictSchema<OldProgressRow>('progress', oldProgressFields);
  const counters = strictSchema<CounterRow>('counters', counter);

  return {
    projects: connection.model<ProjectRow>('Project', projects),
    members: connection.model<MemberRow>('Member', members),
    siteVisits: connection.model<SiteVisitRow>('SiteVisit', siteVisits),
    sources: connection.model<SourceRow>('ProgressSource', sources),
    oldProgress: connection.model<OldProgressRow>('OldProgress', oldProgress),
    counters: connection.model<CounterRow>('Counter', counters),
  };
}
