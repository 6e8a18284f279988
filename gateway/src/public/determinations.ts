import { QUESTIONS } from '@symbio/assessment';
import { determinations as operations, type judgment } from '@symbio/api';
import type { z } from 'zod';
import type { Clients } from '../clients.js';
import { route, type Route } from '../http/serve.js';
import { itemResponse } from '../present/answers.js';
import { presentDetermination, presentProposal, presentQuestion } from '../present/determinations.js';
import { required } from '../present/json.js';
import { slicedResponse } from './paging.js';

type Judgment = z.output<z.ZodObject<typeof judgment>>;

const shown = itemResponse(presentDetermination);

const judgmentOf = ({ feature_id: featureId, kind, answers, reason, evidence }: Judgment) => ({
  ...{ featureId, kind, reason: reason ?? '', evidence: evidence ?? [] },
  answers: (answers ?? []).map(({ question_id: questionId, answer, note, evidence_ids: evidenceIds }) => ({
    ...{ questionId, answer, note: note ?? '', evidenceIds: evidenceIds ?? [] },
  })),
});

const ownerOf = (query: { project_id?: string | undefined; feature_id?: string | undefined }) => ({
  projectId: query.project_id ?? '',
  featureId: query.feature_id ?? '',
});

/** /api/public/determinations and /determination-proposals. */
export const determinations = ({ feature }: Pick<Clients, 'feature'>): Route[] => [
  route(operations.listDeterminationQuestions, ({ query }) =>
    Promise.resolve(slicedResponse(QUESTIONS.map(presentQuestion), query)),
  ),
  route(operations.listDeterminations, async ({ query }, { parent }) => {
    const request = { ...ownerOf(query), status: query.status ?? '' };
    const { determinations: all } = await feature.listDeterminations(request, parent);
    return slicedResponse(all.map(presentDetermination), query);
  }),
  route(operations.createDetermination, async ({ body }, { parent, mintId }) => {
    const request = { id: body.id ?? mintId(), ...judgmentOf(body) };
    return shown((await feature.createDetermination(request, parent)).determination);
  }),
  route(operations.withdrawDetermination, async ({ params: { id }, body: { reason } }, { parent }) =>
    shown((await feature.withdrawDetermination({ id, reason }, parent)).determination),
  ),
  route(operations.listDeterminationProposals, async ({ query }, { parent }) => {
    const request = { ...ownerOf(query), status: query.status ?? '' };
    const { proposals } = await feature.listDeterminationProposals(request, parent);
    return slicedResponse(proposals.map(presentProposal), query);
  }),
  route(operations.createDeterminationProposal, async ({ body }, { parent, mintId }) => {
    const given = { confidence: body.confidence ?? undefined, runId: body.run_id ?? '' };
    const request = { id: body.id ?? mintId(), ...judgmentOf(body), ...given };
    const { proposal } = await feature.createDeterminationProposal(request, parent);
    return { data: presentProposal(required(proposal)) };
  }),
  route(operations.decideDeterminationProposal, async ({ params: { id }, body }, { parent, mintId }) => {
    const { action, reason, determination_id: given } = body;
    const determinationId = given ?? (action === 'accept' ? mintId() : '');
    const request = { id, action, reason: reason ?? '', determinationId };
    const { proposal, determination } = await feature.decideDeterminationProposal(request, parent);
    return {
      data: presentProposal(required(proposal)),
      determination: determination ? presentDetermination(determination) : null,
    };
  }),
];
