import { assessments as operations, lastSeen } from '@symbio/api';
import type { Assessment } from '@symbio/proto/project';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { presentAssessment, presentExpiring, today } from '../present/assessments.js';
import { itemResponse } from '../present/answers.js';
import { slicedResponse } from './paging.js';

const shown = itemResponse((message: Assessment) => presentAssessment(message, today()));

/** /api/public/projects/{id}/assessment and /expiring-assessments. */
export const assessments = ({ project }: Pick<Clients, 'project'>): Route[] => [
  route(operations.getAssessment, async ({ params: { id: projectId } }, { parent }) =>
    shown((await project.getAssessment({ projectId }, parent)).assessment),
  ),
  route(operations.saveAssessment, async ({ params: { id: projectId }, body }, { parent }) => {
    const dates = body.dates.map(({ kind, date, note }) => ({ kind, date, note: note ?? '' }));
    const acquisitionDate = body.acquisition_date ?? '';
    const answer = await project.saveAssessment(
      { projectId, acquisitionDate, dates, expectedUpdatedAt: lastSeen(body) },
      parent,
    );
    return shown(answer.assessment);
  }),
  route(operations.listExpiringAssessments, async ({ query }, { parent }) => {
    const { assessments: all } = await project.listAssessments({}, parent);
    const expiring = all
      .flatMap((message) => presentExpiring(message, today()) ?? [])
      .sort((one, other) => (one.expires_on ?? '').localeCompare(other.expires_on ?? ''));
    return slicedResponse(expiring, query);
  }),
];
