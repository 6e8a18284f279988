import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Questionnaire } from '@symbio/client';
import type { OfferedGap } from '../../evidence/offered-gap.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { QuestionnaireSheet } from './questionnaire-sheet.js';

withoutLayout();

const AT = '2026-11-20T10:00:00.000Z';
const questionnaire: Questionnaire = {
  project_id: project.id,
  questions: [
    { id: 'price', rule: '40 CFR 312.29', text: 'Is the price fair?', explains: ['no'], hint: 'Why is it lower?' },
  ],
  links: [
    {
      ...{ id: 'k1', name: 'Ben Buyer', email: 'ben@buyer.example', last_day: '2099-11-30', opened_at: AT },
      ...{ ended_at: null, by_name: 'Ann', created_at: AT },
    },
  ],
  answers: [
    {
      ...{ id: 'a1', link_id: null, name: 'Ben Buyer', date: '2026-11-20', method: 'telephone', by_name: 'Ann' },
      ...{ answers: [{ question: 'price', answer: 'no', text: 'Fast sale.' }], created_at: AT },
    },
  ],
};

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(`GET /api/public/projects/${project.id}/questionnaire`, { json: { data: questionnaire } });
});

it('viewers see answers with who recorded them', async () => {
  renderProjectScreen(
    <QuestionnaireSheet projectId={project.id} canEdit={false} onGap={() => undefined} />,
    'viewer',
    project,
  );
  const list = within(await screen.findByRole('list', { name: 'Answers of the user' }));
  expect(list.getByText('Nov 20, 2026, by telephone, recorded by Ann')).toBeTruthy();
  expect(list.getByText('No: Fast sale.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('editors mail a link, end it, record answers, and offer a gap', async () => {
  const [LINKS, ANSWERS] = ['links', 'answers'].map(
    (rest) => `POST /api/projects/${project.id}/questionnaire/${rest}` as const,
  ) as [`POST ${string}`, `POST ${string}`];
  server.on(LINKS, { status: 201, json: { data: questionnaire.links[0] } });
  server.on(ANSWERS, { status: 201, json: { data: questionnaire.answers[0] } });
  server.on('DELETE /api/questionnaire-links/k1', { json: { success: true } });
  const offered: OfferedGap[] = [];
  const { user } = renderProjectScreen(
    <QuestionnaireSheet projectId={project.id} canEdit onGap={(gap) => offered.push(gap)} />,
    'editor',
    project,
  );
  await user.click(await screen.findByRole('button', { name: 'Send link' }));
  const sending = within(await screen.findByRole('dialog', { name: 'Send questionnaire' }));
  await user.type(sending.getByRole('textbox', { name: /User of the report/ }), 'Cora Client');
  await user.type(sending.getByRole('textbox', { name: /Email/ }), 'cora@client.example');
  fireEvent.change(sending.getByLabelText(/Last day/), { target: { value: '2026-12-01' } });
  await user.click(sending.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(server.requestsOf(LINKS)[0]?.body).toMatchObject({
      ...{ name: 'Cora Client', email: 'cora@client.example', last_day: '2026-12-01' },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Record answers' }));
  const recording = within(await screen.findByRole('dialog', { name: 'Record answers' }));
  await user.type(recording.getByRole('textbox', { name: /Who answered/ }), 'Cora Client');
  fireEvent.change(recording.getByLabelText(/Date/), { target: { value: '2026-11-19' } });
  await user.selectOptions(recording.getByRole('combobox', { name: 'Is the price fair?' }), 'Yes');
  await user.click(recording.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsOf(ANSWERS)[0]?.body).toMatchObject({
      ...{ name: 'Cora Client', date: '2026-11-19', method: 'paper' },
      answers: [{ question: 'price', answer: 'yes', text: '' }],
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Send again: Ben Buyer' }));
  const again = within(await screen.findByRole('dialog', { name: 'Send questionnaire' }));
  await user.click(again.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(server.requestsOf(LINKS)[1]?.body).toMatchObject({ name: 'Ben Buyer', email: 'ben@buyer.example' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Make it a gap: Ben Buyer' }));
  expect(offered).toMatchObject([{ kind: 'questionnaire' }]);
  await user.click(screen.getByRole('button', { name: 'End link: Ben Buyer' }));
  await waitFor(() => expect(server.requestsOf('DELETE /api/questionnaire-links/k1')).toHaveLength(1));
});
