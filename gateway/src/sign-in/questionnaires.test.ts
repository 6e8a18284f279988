import { notFound } from '@symbio/runtime';
import { OpenQuestionnaireResponse, type SubmitQuestionnaireRequest } from '@symbio/proto/project';
import { closeServers, mounted, serveHandlers } from '../testing.js';
import { questionnaireRoutes } from './questionnaires.js';

afterEach(closeServers);

const ID = '01980a65-6f70-7182-8394-a5162738495f';
const AT = new Date('2026-11-20T10:00:00Z');

async function gateway() {
  const submitted: SubmitQuestionnaireRequest[] = [];
  const opened = OpenQuestionnaireResponse.fromPartial({
    ...{ projectTitle: 'Riverside', address: '7 Kent Avenue', name: 'Ben Buyer', lastDay: '2026-12-01' },
    answers: [{ question: 'price', answer: 'no', text: '<script>' }],
  });
  const url = await serveHandlers(
    mounted(
      questionnaireRoutes({
        project: {
          openQuestionnaire: ({ token = '' }) =>
            token === 'good' ? Promise.resolve(opened) : Promise.reject(notFound('Questionnaire link')),
          submitQuestionnaire: (request) => {
            submitted.push(request as SubmitQuestionnaireRequest);
            return Promise.resolve({ projectId: 'p1', answeredAt: AT });
          },
        },
        callers: { self: () => Promise.resolve({ token: 'of the gateway', requestId: 'r1' }) },
      }),
    ),
  );
  const post = async (route: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/questionnaires/${route}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  return { post, submitted };
}

it('shows the questions and the answers of a link, and refuses an unknown one', async () => {
  const { post } = await gateway();
  expect(await post('open', { token: 'good' })).toMatchObject({
    status: 200,
    body: {
      data: {
        ...{ project_title: 'Riverside', name: 'Ben Buyer', answered_at: null },
        questions: [{ id: 'liens', rule: '40 CFR 312.25' }, {}, {}, {}, {}, {}],
        answers: [{ question: 'price', answer: 'no', text: '<script>' }],
      },
    },
  });
  expect((await post('open', { token: 'bad' })).status).toBe(404);
});

it('passes answers on, and refuses others than declared', async () => {
  const { post, submitted } = await gateway();
  const answers = [{ question: 'price', answer: 'unknown' }];
  const body = { token: 'good', id: ID, name: 'Ben Buyer', answers };
  expect(await post('submit', body)).toEqual({
    status: 200,
    body: { data: { id: 'p1', answered_at: AT.toISOString() } },
  });
  expect(submitted).toMatchObject([{ token: 'good', id: ID, answers: [{ question: 'price', text: '' }] }]);
  expect((await post('submit', { ...body, answers: [{ question: 'tanks', answer: 'no' }] })).status).toBe(400);
  expect((await post('submit', { ...body, id: 'one' })).status).toBe(400);
});
