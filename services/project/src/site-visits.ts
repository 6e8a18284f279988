import { clientId, creationHash, idTaken } from '@symbio/mongo';
import {
  invalidFields,
  isCalendarDate,
  isTimeOfDay,
  newId,
  newValues,
  notFound,
  parseFields,
  refuseStale,
  serviceActor,
  type Clock,
} from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { visitEvents, type ChecklistEntry, type SiteVisitFields } from '@symbio/proto/project';
import { z } from 'zod';
import type { Access } from './access.js';
import { checkEntries, mergedChecklist } from './checklist.js';
import { visitEvent } from './events.js';
import type { SiteVisitRow } from './model.js';
import { nameOf, type People } from './people.js';
import type { Action } from './policy.js';
import type { SiteVisitRepository, VisitValues } from './repository.js';

export interface SiteVisitsDeps {
  repository: Omit<SiteVisitRepository, 'removeAllOf'>;
  access: Pick<Access, 'require'>;
  people: People;
  clock: Clock;
}

export interface NewVisit {
  /** Chosen by the client; empty: generated. */
  id: string;
  projectId: string;
  fields?: SiteVisitFields;
}

export interface VisitUpdate {
  id: string;
  fields?: SiteVisitFields;
  /** Last modification known to the caller; absent: no check. */
  expectedUpdatedAt?: Date;
}

const DAY_MS = 86_400_000;
/** Milliseconds between sweeps for expired visits. */
export const VISIT_SWEEP_MS = 3_600_000;

/** Default visit time (VISIT-07). */
const DEFAULT_TIME = '09:00';
/** Maximum text lengths in characters, and maximum photos per visit. */
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
    .refine((time) => time === '' || isTimeOfDay(time), 'Visit time must be a time in the form HH:MM')
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

/** Validated fields of a visit. */
export type CheckedVisit = z.infer<typeof schema>;

const creationSchema = schema.extend({ id: clientId });

/** Validates a visit's fields. @throws AppError naming every invalid field */
export const checkVisit = (fields: SiteVisitFields | undefined): CheckedVisit =>
  parseFields<CheckedVisit>(schema, fields ?? {});

const checkNewVisit = (id: string, fields: SiteVisitFields | undefined): CheckedVisit & { id: string } =>
  parseFields<CheckedVisit & { id: string }>(creationSchema, { ...fields, id });

export const visitSortKey = ({ visitDate, visitTime }: Pick<CheckedVisit, 'visitDate' | 'visitTime'>): string =>
  `${visitDate}T${visitTime ?? DEFAULT_TIME}`;

export function createSiteVisits({ repository, access, people, clock }: SiteVisitsDeps) {
  async function valuesOf(
    visit: CheckedVisit,
    context: CallContext,
  ): Promise<Omit<VisitValues, 'projectId' | 'creationHash'>> {
    const name = visit.investigatorId ? await nameOf(people, visit.investigatorId, context) : '';
    if (name === undefined) throw invalidFields({ investigator_id: 'There is no such user' });
    // undefined removes the current value in a change
    const { visitTime, investigatorId } = visit;
    return { ...visit, visitTime, investigatorId, investigatorName: name, sortKey: visitSortKey(visit) };
  }

  /** NOT_FOUND if the project is not visible. */
  async function allowed(context: CallContext, id: string, action: Action): Promise<SiteVisitRow> {
    const visit = await repository.find(id);
    if (!visit) throw notFound('Site visit');
    await access.require(context, visit.projectId, action);
    return visit;
  }

  return {
    /** Visits of a project, newest visit first (VISIT-01). @throws AppError NOT_FOUND */
    async list(projectId: string, context: CallContext): Promise<SiteVisitRow[]> {
      await access.require(context, projectId, 'read site visits');
      return repository.list(projectId);
    },

    /**
     * Adds a visit. Repeating it (same id, person and fields) returns the visit in its current state.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT with every invalid field, FAILED_PRECONDITION
     * when the id is taken
     */
    async create(input: NewVisit, context: CallContext): Promise<SiteVisitRow> {
      const { projectId } = input;
      const { actor } = context;
      await access.require(context, projectId, 'change site visits');
      const { id: clientsId, ...visit } = checkNewVisit(input.id, input.fields);
      const id = clientsId || newId();
      const hash = creationHash({ ...visit, projectId, by: actor.sub });
      const values = { ...(await valuesOf(visit, context)), projectId, creationHash: hash };
      const inserted = await repository.insert(id, values, actor, (row) => [visitEvent(visitEvents.created, row)]);
      const row = inserted ?? (await repository.find(id));
      if (row?.creationHash !== hash) throw idTaken('A site visit');
      return row;
    },

    /**
     * Replaces a visit's fields. Unchanged values are not published.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT with every invalid field, ABORTED when
     * `expectedUpdatedAt` is stale
     */
    async update({ id, fields, expectedUpdatedAt }: VisitUpdate, context: CallContext): Promise<SiteVisitRow> {
      await allowed(context, id, 'change site visits');
      const values = await valuesOf(checkVisit(fields), context);
      const row = await repository.change(
        id,
        context.actor,
        (current) => {
          const changes = current.purgeAt ? undefined : newValues(current, values);
          if (changes) refuseStale('This site visit', current, expectedUpdatedAt);
          return changes;
        },
        (after) => [visitEvent(visitEvents.changed, after)],
      );
      if (!row || row.purgeAt) throw notFound('Site visit');
      return row;
    },

    /**
     * Keeps the other entries, so several people can answer at once. Unchanged entries are not published.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT
     */
    async answer(id: string, entries: readonly ChecklistEntry[], context: CallContext): Promise<SiteVisitRow> {
      await allowed(context, id, 'change site visits');
      const changes = checkEntries(entries);
      const row = await repository.change(
        id,
        context.actor,
        (current) =>
          current.purgeAt ? undefined : newValues(current, { checklist: mergedChecklist(current.checklist, changes) }),
        (after) => [visitEvent(visitEvents.changed, after)],
      );
      if (!row || row.purgeAt) throw notFound('Site visit');
      return row;
    },

    /** Restorable for 30 days. @throws AppError NOT_FOUND, also when repeated; PERMISSION_DENIED */
    async remove(id: string, context: CallContext): Promise<void> {
      await allowed(context, id, 'change site visits');
      const purgeAt = new Date(clock.now().getTime() + RESTORABLE_DAYS * DAY_MS);
      const removed = await repository.change(
        id,
        context.actor,
        (current) => (current.purgeAt ? undefined : { purgeAt }),
        (after) => [visitEvent(visitEvents.deleted, after)],
      );
      if (!removed) throw notFound('Site visit');
    },

    /**
     * Restores a visit; idempotent.
     * @throws AppError NOT_FOUND, also after 30 days; PERMISSION_DENIED
     */
    async restore(id: string, context: CallContext): Promise<SiteVisitRow> {
      const there = await repository.find(id);
      const visit = there ?? (await repository.findRemoved(id, clock.now()));
      if (!visit) throw notFound('Site visit');
      await access.require(context, visit.projectId, 'change site visits');
      if (there) return there;
      const row = await repository.change(
        id,
        context.actor,
        (current) => (current.purgeAt ? { purgeAt: undefined } : undefined),
        (after) => [visitEvent(visitEvents.restored, after)],
      );
      if (!row) throw notFound('Site visit');
      return row;
    },

    /** Permanently removes expired visits. Idempotent. */
    async purge(): Promise<void> {
      const self = serviceActor('project');
      for (
        let rows = await repository.expired(clock.now());
        rows.length > 0;
        rows = await repository.expired(clock.now())
      )
        for (const { _id } of rows)
          await repository.remove(_id, self, (row) => [
            visitEvent(visitEvents.deleted, { ...row, purgeAt: undefined }),
          ]);
    },
  };
}

export type SiteVisits = ReturnType<typeof createSiteVisits>;
