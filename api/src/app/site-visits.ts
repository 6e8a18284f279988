import { z } from 'zod';
import { appOperation } from '../operation.js';
import { clientId, id, one, paging, seen, success, text } from '../schemas/common.js';
import { plainList, stored } from './common.js';

const siteVisit = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    visit_date: z.string(),
    visit_time: z.string().nullable(),
    access_granted: z.boolean(),
    access_notes: z.string(),
    findings: z.string(),
    photos: z.array(z.string()),
    weather_conditions: z.string(),
    investigator_id: z.string().nullable(),
    ...stored,
    investigator: z.strictObject({ name: z.string() }),
    checklist: z.array(z.strictObject({ item: z.string(), answer: z.string().nullable(), note: z.string() })),
  })
  .meta({ id: 'SiteVisit' });
export type SiteVisitJson = z.output<typeof siteVisit>;

const isCalendarDate = (text: string): boolean => z.iso.date().safeParse(text).success;
const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const fields = {
  visit_date: z
    .string()
    .nullable()
    .refine((date) => Boolean(date), 'Visit date is required')
    .refine((date) => !date || isCalendarDate(date), 'Visit date must be a date in the form YYYY-MM-DD')
    .prefault(null),
  visit_time: text.refine((time) => !time || isTimeOfDay(time), 'Visit time must be a time in the form HH:MM'),
  access_granted: z
    .boolean()
    .nullable()
    .refine((granted) => granted !== null, 'Access granted is required')
    .prefault(null),
  access_notes: text,
  findings: text,
  photos: z.array(z.string()).nullish(),
  weather_conditions: text,
  investigator_id: text,
};

const ofProject = { audit: { subject: 'project' }, params: z.strictObject({ id: id('Project') }) };
const ofVisit = { audit: { subject: 'visit' }, params: z.strictObject({ id: id('Site visit') }) };

export const listSiteVisits = appOperation({
  id: 'listSiteVisits',
  method: 'get',
  path: '/projects/{id}/site-visits',
  summary: 'Site visits of a project',
  ...ofProject,
  query: z.strictObject(paging),
  answer: plainList(siteVisit),
});

export const createSiteVisit = appOperation({
  id: 'createSiteVisit',
  method: 'post',
  path: '/projects/{id}/site-visits',
  summary: 'Record a site visit',
  ...ofProject,
  body: z.strictObject({ ...fields, id: clientId }),
  status: 201,
  answer: one(siteVisit),
});

export const updateSiteVisit = appOperation({
  id: 'updateSiteVisit',
  method: 'put',
  path: '/site-visits/{id}',
  summary: 'Change a site visit',
  ...ofVisit,
  body: z.strictObject({ ...fields, updated_at: seen }),
  answer: one(siteVisit),
});

export const deleteSiteVisit = appOperation({
  id: 'deleteSiteVisit',
  method: 'delete',
  path: '/site-visits/{id}',
  summary: 'Delete a site visit; it can be restored',
  ...ofVisit,
  answer: success,
});

export const answerChecklist = appOperation({
  id: 'answerChecklist',
  method: 'put',
  path: '/site-visits/{id}/checklist',
  summary: 'Answer items of the checklist',
  ...ofVisit,
  body: z.strictObject({ entries: z.array(z.strictObject({ item: z.string(), answer: text, note: text })) }),
  answer: one(siteVisit),
});

export const restoreSiteVisit = appOperation({
  id: 'restoreSiteVisit',
  method: 'post',
  path: '/site-visits/{id}/restore',
  summary: 'Restore a deleted site visit',
  ...ofVisit,
  answer: one(siteVisit),
});
