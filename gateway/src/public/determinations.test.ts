import { followQuestions, QUESTIONS } from '@symbio/assessment';
import {
  Determination,
  DeterminationProposal,
  type CreateDeterminationProposalRequest,
  type CreateDeterminationRequest,
  type DecideDeterminationProposalRequest,
} from '@symbio/proto/feature';
import { closeServers } from '../testing.js';
import { determinations } from './determinations.js';
import { servePublic } from './testing.js';

const FEATURE = '01980a50-3c1e-7a44-8e3d-9b2f64c1d5e7';
const ID = '01980a63-4d5e-7f60-a172-839405b6c7d8';
const RECORD = '01980a51-7e30-7c55-9f11-2a3b4c5d6e7f';
const made = Determination.fromPartial({
  ...{ id: ID, featureId: FEATURE, kind: 'rec', reason: 'A leak.', status: 'active', stale: true },
  answers: [{ questionId: 'presence', answer: 'yes' }],
  ...{ evidence: [RECORD], authorName: 'Ann', createdAt: new Date(0) },
});
const proposed = DeterminationProposal.fromPartial({
  ...{ id: ID, featureId: FEATURE, kind: 'rec', status: 'open', authorType: 'ai_agent', confidence: 7 },
});

afterEach(closeServers);

async function api() {
  const created: CreateDeterminationRequest[] = [];
  const proposals: CreateDeterminationProposalRequest[] = [];
  const decided: DecideDeterminationProposalRequest[] = [];
  const feature = {
    listDeterminations: () => Promise.resolve({ determinations: [made] }),
    createDetermination: (request: CreateDeterminationRequest) => {
      created.push(request);
      return Promise.resolve({ determination: made });
    },
    withdrawDetermination: ({ reason }: { reason: string }) =>
      Promise.resolve({ determination: { ...made, status: 'withdrawn', withdrawalReason: reason } }),
    listDeterminationProposals: () => Promise.resolve({ proposals: [proposed] }),
    createDeterminationProposal: (request: CreateDeterminationProposalRequest) => {
      proposals.push(request);
      return Promise.resolve({ proposal: proposed });
    },
    decideDeterminationProposal: (request: DecideDeterminationProposalRequest) => {
      decided.push(request);
      const isAccepted = request.action === 'accept';
      return Promise.resolve({ proposal: proposed, determination: isAccepted ? made : undefined });
    },
  };
  const served = await servePublic(determinations({ feature } as never), { actor: { via: 'user' } });
  return { created, proposals, decided, ...served };
}

it('determinations are listed with their answers, evidence and whether they are stale', async () => {
  const { get } = await api();
  expect(await get(`/determinations?feature_id=${FEATURE}`)).toMatchObject({
    status: 200,
    body: {
      data: [
        {
          ...{ id: ID, kind: 'rec', status: 'active', stale: true, evidence: [RECORD], author_name: 'Ann' },
          answers: [{ question_id: 'presence', answer: 'yes', note: '', evidence_ids: [] }],
          ...{ withdrawn_at: null, proposal_id: null },
        },
      ],
      count: 1,
    },
  });
  expect((await get(`/determinations?feature_id=${FEATURE}&status=new`)).status).toBe(400);
});

it('a feature is judged with answers, and a determination is withdrawn with a reason', async () => {
  const { send, created } = await api();
  const body = { feature_id: FEATURE, kind: 'rec', answers: [{ question_id: 'presence', answer: 'yes' }] };
  expect(await send('POST', '/determinations', body)).toMatchObject({ status: 201, body: { data: { id: ID } } });
  expect(created).toMatchObject([
    { featureId: FEATURE, kind: 'rec', reason: '', evidence: [], answers: [{ questionId: 'presence', note: '' }] },
  ]);
  expect((await send('POST', '/determinations', { ...body, kind: 'maybe' })).status).toBe(400);
  const withdraw = `/determinations/${ID}/withdraw`;
  expect((await send('POST', withdraw, {})).status).toBe(400);
  expect(await send('POST', withdraw, { reason: 'Wrong feature.' })).toMatchObject({
    body: { data: { status: 'withdrawn', withdrawal_reason: 'Wrong feature.' } },
  });
});

it('a determination is proposed, and accepting the proposal answers with the determination', async () => {
  const { send, get, proposals, decided } = await api();
  const body = { feature_id: FEATURE, kind: 'rec', reason: 'A leak.', evidence: [RECORD], confidence: 7 };
  expect((await send('POST', '/determination-proposals', body)).status).toBe(201);
  expect(proposals).toMatchObject([{ evidence: [RECORD], confidence: 7, runId: '' }]);
  expect(await get(`/determination-proposals?feature_id=${FEATURE}`)).toMatchObject({
    body: { data: [{ author_type: 'ai_agent', confidence: 7, run_id: null, determination_id: null }] },
  });
  const decide = `/determination-proposals/${ID}/decide`;
  expect(await send('POST', decide, { action: 'accept' })).toMatchObject({ body: { determination: { id: ID } } });
  expect(await send('POST', decide, { action: 'reject', reason: 'No' })).toMatchObject({
    body: { determination: null },
  });
  expect(decided.map(({ determinationId }) => determinationId !== '')).toEqual([true, false]);
});

it('the questions can be followed from the first one to a kind', async () => {
  const { get } = await api();
  const { body } = await get('/determination-questions');
  expect(body).toMatchObject({
    data: QUESTIONS.map(({ id, text }) => ({ id, text })),
  });
  expect((body as { data: object[] }).data.at(-1)).toMatchObject({ if_yes: null, kinds_if_yes: ['ber'] });
  expect(followQuestions([]).asked).toHaveLength(1);
});
