import { app, lastSeen } from '@symbio/api';
import type { SiteVisit, SiteVisitFields } from '@symbio/proto/project';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { listOf } from '../http/lists.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse, success } from '../present/answers.js';
import { presentSiteVisit } from '../present/projects.js';

const operations = app.siteVisits;

const toFields = (input: Omit<z.output<typeof operations.updateSiteVisit.body>, 'updated_at'>): SiteVisitFields => ({
  visitDate: input.visit_date ?? '',
  visitTime: input.visit_time ?? undefined,
  accessGranted: input.access_granted ?? false,
  accessNotes: input.access_notes ?? '',
  findings: input.findings ?? '',
  photos: input.photos ?? [],
  weatherConditions: input.weather_conditions ?? '',
  investigatorId: input.investigator_id ?? undefined,
});

const one = (siteVisit: SiteVisit | undefined) => itemResponse(presentSiteVisit)(siteVisit);

export const siteVisits = ({ project }: Pick<Clients, 'project'>): Route[] => [
  route(operations.listSiteVisits, async ({ params, query }, { parent }) => {
    const answer = await project.listSiteVisits({ projectId: params.id }, parent);
    return listOf(answer.siteVisits.map(presentSiteVisit), query);
  }),
  route(operations.createSiteVisit, async ({ params, body: { id, ...input } }, { parent, mintId }) => {
    const asked = { id: id ?? mintId(), projectId: params.id, fields: toFields(input) };
    return one((await project.createSiteVisit(asked, parent)).siteVisit);
  }),
  route(operations.updateSiteVisit, async ({ params, body }, { parent }) => {
    const asked = { id: params.id, fields: toFields(body), expectedUpdatedAt: lastSeen(body) };
    return one((await project.updateSiteVisit(asked, parent)).siteVisit);
  }),
  route(operations.deleteSiteVisit, async ({ params }, { parent }) => {
    await project.deleteSiteVisit(params, parent);
    return success();
  }),
  route(operations.answerChecklist, async ({ params, body }, { parent }) => {
    const entries = body.entries.map(({ item, answer, note }) => ({ item, answer: answer ?? '', note: note ?? '' }));
    return one((await project.answerChecklist({ id: params.id, entries }, parent)).siteVisit);
  }),
  route(operations.restoreSiteVisit, async ({ params }, { parent }) =>
    one((await project.restoreSiteVisit(params, parent)).siteVisit),
  ),
];
