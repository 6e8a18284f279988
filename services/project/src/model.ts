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
import { CHECKLIST_ITEMS, PROJECT_STATUSES, type ChecklistAnswer } from '@symbio/proto/project/vocabulary';
import type { Model } from 'mongoose';
import { coveragePart } from './assessment/coverage-model.js';
import { assessmentPart } from './assessment/model.js';
import { interviewsPart } from './interviews/model.js';
import { lienSearchesPart } from './lien-searches/model.js';
import { MEMBER_ROLES } from './policy.js';
import { propertyMapPart } from './property-map/model.js';
import type { Cells } from './progress-cells.js';
import { questionnairePart } from './questionnaires/model.js';
import { SORT_KEYS, type CellRanks } from './sorting.js';

const cell = <Name extends keyof Cells>() => ({ type: typed<Cells[Name]>(String) }) as const;
const counts = <Name extends keyof Cells>() => ({ type: typed<NonNullable<Cells[Name]>>(Object) }) as const;

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
  documentCounts: counts<'documentCounts'>(),
  visitCounts: counts<'visitCounts'>(),
  insightCounts: counts<'insightCounts'>(),
  /** Sort keys of the cells; absent until counted, which sorts as empty. */
  ranks: { type: typed<Partial<CellRanks>>(Object) },
});

const project = fields({
  /** P-<year>-<5 digits>, unique among those counted for the same organization (OP-02). */
  number: text,
  /** Organization at its creation, for which it was numbered; absent: the operator. */
  numberedFor: { type: String },
  title: text,
  /** YYYY-MM-DD. */
  dueDate: text,
  propertyAddress: text,
  propertyCity: text,
  propertyState: text,
  propertyZip: text,
  /** Malformed values from before they were checked, which an undo may restore. */
  replacedState: { type: String },
  replacedZip: { type: String },
  propertyNeighborhood: { type: String },
  propertyBlock: { type: String },
  propertyNumber: { type: String },
  /** `(longitude,latitude)`, given by a person. */
  propertyCoordinate: { type: String },
  /** Boundary, site and search radii; absent before the first change. */
  propertyMap: { type: propertyMapPart },
  /** Dates of the assessment; absent before the first change. */
  assessment: { type: assessmentPart },
  /** Statements about sources, and gaps; absent before the first change. */
  coverage: { type: coveragePart },
  interviews: { type: interviewsPart },
  lienSearches: { type: lienSearchesPart },
  questionnaire: { type: questionnairePart },
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
  /** The API key that last wrote the details in a person's name; absent for people and agents. */
  viaKey: { type: String },
  /** Hash of the creation values; empty before November 2026. */
  creationHash: text,
  /** Lower-case search text (OP-03). */
  searchText: text,
  /** Sort keys: lower-case title, and the position of the status. */
  titleKey: { type: String },
  statusRank: { type: Number },
  /** Dashboard cells and their counting state. Absent: empty project. */
  progress: { type: part(progress) },
  /** The creator's organization, until it is moved; absent: the operator of the installation. */
  organizationId: { type: String },
  /** Every signed-in person of the organization may read it, of any if it is the operator's; absent: no. */
  isSample: { type: Boolean },
  /** The sample that it was copied from; absent: none. */
  copiedFrom: { type: String },
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

const invitation = fields({
  /** UUID. */
  _id: text,
  projectId: text,
  /** Lower case. */
  email: text,
  role: { type: String, enum: MEMBER_ROLES, required: true },
  /** The person who invited last; must still be allowed to when the link is used. */
  invitedBy: text,
  invitedAt: moment,
  /** Changes with each invitation of the address, which ends the previous link. */
  linkId: text,
  /** SHA-256 of the mailed link's token, hex; absent before it is mailed and while it is used. */
  tokenHash: { type: String },
  /** Expiry of the link. */
  goodUntil: moment,
});

/** An invitation that was not accepted yet; accepted and withdrawn ones are deleted. */
export type InvitationRow = ValuesOf<typeof invitation>;

/** Seconds. */
const EXPIRED_SECONDS = 30 * 86_400;

const projectMail = fields({
  /** UUID. */
  _id: text,
  /** A link for an address, or a notice to a member: they were added, or the user of the report answered. */
  kind: { type: String, enum: ['invited', 'added', 'questionnaire', 'answered'], required: true },
  projectId: text,
  /** Address of the link; empty for a notice. */
  email: { type: String, default: '' },
  userId: { type: String, default: '' },
  /** The link's; empty for a notice. */
  linkId: { type: String, default: '' },
  invitedBy: text,
  askedAt: moment,
  /** When to send it next; absent once done. */
  due: { type: Date },
  tries: number,
});

/** A mail to send, kept for a day to limit further ones. */
export type ProjectMailRow = ValuesOf<typeof projectMail>;

/** Longer than the window of any limit. */
const MAIL_SECONDS = 2 * 86_400;

const checklistEntry = fields({
  item: { type: String, enum: CHECKLIST_ITEMS, required: true },
  /** Empty: unanswered, with a note. */
  answer: { type: typed<ChecklistAnswer | ''>(String), default: '' },
  note: { type: String, default: '' },
});

export type ChecklistEntryRow = ValuesOf<typeof checklistEntry>;

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
  /** In the order of the items. Absent: nothing answered. */
  checklist: { type: [part(checklistEntry)], default: undefined },
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
  /** Annotations: a proposal of an agent without a decision; absent before December 2026. */
  undecided: { type: Boolean },
});

/** An external entity's contribution to the cells, at its newest seen revision. */
export type SourceRow = ValuesOf<typeof source>;

const look = fields({
  /** `<project id>:<user id>`. */
  _id: text,
  projectId: text,
  userId: text,
  seenAt: moment,
});

/** When a person last looked at the changes of a project. */
export type LookRow = ValuesOf<typeof look>;

const counter = fields({ _id: text, value: number });
/** Id of an erased project, which other services may keep rows of (decision 0167). */
const erased = fields({ _id: text });

/** Last number assigned in a year, to projects of the operator or of an organization. */
export type CounterRow = ValuesOf<typeof counter>;
export type ErasedRow = ValuesOf<typeof erased>;

export interface ProjectModels {
  projects: Model<ProjectRow>;
  members: Model<MemberRow>;
  invitations: Model<InvitationRow>;
  mails: Model<ProjectMailRow>;
  siteVisits: Model<SiteVisitRow>;
  sources: Model<SourceRow>;
  counters: Model<CounterRow>;
  erased: Model<ErasedRow>;
  looks: Model<LookRow>;
}

/** The collections of this service. */
export function projectModels(connection: Connection): ProjectModels {
  const projects = rowSchema<ProjectRow>('projects', project);
  projects.index({ numberedFor: 1, number: 1 }, { unique: true });
  projects.index({ 'coverage.gaps.id': 1 }, { sparse: true });
  projects.index({ 'interviews.rows.id': 1 }, { sparse: true });
  projects.index({ 'lienSearches.rows.id': 1 }, { sparse: true });
  projects.index({ 'questionnaire.links.id': 1 }, { sparse: true });
  projects.index({ 'questionnaire.links.tokenHash': 1 }, { sparse: true });
  projects.index({ deletedAt: 1, purgeAt: 1, createdAt: -1, _id: -1 });
  // one index per sort order, usable in both directions
  for (const key of Object.values(SORT_KEYS))
    if (key !== 'createdAt') projects.index({ deletedAt: 1, purgeAt: 1, [key]: -1, _id: -1 });
  projects.index({ createdBy: 1, deletedAt: 1, purgeAt: 1, createdAt: -1, _id: -1 });
  projects.index({ deletedAt: 1, purgeAt: 1, clientCompany: 1, createdAt: -1, _id: -1 });
  // partial: only those of firms
  projects.index(
    { organizationId: 1, deletedAt: 1, purgeAt: 1, createdAt: -1, _id: -1 },
    { partialFilterExpression: { organizationId: { $exists: true } } },
  );
  projects.index({ isSample: 1 }, { partialFilterExpression: { isSample: true } });
  // partial: only deleted ones
  projects.index({ purgeAt: -1, _id: -1 }, { partialFilterExpression: { purgeAt: { $exists: true } } });

  const members = rowSchema<MemberRow>('members', member);
  // removed members wait for their last event: only current members must be unique
  members.index({ projectId: 1, userId: 1 }, { unique: true, partialFilterExpression: { deletedAt: null } });
  members.index({ projectId: 1, deletedAt: 1, createdAt: 1 });
  // covers the lookup of roles by user
  members.index({ userId: 1, deletedAt: 1, projectId: 1, role: 1 });

  const invitations = strictSchema<InvitationRow>('invitations', invitation);
  invitations.index({ projectId: 1, email: 1 }, { unique: true });
  invitations.index({ tokenHash: 1 }, { unique: true, sparse: true });
  invitations.index({ goodUntil: 1 }, { expireAfterSeconds: EXPIRED_SECONDS });

  const mails = strictSchema<ProjectMailRow>('project_mails', projectMail);
  mails.index({ askedAt: 1 }, { expireAfterSeconds: MAIL_SECONDS });
  mails.index({ invitedBy: 1, askedAt: 1 });
  mails.index({ email: 1, askedAt: 1 });
  mails.index({ projectId: 1, userId: 1, askedAt: 1 });
  // sparse: only pending ones
  mails.index({ due: 1 }, { sparse: true });

  const siteVisits = rowSchema<SiteVisitRow>('site_visits', siteVisit);
  siteVisits.index({ projectId: 1, deletedAt: 1, sortKey: -1, _id: -1 });
  // sparse: only deleted ones
  siteVisits.index({ purgeAt: 1 }, { sparse: true });

  const sources = strictSchema<SourceRow>('progress_sources', source);
  sources.index({ projectId: 1, kind: 1, gone: 1, associated: 1 });
  sources.index({ projectId: 1, kind: 1, gone: 1, ready: 1, documentId: 1 });
  sources.index({ projectId: 1, undecided: 1, gone: 1 }, { partialFilterExpression: { undecided: true } });

  const looks = strictSchema<LookRow>('looks', look);
  looks.index({ projectId: 1 });

  const counters = strictSchema<CounterRow>('counters', counter);
  const erasedIds = strictSchema<ErasedRow>('erased_projects', erased);

  return {
    projects: connection.model<ProjectRow>('Project', projects),
    members: connection.model<MemberRow>('Member', members),
    invitations: connection.model<InvitationRow>('Invitation', invitations),
    mails: connection.model<ProjectMailRow>('ProjectMail', mails),
    siteVisits: connection.model<SiteVisitRow>('SiteVisit', siteVisits),
    sources: connection.model<SourceRow>('ProgressSource', sources),
    counters: connection.model<CounterRow>('Counter', counters),
    erased: connection.model<ErasedRow>('ErasedProject', erasedIds),
    looks: connection.model<LookRow>('Look', looks),
  };
}
