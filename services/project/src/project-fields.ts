import { isCalendarDate, parseFields } from '@symbio/runtime';
import { ONE_LINE, notOneLine } from '@symbio/proto/lines';
import type { ProjectFields } from '@symbio/proto/project';
import { z } from 'zod';
import { PROJECT_STATUSES, isProjectStatus, type ProjectStatus } from '@symbio/proto/project/vocabulary';
import { isState, isZip, UNKNOWN_STATE, WRONG_ZIP } from './address-check.js';
import { coordinateProblem } from './property-place.js';
import { FIRST_STATUS } from './statuses.js';

const tooLong = (label: string, max: number): string => `${label} is too long (at most ${max} characters)`;

/** A required text; absent and empty have the same error. */
const required = (sentence: string, label: string, max: number) =>
  z
    .string({ error: sentence })
    .trim()
    .min(1, sentence)
    .max(max, tooLong(label, max))
    .regex(ONE_LINE, notOneLine(label));

/** An optional text; an empty one removes the value. */
const optional = (label: string, max: number) =>
  z.string().trim().max(max, tooLong(label, max)).regex(ONE_LINE, notOneLine(label)).optional();

/** Maximum e-mail address length in characters (RFC 5321, 4.5.3.1.3). */
const MAX_EMAIL = 254;

const MAX_TITLE = 200;

/** Required fields with their error sentences (PROJ-27 to PROJ-32, PROJ-35). */
const requiredFields = {
  title: required('Title is required', 'Title', MAX_TITLE),
  dueDate: required('Due date is required', 'Due date', 10).refine(
    isCalendarDate,
    'Due date must be a date in the form YYYY-MM-DD',
  ),
  propertyAddress: required('Property address is required', 'Property address', 300),
  propertyCity: required('Property city is required', 'Property city', 100),
  propertyState: required('State is required', 'State', 100).refine(isState, UNKNOWN_STATE),
  propertyZip: required('ZIP code is required', 'ZIP code', 20).refine(isZip, WRONG_ZIP),
  clientCompany: required('Client company is required', 'Client company', 200),
};

const optionalFields = {
  propertyNeighborhood: optional('Property neighborhood', 200),
  propertyBlock: optional('Property block', 50),
  propertyNumber: optional('Property number', 50),
  propertyCoordinate: z
    .string()
    .trim()
    .superRefine((text, context) => {
      const message = text === '' ? undefined : coordinateProblem(text);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .optional(),
  clientContact: optional('Client contact', 200),
  clientPhone: optional('Client phone', 50),
  clientEmail: z
    .string()
    .trim()
    .max(MAX_EMAIL, tooLong('Client email', MAX_EMAIL))
    .refine((text) => text === '' || z.email().safeParse(text).success, 'Invalid email address')
    .optional(),
};

const allFields = { ...requiredFields, ...optionalFields };
const creationSchema = z.object({
  ...allFields,
  status: z
    .literal(FIRST_STATUS, { error: `A new project has the status ${FIRST_STATUS}: change it afterwards` })
    .optional(),
});
const updateSchema = z
  .object(allFields)
  .partial()
  .extend({
    status: z
      .string()
      .refine(isProjectStatus, `Status must be one of ${PROJECT_STATUSES.join(', ')}`)
      .optional(),
  });

/** Required fields, for the Set up cell (OP-04). */
export const REQUIRED_FIELDS = Object.keys(requiredFields) as (keyof typeof requiredFields)[];

/** Empty optional ones are omitted. */
export type NewProject = Omit<z.infer<typeof creationSchema>, 'status'>;

/** An update: undefined removes the value, a missing key keeps it. */
export type ProjectChange = Partial<NewProject> & { status?: ProjectStatus };

const emptyToUndefined = <T extends object>(values: T): T =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]: [string, unknown]) => [key, value === '' ? undefined : value]),
  ) as T;

const withoutUndefined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Validates a new project. @throws AppError naming every invalid field */
export function checkNewProject(fields: ProjectFields | undefined): NewProject {
  const { status: _first, ...given } = parseFields<z.infer<typeof creationSchema>>(creationSchema, fields ?? {});
  return withoutUndefined(emptyToUndefined(given));
}

export function copiedFields(row: NewProject & { status: ProjectStatus }): NewProject & { status: ProjectStatus } {
  const details = Object.keys(allFields).map((name) => [name, row[name as keyof typeof allFields]]);
  const copied = withoutUndefined(Object.fromEntries(details) as NewProject);
  return { ...copied, title: `Copy of ${row.title}`.slice(0, MAX_TITLE), status: row.status };
}

/** Values that a project has or had from before they were checked. */
export interface EarlierAddress {
  propertyState: string;
  propertyZip: string;
  replacedState?: string | undefined;
  replacedZip?: string | undefined;
}

/**
 * Validates the given fields of an update; state and ZIP code may keep, or return to, a stored value.
 * @throws AppError naming every invalid field
 */
export function checkProjectChange(fields: ProjectFields | undefined, stored?: EarlierAddress): ProjectChange {
  const { propertyState: state, propertyZip: zip, ...others } = fields ?? {};
  const isKept = (given: string | undefined, known: readonly (string | undefined)[]): boolean =>
    given !== undefined && given !== '' && known.includes(given);
  const kept = {
    ...(isKept(state, [stored?.propertyState, stored?.replacedState]) && { propertyState: state }),
    ...(isKept(zip, [stored?.propertyZip, stored?.replacedZip]) && { propertyZip: zip }),
  };
  const checked = parseFields<ProjectChange>(updateSchema, {
    ...others,
    ...('propertyState' in kept ? {} : { propertyState: state }),
    ...('propertyZip' in kept ? {} : { propertyZip: zip }),
  });
  return emptyToUndefined(withoutUndefined({ ...checked, ...kept }));
}

/** What an undo of the change may restore. */
export const replacedBy = (change: ProjectChange, stored: EarlierAddress): Partial<EarlierAddress> => ({
  ...(change.propertyState !== undefined && !isState(stored.propertyState) && { replacedState: stored.propertyState }),
  ...(change.propertyZip !== undefined && !isZip(stored.propertyZip) && { replacedZip: stored.propertyZip }),
});
