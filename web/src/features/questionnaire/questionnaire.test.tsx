import { screen, waitFor, within } from '@testing-library/react';
import type { OpenedQuestionnaire } from '@symbio/client/app';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderRoutes } from '../../testing/render.js';
import { QuestionnaireView } from './questionnaire-view.js';

withoutLayout();

const OPEN = 'POST /api/questionnaires/open';
const SUBMIT = 'POST /api/questionnaires/submit';
const opened: OpenedQuestionnaire = {
  ...{ project_title: 'Riverside', address: '7 Kent Avenue, Troy, NY', name: 'Ben Buyer', last_day: '2099-11-30' },
  questions: [
    { id: 'liens', rule: '40 CFR 312.25', text: 'Do you know of a lien?', explains: ['yes'], hint: 'Which lien?' },
    { id: 'price', rule: '40 CFR 312.29', text: 'Is the price fair?', explains: ['no'], hint: 'Why is it lower?' },
  ],
  ...{ answers: [], answered_at: null },
};

let server: FakeServer;
beforeEach(() => {
  server = fakeServer();
  localStorage.clear();
  server.on(OPEN, ({ body }) => {
    expect(body).toEqual({ token: 't' });
    return { json: { data: opened } };
  });
});
afterAll(() => localStorage.clear());

const open = () => renderRoutes([{ path: '/questionnaire', element: <QuestionnaireView /> }], '/questionnaire?token=t');
const question = async (name: string) => within(await screen.findByRole('group', { name }));
const isDisabled = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send answers' }).disabled;

it('asks for an explanation where one is needed, keeps a draft, and sends the answers once', async () => {
  server.on(SUBMIT, { json: { data: { id: 'p1', answered_at: '2026-11-20T10:00:00.000Z' } } });
  const { user, unmount } = open();
  await user.click((await question('Do you know of a lien?')).getByRole('radio', { name: 'I do not know' }));
  await user.click((await question('Is the price fair?')).getByRole('radio', { name: 'No' }));
  expect(isDisabled()).toBe(true);
  await user.type(screen.getByRole('textbox', { name: /Why is it lower/ }), 'Fast sale <b>');
  expect(isDisabled()).toBe(false);
  unmount();
  const again = open();
  await question('Is the price fair?');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Why is it lower/ }).value).toBe('Fast sale <b>');
  await again.user.click(screen.getByRole('button', { name: 'Send answers' }));
  expect(await screen.findByText(/Your answers were sent/)).toBeTruthy();
  expect(server.requestsOf(SUBMIT).map(({ body }) => body)).toMatchObject([
    {
      ...{ token: 't', name: 'Ben Buyer' },
      answers: [
        { question: 'liens', answer: 'unknown', text: '' },
        { question: 'price', answer: 'no', text: 'Fast sale <b>' },
      ],
    },
  ]);
  expect(Object.keys({ ...localStorage }).filter((key) => key.includes('questionnaire'))).toEqual([]);
});

it('says that a link has ended, and that answers were not sent', async () => {
  server.on(OPEN, { status: 404, json: { error: 'Questionnaire link not found', code: 'not_found' } });
  const first = open();
  expect(await screen.findByText(/This link is not valid or has ended/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  first.unmount();
  const answers = opened.questions.map(({ id }) => ({ question: id, answer: 'unknown' as const, text: '' }));
  server.on(OPEN, { json: { data: { ...opened, answers, answered_at: '2026-11-20T10:00:00.000Z' } } });
  server.on(SUBMIT, { status: 503, json: { error: 'Try again later.', code: 'unavailable' } });
  const { user } = open();
  expect(await screen.findByText(/You answered on/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send answers' }));
  await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy());
});
