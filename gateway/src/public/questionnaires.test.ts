import { Questionnaire } from '@symbio/proto/project';
import { closeServers } from '../testing.js';
import { questionnaires } from './questionnaires.js';
import { servePublic } from './testing.js';

const PROJECT = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';

afterEach(closeServers);

it('shows the questions, links and answers of a project', async () => {
  const questionnaire = Questionnaire.fromPartial({
    projectId: PROJECT,
    links: [{ id: 'k1', name: 'Ben Buyer', email: 'ben@buyer.example', lastDay: '2026-12-01', byName: 'Ann' }],
    answers: [
      {
        ...{ id: 'a1', linkId: 'k1', name: 'Ben Buyer', date: '2026-11-20', method: 'link' },
        answers: [{ question: 'price', answer: 'no', text: 'Fast sale.' }],
      },
    ],
  });
  const project = { getQuestionnaire: () => Promise.resolve({ questionnaire }) };
  const { get } = await servePublic(questionnaires({ project } as never), { actor: { via: 'user' } });
  const { body } = await get(`/projects/${PROJECT}/questionnaire`);
  expect(body).toMatchObject({
    data: {
      questions: [
        { id: 'liens' },
        { id: 'use_limits' },
        { id: 'knowledge' },
        { id: 'price', explains: ['no'] },
        {},
        {},
      ],
      links: [{ email: 'ben@buyer.example', opened_at: null }],
      answers: [{ link_id: 'k1', method: 'link', by_name: null, answers: [{ question: 'price', answer: 'no' }] }],
    },
  });
});
