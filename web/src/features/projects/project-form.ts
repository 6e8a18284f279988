import type { ProjectStatus } from '@symbio/proto/project/vocabulary';
import { parsePastedCoordinates } from '../../evidence/association/pasted-coordinates.js';
import { coordinateText, parseCoordinate } from '../../evidence/evidence-api.js';
import { isEmail } from '../../lib/ui/forms.js';
import { plainDate } from '../../lib/ui/formats.js';
import { type Project } from '../../lib/project/project-context.js';
import type { ProjectChange } from './api.js';
import type { ProjectFields } from './project-fields.js';

export interface ProjectForm {
  title: string;
  due_date: string;
  property_address: string;
  property_city: string;
  property_state: string;
  property_zip: string;
  property_neighborhood: string;
  property_block: string;
  property_number: string;
  property_coordinate: string;
  client_company: string;
  client_contact: string;
  client_phone: string;
  client_email: string;
  status: ProjectStatus;
}

export type ProjectFormErrors = Partial<Record<keyof ProjectForm, string>>;

/** PROJ-27 to PROJ-32, PROJ-35 */
const REQUIRED: readonly (readonly [keyof ProjectForm, string])[] = [
  ['title', 'Title is required'],
  ['due_date', 'Due date is required'],
  ['property_address', 'Property address is required'],
  ['property_city', 'Property city is required'],
  ['property_state', 'State is required'],
  ['property_zip', 'ZIP code is required'],
  ['client_company', 'Client company is required'],
];

export const formOf = (project?: Project): ProjectForm => ({
  title: project?.title ?? '',
  due_date: plainDate(project?.due_date),
  property_address: project?.property_address ?? '',
  property_city: project?.property_city ?? '',
  property_state: project?.property_state ?? '',
  property_zip: project?.property_zip ?? '',
  property_neighborhood: project?.property_neighborhood ?? '',
  property_block: project?.property_block ?? '',
  property_number: project?.property_number ?? '',
  property_coordinate: givenPlace(project),
  client_company: project?.client_company ?? '',
  client_contact: project?.client_contact ?? '',
  client_phone: project?.client_phone ?? '',
  client_email: project?.client_email ?? '',
  status: project?.status ?? 'setup',
});

export function validateProject(form: ProjectForm): ProjectFormErrors {
  const errors: ProjectFormErrors = {};
  for (const [name, message] of REQUIRED) if (form[name].trim() === '') errors[name] = message;
  if (form.client_email.trim() !== '' && !isEmail(form.client_email.trim()))
    errors.client_email = 'Invalid email address';
  if (form.property_coordinate.trim() !== '' && !placeOf(form.property_coordinate))
    errors.property_coordinate = 'Coordinates must look like 40.7866, -73.9453';
  return errors;
}

/** Latitude first, as maps copy it; only if a person gave it. */
function givenPlace(project?: Project): string {
  const given = project?.property_location;
  const place = given?.origin === 'person' ? parseCoordinate(given.coordinate) : null;
  return place ? `${place.latitude}, ${place.longitude}` : '';
}

/** As stored; null if it is no unambiguous place. */
function placeOf(text: string): string | null {
  const pasted = parsePastedCoordinates(text, 'latitude');
  const { latitude, longitude } = pasted.kind === 'read' ? pasted.reading : {};
  if (latitude === undefined || longitude === undefined) return null;
  return coordinateText({ latitude: Number(latitude), longitude: Number(longitude) });
}

const optional = (value: string): string | null => (value.trim() === '' ? null : value.trim());

/** The due date stays a calendar day, not a timestamp (PROJ-36). */
export function fieldsOf(form: ProjectForm): ProjectFields {
  return {
    title: form.title.trim(),
    due_date: form.due_date,
    property_address: form.property_address.trim(),
    property_city: form.property_city.trim(),
    property_state: form.property_state.trim(),
    property_zip: form.property_zip.trim(),
    property_neighborhood: optional(form.property_neighborhood),
    property_block: optional(form.property_block),
    property_number: optional(form.property_number),
    property_coordinate: placeOf(form.property_coordinate),
    client_company: form.client_company.trim(),
    client_contact: optional(form.client_contact),
    client_phone: optional(form.client_phone),
    client_email: optional(form.client_email),
  };
}

/** Two people can edit different fields at the same time. */
export function changeOf(form: ProjectForm, project: Project): Partial<ProjectChange> {
  const next: ProjectChange = { ...fieldsOf(form), status: form.status };
  const before: ProjectChange = { ...fieldsOf(formOf(project)), status: project.status };
  return Object.fromEntries(
    Object.entries(next).filter(([name, value]) => value !== before[name as keyof ProjectChange]),
  );
}
