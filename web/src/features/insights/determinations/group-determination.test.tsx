import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { serverWithFindings } from '../../../testing/findings.js';
import { project } from '../../../testing/fixtures.js';
import { withoutLayout } from '../../../testing/no-layout.js';
import { renderProjectScreen } from '../../../testing/project-screen.js';

jest.unstable_mockModule('../sheet-excerpt.js', () => import('../../../testing/sheet-excerpt.js'));
const { InsightsPage } = await import('../insights-page.js');

withoutLayout();

const POST = 'POST /api/public/determinations';
const NO_STEP = { note_label: '', if_yes: null, if_no: null, kinds_if_yes: [], kinds_if_no: [] };
const determined = (featureId: string) => ({
  ...{ id: 'd-1', project_id: project.id, feature_id: featureId, kind: 'rec', answers: [], settings_version: '1' },
  ...{ reason: 'A tank leaked.', evidence: [], author_id: 'me', author_name: 'Ada Marsh', status: 'active' },
  ...{ created_at: '2026-11-20T12:00:00.000Z', stale: false, proposal_id: null },
  ...{ withdrawn_at: null, withdrawn_by_name: null, withdrawal_reason: null },
});

async function opened(active: object[] = []) {
  const server = await serverWithFindings();
  server.on('GET /api/public/determinations', { json: { data: active } });
  server.on('GET /api/public/determination-questions', {
    json: {
      data: [
        { ...NO_STEP, id: 'presence', text: 'Is there a substance?', kinds_if_yes: ['rec'], if_no: 'scope' },
        { ...NO_STEP, id: 'scope', text: 'Does it matter otherwise?', kinds_if_yes: ['ber'], kinds_if_no: ['none'] },
      ],
    },
  });
  server.on(POST, { status: 201, json: { data: determined('f1') } });
  const { user } = renderProjectScreen(<InsightsPage />);
  await screen.findByRole('row', { name: /Filling Station/ });
  await user.click(screen.getByRole('checkbox', { name: 'Pick all features' }));
  return { server, user };
}

const determine = async (count: number): Promise<HTMLButtonElement> => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: `Determine ${count} as none...` });
  await waitFor(() => expect(button.disabled).toBe(false));
  return button;
};

it('determines all picked features as none with one reason, each with its own evidence', async () => {
  const { server, user } = await opened();
  await user.click(await determine(3));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Determine 3 features as none' }));
  expect(await dialog.findByText('Is there a substance? No.')).toBeTruthy();
  expect(dialog.getByText('Does it matter otherwise? No.')).toBeTruthy();
  expect(dialog.getByText('Filling Station, 1 mention')).toBeTruthy();
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Determine' });
  expect(confirm.disabled).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Dwellings only.');
  await user.click(confirm);
  await screen.findByText('3 features determined');
  const sent = server.requestsOf(POST).map(({ body }) => body);
  const judgment = { kind: 'none', reason: 'Dwellings only.' };
  const answers = ['presence', 'scope'].map((id) => ({ question_id: id, answer: 'no', note: '' }));
  expect(sent).toHaveLength(3);
  expect(sent).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...judgment, answers, feature_id: 'f1', evidence: ['h9'] }),
      expect.objectContaining({ ...judgment, answers, feature_id: 'f3', evidence: [] }),
    ]),
  );
});

it('leaves picked features alone that have a determination', async () => {
  const { server, user } = await opened([determined('f1')]);
  await user.click(await determine(2));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Determine 2 features as none' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Dwellings only.');
  await user.click(dialog.getByRole('button', { name: 'Determine' }));
  await waitFor(() => expect(server.requestsOf(POST)).toHaveLength(2));
  expect(server.requestsOf(POST).map(({ body }) => body)).not.toContainEqual(
    expect.objectContaining({ feature_id: 'f1' }),
  );
});

it('says why features were refused, and stays open', async () => {
  const { server, user } = await opened();
  server.on(POST, { status: 409, json: { error: 'The feature was deleted.', code: 'wrong_state' } });
  await user.click(await determine(3));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Determine 3 features as none' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Dwellings only.');
  await user.click(dialog.getByRole('button', { name: 'Determine' }));
  expect(await dialog.findByText('3 features not determined. The feature was deleted.')).toBeTruthy();
});
