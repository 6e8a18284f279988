import {
  event,
  invalidFields,
  isCalendarDate,
  notFound,
  parseFields,
  type Actor,
  type CallContext,
  type EventType,
} from '@symbio/kit';
import type { SiteVisitEvent, SiteVisitFields } from '@symbio/proto/project';
import { z } from 'zod';
import type { Access } from './access.js';
import { visitChanged, visitCreated, visitDeleted } from './events.js';
import { siteVisitMessage } from './mapping.js';
import type { SiteVisitRow } from './model.js';
import { nameOf, type People } from './people.js';
import type { Action } from './policy.js';
import type { ProjectRepository, VisitValues } from './repository.js';

export interface SiteVisitsDeps {
  repo: ProjectRepository;
  access: Access;
  people: People;
}

/** What a missing visit time counts as (VISIT-07). */
const DEFAULT_TIME = '09:00';
/** Longest texts, in characters, and most photos of a visit. */
const MAX_NOTES = 5_000;
const MAX_FINDINGS = 20_000;
const MAX_WEATHER = 500;
const MAX_PHOTO = 1_000;
const MAX_PHOTOS = 100;

const text = (label: string, max: number) =>
  z.string().trim().max(max, `${label} is too long (at most ${max} characters)`);
const emptyToUndefined = (value: string | undefined): string | undefined => value || undefined;

const schema = z.object({
  visitDate: z
    .string()
    .min(1, 'Visit date is required')
    .refine(isCalendarDate, 'Visit date must be a date in the form YYYY-MM-DD'),
  visitTime: z
    .string()
    .refine(
      (time) => time === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(time),
      'Visit time must be a time in the form HH:MM',
    )
    .optional()
    .transform(emptyToUndefined),
  accessGranted: z.boolean(),
  accessNotes: text('Access notes', MAX_NOTES),
  findings: text('Findings', MAX_FINDINGS),
  photos: z
    .array(
      z
        .string()
        .min(1, 'A photo is empty')
        .max(MAX_PHOTO, `A photo's address is too long (at most ${MAX_PHOTO} characters)`),
    )
    .max(MAX_PHOTOS, `A visit has at most ${MAX_PHOTOS} photos`),
  weatherConditions: text('Weather conditions', MAX_WEATHER),
  investigatorId: z.string().optional().transform(emptyToUndefined),
});

/** Fields of a visit as they are kept. */
export type CheckedVisit = z.infer<typeof schema>;

/** Checks a visit's fields. @throws AppError that names every bad field at once */
export const checkVisit = (fields: SiteVisitFields | undefined): CheckedVisit =>
  parseFields<CheckedVisit>(schema, fields ?? {});

/** Date and time of a visit as one text that sorts by time. */
export const visitSortKey = ({ visitDate, visitTime }: Pick<CheckedVisit, 'visitDate' | 'visitTime'>): string =>
  `${visitDate}T${visitTime ?? DEFAULT_TIME}`;

/** Rules about visits to the property. */
export function createSiteVisits({ repo, access, people }: SiteVisitsDeps) {
  const tell = (type: EventType<SiteVisitEvent>) => (row: SiteVisitRow) => [
    event(type, row.projectId, { siteVisit: siteVisitMessage(row) }),
  ];

  async function valuesOf(
    projectId: string,
    fields: SiteVisitFields | undefined,
    context: CallContext,
  ): Promise<VisitValues> {
    const visit = checkVisit(fields);
    const name = visit.investigatorId ? await nameOf(people, visit.investigatorId, context) : '';
    if (name === undefined) throw invalidFields({ investigator_id: 'There is no such user' });
    return { ...visit, projectId, investigatorName: name, sortKey: visitSortKey(visit) };
  }

  /** A visit the caller may act on; not allowed to see its project means not found. */
  async function require(actor: Actor, id: string, action: Action): Promise<SiteVisitRow> {
    const visit = await repo.visit(id);
    if (!visit) throw notFound('Site visit');
    await access.require(actor, visit.projectId, action);
    return visit;
  }

  return {
    /** Visits of a project, newest visit first (VISIT-01). @throws AppError NOT_FOUND */
    async list(actor: Actor, projectId: string): Promise<SiteVisitRow[]> {
      await access.require(actor, projectId, 'read site visits');
      return repo.listVisits(projectId);
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
    async create(context: CallContext, projectId: string, fields: SiteVisitFields | undefined): Promise<SiteVisitRow> {
      await access.require(context.actor, projectId, 'change site visits');
      const row = await repo.insertVisit(await valuesOf(projectId, fields, context), context.actor, tell(visitCreated));
      if (!row) throw new Error('a new id was taken already');
      return row;
    },

    /** Replaces a visit's fields. @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT */
    async update(context: CallContext, id: string, fields: SiteVisitFields | undefined): Promise<SiteVisitRow> {
      const { projectId } = await require(context.actor, id, 'change site visits');
      const row = await repo.changeVisit(
        id,
        await valuesOf(projectId, fields, context),
        context.actor,
        tell(visitChanged),
      );
      if (!row) throw notFound('Site visit');
      return row;
    },

    /** @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async remove(actor: Actor, id: string): Promise<void> {
      await require(actor, id, 'change site visits');
      if (!(await repo.removeVisit(id, actor, tell(visitDeleted)))) throw notFound('Site visit');
    },
  };
}

export type SiteVisits = ReturnType<typeof createSiteVisits>;
