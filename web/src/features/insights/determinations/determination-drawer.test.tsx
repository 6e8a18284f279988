import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ProjectRole } from '@symbio/proto/project/vocabulary';
import type { FakeServer } from '../../../testing/fake-server.js';
import { serverWithFindings } from '../../../testing/findings.js';
import { project } from '../../../testing/fixtures.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';
import { followQuestions } from './follow-questions.js';
import type { Question } from './determinations-api.js';

jest.unstable_mockModule('../sheet-excerpt.js', () => import('../../../testing/sheet-excerpt.js'));
const { InsightsPage } = await import('../insights-page.js');

withoutLayout();

const AT = '2026-11-20T12:00:00.000Z';
const NO_STEP = { if_yes: null, if_no: null, kinds_if_yes: [], kinds_if_no: [] };
const QUESTIONS: Question[] = [
  {
    ...NO_STEP,
    id: 'presence',
    text: 'Is there a substance?',
    note_label: 'Which',
    if_yes: 'closure',
    kinds_if_no: ['none'],
  },
  { ...NO_STEP, id: 'closure', text: 'Was it closed?', note_label: '', kinds_if_yes: ['hrec'], kinds_if_no: ['rec'] },
];
const determination = {
  ...{ id: 'd-1', project_id: project.id, feature_id: 'f1', kind: 'rec', answers: [], settings_version: '1' },
  ...{ reason: 'Two tanks leaked.', evidence: ['h9'], author_id: 'me', author_name: 'Ada Marsh', created_at: AT },
  ...{ status: 'active', stale: true, proposal_id: null },
  ...{ withdrawn_at: null, withdrawn_by_name: null, withdrawal_reason: null },
};
const proposal = {
  ...determination,
  ...{ id: 'p-1', kind: 'crec', author_name: 'Reader 1', author_type: 'ai_agent', status: 'open', confidence: 7 },
  ...{ reason: 'An AUL was recorded in 2003.', run_id: null, decided_at: null, decided_by_name: null },
};

let server: FakeServer;

beforeEach(async () => {
  server = await serverWithFindings();
  server.on('GET /api/public/determinations', { json: { data: [] } });
  server.on('GET /api/public/determination-questions', { json: { data: QUESTIONS } });
  server.on('GET /api/public/determination-proposals', { json: { data: [] } });
  server.on('POST /api/public/determinations', { status: 201, json: { data: determination } });
});

async function opened(role: ProjectRole = 'editor') {
  const { user } = renderProjectScreen(<InsightsPage />, role);
  const row = await screen.findByRole('row', { name: /Filling Station/ });
  await user.click(await within(row).findByRole('button', { name: /^Determination: / }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Determination of Filling Station' }));
  return { user, drawer };
}

const sent = () => server.requestsOf('POST /api/public/determinations').map(({ body }) => body);

it('the questions lead to a kind, which the person chooses; the cited evidence is saved with it', async () => {
  const { user, drawer } = await opened();
  const ask = async (question: string, answer: string) =>
    user.click(within(await drawer.findByRole('radiogroup', { name: question })).getByRole('radio', { name: answer }));
  await ask('Is there a substance?', 'Yes');
  await user.type(drawer.getByRole('textbox', { name: 'Which' }), 'Gasoline');
  await ask('Was it closed?', 'No');
  expect(drawer.getByRole('status').textContent).toBe('The answers point to REC.');
  const save = drawer.getByRole<HTMLButtonElement>('button', { name: 'Save determination' });
  expect(save.disabled).toBe(true);
  await user.click(drawer.getByRole('radio', { name: '1 REC' }));
  await user.click(save);
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({
    ...{ feature_id: 'f1', kind: 'rec', reason: '', evidence: ['h9'] },
    answers: [
      { question_id: 'presence', answer: 'yes', note: 'Gasoline' },
      { question_id: 'closure', answer: 'no', note: '' },
    ],
  });
});

it('another kind than the answers point to needs a reason', async () => {
  const { user, drawer } = await opened();
  await drawer.findByRole('radiogroup', { name: 'Is there a substance?' });
  await user.keyboard('4');
  expect(drawer.getByRole<HTMLInputElement>('radio', { name: '4 BER' }).checked).toBe(true);
  const save = drawer.getByRole<HTMLButtonElement>('button', { name: 'Save determination' });
  expect(save.disabled).toBe(true);
  await user.type(drawer.getByRole('textbox', { name: 'Reason' }), 'It lowers the price by 5 %.');
  await user.click(save);
  await waitFor(() => expect(sent()).toMatchObject([{ kind: 'ber', reason: 'It lowers the price by 5 %.' }]));
});

it('chooses by the position of a digit on a layout with other characters', async () => {
  const { drawer } = await opened();
  await drawer.findByRole('radiogroup', { name: 'Is there a substance?' });
  fireEvent.keyDown(window, { key: '١', code: 'Digit1' });
  expect(drawer.getByRole<HTMLInputElement>('radio', { name: '1 REC' }).checked).toBe(true);
});

it('J and K go to the next and previous feature', async () => {
  const { user } = await opened();
  await user.keyboard('j');
  await screen.findByRole('dialog', { name: 'Determination of Dry Cleaner' });
  await user.keyboard('k');
  await screen.findByRole('dialog', { name: 'Determination of Filling Station' });
});

it('the table shows kind and staleness, the drawer the history, and a withdrawal asks for a reason', async () => {
  server.on('GET /api/public/determinations', { json: { data: [determination] } });
  server.on('POST /api/public/determinations/d-1/withdraw', { json: { data: determination } });
  const { user, drawer } = await opened();
  const cell = screen.getByTestId('feature-f1');
  expect(cell.textContent).toContain('RECStale');
  const history = within(await drawer.findByRole('region', { name: 'History of determinations' }));
  expect(history.getByText('Stale: the evidence changed')).toBeTruthy();
  await user.click(history.getByRole('button', { name: 'Withdraw...' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw determination' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Wrong feature.');
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() =>
    expect(server.requestsOf('POST /api/public/determinations/d-1/withdraw')[0]?.body).toEqual({
      reason: 'Wrong feature.',
    }),
  );
});

it('a person accepts an agent’s proposal', async () => {
  server.on('GET /api/public/determination-proposals', { json: { data: [proposal] } });
  server.on('POST /api/public/determination-proposals/p-1/decide', { json: { data: proposal, determination } });
  const { user, drawer } = await opened();
  const box = within(await drawer.findByRole('region', { name: 'Proposal of Reader 1' }));
  expect(box.getByText('An AUL was recorded in 2003.')).toBeTruthy();
  await user.click(box.getByRole('button', { name: 'Accept' }));
  await waitFor(() =>
    expect(server.requestsOf('POST /api/public/determination-proposals/p-1/decide')[0]?.body).toMatchObject({
      action: 'accept',
    }),
  );
});

it('viewers read, and cannot save or withdraw', async () => {
  server.on('GET /api/public/determinations', { json: { data: [determination] } });
  const { drawer } = await opened('viewer');
  await drawer.findByText('Two tanks leaked.', { selector: 'div' });
  expect(drawer.queryByRole('button', { name: /Save|Withdraw/ })).toBeNull();
});

it('questions are followed to the kinds', () => {
  const answers = (...given: ['presence' | 'closure', 'yes' | 'no' | 'unknown'][]) =>
    given.map(([question_id, answer]) => ({ question_id, answer }));
  expect(followQuestions(QUESTIONS, answers(['presence', 'no'])).kinds).toEqual(['none']);
  expect(followQuestions(QUESTIONS, answers(['presence', 'unknown'])).asked).toHaveLength(1);
  expect(followQuestions(QUESTIONS, answers(['presence', 'yes'], ['closure', 'yes'])).kinds).toEqual(['hrec']);
});
