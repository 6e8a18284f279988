import { clientId, lastSeen, seen } from '@symbio/api';
import { about } from '../http/audit/audit-subject.js';
import type { Router } from 'express';
import { isCalendarDate, isTimeOfDay } from '@symbio/runtime';
import type { SiteVisitFields } from '@symbio/proto/project';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body, given, listOf, pathId, text } from '../http/input.js';
import { presentSiteVisit } from '../present/projects.js';
import { mintOf, parentOf } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

/** Input of a visit, with the service's format checks. */
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
const creation = z.strictObject({ ...fields, id: clientId });
const update = z.strictObject({ ...fields, updated_at: seen });

const answers = z.strictObject({
  entries: z.array(z.strictObject({ item: z.string(), answer: text, note: text })),
});

const toFields = (input: Omit<z.infer<typeof update>, 'updated_at'>): SiteVisitFields => ({
  visitDate: input.visit_date ?? '',
  visitTime: given(input.visit_time),
  accessGranted: input.access_granted ?? false,
  accessNotes: input.access_notes ?? '',
  findings: input.findings ?? '',
  photos: input.photos ?? [],
  weatherConditions: input.weather_conditions ?? '',
  investigatorId: given(input.investigator_id),
});

export function siteVisits({ project }: Pick<Clients, 'project'>): Router {
  const router = strictRouter();
  methods(router, '/projects/:id/site-visits', about('project'), {
    get: [
      async (request, response) => {
        const answer = await project.listSiteVisits({ projectId: pathId(request, 'Project') }, parentOf(request));
        response.json(listOf(request, answer.siteVisits.map(presentSiteVisit)));
      },
    ],
    post: [
      async (request, response) => {
        const projectId = pathId(request, 'Project');
        const { id = mintOf(request)(), ...input } = body(request, creation);
        const { siteVisit } = await project.createSiteVisit(
          { id, projectId, fields: toFields(input) },
          parentOf(request),
        );
        response.status(201).json({ data: siteVisit && presentSiteVisit(siteVisit) });
      },
    ],
  });
  methods(router, '/site-visits/:id', about('visit'), {
    put: [
      async (request, response) => {
        const input = body(request, update);
        const { siteVisit } = await project.updateSiteVisit(
          { id: pathId(request, 'Site visit'), fields: toFields(input), expectedUpdatedAt: lastSeen(input) },
          parentOf(request),
        );
        response.json({ data: siteVisit && presentSiteVisit(siteVisit) });
      },
    ],
    delete: [
      async (request, response) => {
        await project.deleteSiteVisit({ id: pathId(request, 'Site visit') }, parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  methods(router, '/site-visits/:id/checklist', about('visit'), {
    put: [
      async (request, response) => {
        const id = pathId(request, 'Site visit');
        const entries = body(request, answers).entries.map(({ item, answer, note }) => ({
          item,
          answer: answer ?? '',
          note: note ?? '',
        }));
        const { siteVisit } = await project.answerChecklist({ id, entries }, parentOf(request));
        response.json({ data: siteVisit && presentSiteVisit(siteVisit) });
      },
    ],
  });
  methods(router, '/site-visits/:id/restore', about('visit'), {
    post: [
      async (request, response) => {
        const { siteVisit } = await project.restoreSiteVisit({ id: pathId(request, 'Site visit') }, parentOf(request));
        response.json({ data: siteVisit && presentSiteVisit(siteVisit) });
      },
    ],
  });
  return router;
}
