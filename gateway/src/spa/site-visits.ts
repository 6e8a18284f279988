import { Router } from 'express';
import type { SiteVisitFields } from '@symbio/proto/project';
import { z } from 'zod';
import type { Clients } from '../clients.js';
import { body, given, pathId, text } from '../input.js';
import { list, presentSiteVisit } from '../present.js';
import { parentOf } from '../request.js';
import { methods } from '../routing.js';

const visit = z.strictObject({
  visit_date: text,
  visit_time: text,
  access_granted: z.boolean().nullish(),
  access_notes: text,
  findings: text,
  photos: z.array(z.string()).nullish(),
  weather_conditions: text,
  investigator_id: text,
});

const toFields = (input: z.infer<typeof visit>): SiteVisitFields => ({
  visitDate: input.visit_date ?? '',
  visitTime: given(input.visit_time),
  accessGranted: input.access_granted ?? true,
  accessNotes: input.access_notes ?? '',
  findings: input.findings ?? '',
  photos: input.photos ?? [],
  weatherConditions: input.weather_conditions ?? '',
  investigatorId: given(input.investigator_id),
});

/** Site visits of a project, and one visit. */
export function siteVisits({ project }: Pick<Clients, 'project'>): Router {
  const router = Router();
  methods(router, '/projects/:id/site-visits', {
    get: [
      async (request, response) => {
        const answer = await project.listSiteVisits({ projectId: pathId(request, 'Project') }, parentOf(request));
        response.json(list(answer.siteVisits.map(presentSiteVisit)));
      },
    ],
    post: [
      async (request, response) => {
        const { siteVisit } = await project.createSiteVisit(
          { projectId: pathId(request, 'Project'), fields: toFields(body(request, visit)) },
          parentOf(request),
        );
        response.status(201).json({ data: siteVisit && presentSiteVisit(siteVisit) });
      },
    ],
  });
  methods(router, '/site-visits/:id', {
    put: [
      async (request, response) => {
        const { siteVisit } = await project.updateSiteVisit(
          { id: pathId(request, 'Site visit'), fields: toFields(body(request, visit)) },
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
  return router;
}
