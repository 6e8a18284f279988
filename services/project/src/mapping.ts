import type { Invitation, Member, Progress, Project, SiteVisit } from '@symbio/proto/project';
import type { InvitationRow, MemberRow, SiteVisitRow } from './model.js';
import { NO_CELLS, type Cells } from './progress-cells.js';
import { REQUIRED_FIELDS } from './project-fields.js';
import { placesOf } from './property-map/mapping.js';
import { propertyPlace } from './property-place.js';
import type { StoredProject } from './repository.js';
import { hasReport } from './statuses.js';

/** Share of required fields that are filled, 0 to 1 (OP-04). */
const setupShare = (row: StoredProject): number =>
  REQUIRED_FIELDS.filter((field) => row[field].trim() !== '').length / REQUIRED_FIELDS.length;

const NO_COUNT = { done: 0, total: 0 };

/** Uncounted cells equal those of an empty project. */
const cellsOf = ({ progress = {} }: StoredProject): Cells => ({
  hasAnnotations: progress.hasAnnotations ?? NO_CELLS.hasAnnotations,
  dataHistoric: progress.dataHistoric ?? NO_CELLS.dataHistoric,
  dataAgency: progress.dataAgency ?? NO_CELLS.dataAgency,
  dataUserProvided: progress.dataUserProvided ?? NO_CELLS.dataUserProvided,
  dataPages: progress.dataPages ?? NO_CELLS.dataPages,
  siteRecon: progress.siteRecon ?? NO_CELLS.siteRecon,
  insights: progress.insights ?? NO_CELLS.insights,
});

const countsOf = ({ progress = {} }: StoredProject): Progress['counts'] => ({
  ...(progress.documentCounts ?? { historic: NO_COUNT, agency: NO_COUNT, userProvided: NO_COUNT, pages: NO_COUNT }),
  siteVisits: progress.visitCounts ?? NO_COUNT,
  ...(progress.insightCounts ?? { toReview: 0, toLink: 0 }),
});

/** A project for the caller; in events without a role. */
export function projectMessage(row: StoredProject, accessRole = ''): Project {
  const { hasAnnotations, ...progress } = cellsOf(row);
  return {
    id: row._id,
    number: row.number,
    title: row.title,
    dueDate: row.dueDate,
    propertyAddress: row.propertyAddress,
    propertyCity: row.propertyCity,
    propertyState: row.propertyState,
    propertyZip: row.propertyZip,
    propertyNeighborhood: row.propertyNeighborhood,
    propertyBlock: row.propertyBlock,
    propertyNumber: row.propertyNumber,
    clientCompany: row.clientCompany,
    clientContact: row.clientContact,
    clientPhone: row.clientPhone,
    clientEmail: row.clientEmail,
    status: row.status,
    hasAnnotations,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    deletedAt: row.removal?.at,
    deletedByName: row.removal?.authorName ?? '',
    purgeAt: row.purgeAt,
    propertyLocation: propertyPlace(row),
    ...placesOf(row.propertyMap),
    progress: {
      ...progress,
      setup: setupShare(row),
      report: hasReport(row.status) ? 'started' : 'empty',
      counts: countsOf(row),
    },
    accessRole,
    via: row.viaKey === undefined ? '' : 'key',
    sample: row.isSample ?? false,
    copiedFrom: row.copiedFrom ?? '',
    organizationId: row.organizationId ?? '',
  };
}

export const memberMessage = (row: MemberRow): Member => ({
  projectId: row.projectId,
  userId: row.userId,
  role: row.role,
  name: row.name,
  updatedAt: row.updatedAt,
});

/** The creator, an owner without a member row (AUTH-35). */
export const creatorMessage = (row: StoredProject): Member => ({
  projectId: row._id,
  userId: row.createdBy,
  role: 'owner',
  name: row.createdByName,
  updatedAt: row.createdAt,
});

export const invitationMessage = (row: InvitationRow, invitedByName: string): Invitation => ({
  id: row._id,
  projectId: row.projectId,
  email: row.email,
  role: row.role,
  invitedBy: row.invitedBy,
  invitedByName,
  invitedAt: row.invitedAt,
  goodUntil: row.goodUntil,
});

export const siteVisitMessage = (row: SiteVisitRow): SiteVisit => ({
  id: row._id,
  projectId: row.projectId,
  visitDate: row.visitDate,
  visitTime: row.visitTime,
  accessGranted: row.accessGranted,
  accessNotes: row.accessNotes,
  findings: row.findings,
  photos: row.photos,
  weatherConditions: row.weatherConditions,
  investigatorId: row.investigatorId,
  investigatorName: row.investigatorName,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  purgeAt: row.purgeAt,
  checklist: row.checklist ?? [],
});
