import type { app, ProjectJson } from '@symbio/api';
import type {
  Count,
  Member,
  Progress,
  ProgressCounts,
  Project,
  PropertyLocation,
  SiteVisit,
} from '@symbio/proto/project';
import { moment } from './json.js';
import { presentPlaces } from './property-maps.js';

const count = (value: Count | undefined) => ({ done: value?.done ?? 0, total: value?.total ?? 0 });

const presentCounts = (counts: ProgressCounts) => ({
  historic: count(counts.historic),
  agency: count(counts.agency),
  user_provided: count(counts.userProvided),
  pages: count(counts.pages),
  site_visits: count(counts.siteVisits),
  to_review: counts.toReview,
  to_link: counts.toLink,
});

const presentCells = (cells: Progress): NonNullable<ProjectJson['progress']> => ({
  setup: cells.setup,
  data: {
    historic: cells.dataHistoric,
    agency: cells.dataAgency,
    user_provided: cells.dataUserProvided,
    pages: cells.dataPages,
  },
  site_recon: cells.siteRecon,
  insights: cells.insights,
  report: cells.report,
  ...(cells.counts ? { counts: presentCounts(cells.counts) } : {}),
});

const presentLocation = ({ longitude, latitude, origin }: PropertyLocation): ProjectJson['property_location'] => ({
  coordinate: `(${longitude},${latitude})`,
  origin,
});

export const presentProject = (project: Project): ProjectJson => ({
  id: project.id,
  number: project.number,
  title: project.title,
  due_date: project.dueDate,
  property_address: project.propertyAddress,
  property_city: project.propertyCity,
  property_state: project.propertyState,
  property_zip: project.propertyZip,
  property_neighborhood: project.propertyNeighborhood ?? null,
  property_block: project.propertyBlock ?? null,
  property_number: project.propertyNumber ?? null,
  client_company: project.clientCompany,
  client_contact: project.clientContact ?? null,
  client_phone: project.clientPhone ?? null,
  client_email: project.clientEmail ?? null,
  status: project.status,
  has_annotations: project.hasAnnotations,
  created_by: project.createdBy,
  created_at: moment(project.createdAt),
  updated_at: moment(project.updatedAt),
  access_role: project.accessRole,
  // the specification has the property address under both names (DATA-01)
  address: project.propertyAddress,
  ...(project.propertyLocation ? { property_location: presentLocation(project.propertyLocation) } : {}),
  ...(project.via === 'key' ? { via: 'key' as const } : {}),
  ...presentPlaces(project),
  ...(project.sample ? { sample: true } : {}),
  ...(project.organizationId === '' ? {} : { organization_id: project.organizationId }),
  ...(project.progress ? { progress: presentCells(project.progress) } : {}),
});

export const presentDeletedProject = (project: Project): app.projects.DeletedProjectJson => ({
  id: project.id,
  number: project.number,
  title: project.title,
  property_address: project.propertyAddress,
  property_city: project.propertyCity,
  property_state: project.propertyState,
  client_company: project.clientCompany,
  created_at: moment(project.createdAt),
  deleted_at: moment(project.deletedAt),
  deleted_by_name: project.deletedByName,
  purge_at: moment(project.purgeAt),
});

export const presentMember = (member: Member): app.people.MemberJson => ({
  project_id: member.projectId,
  user_id: member.userId,
  role: member.role,
  name: member.name,
  updated_at: moment(member.updatedAt),
});

export const presentSiteVisit = (visit: SiteVisit): app.siteVisits.SiteVisitJson => ({
  id: visit.id,
  project_id: visit.projectId,
  visit_date: visit.visitDate,
  visit_time: visit.visitTime ?? null,
  access_granted: visit.accessGranted,
  access_notes: visit.accessNotes,
  findings: visit.findings,
  photos: visit.photos,
  weather_conditions: visit.weatherConditions,
  investigator_id: visit.investigatorId ?? null,
  created_at: moment(visit.createdAt),
  updated_at: moment(visit.updatedAt),
  investigator: { name: visit.investigatorName },
  checklist: visit.checklist.map(({ item, answer, note }) => ({ item, answer: answer || null, note })),
});
