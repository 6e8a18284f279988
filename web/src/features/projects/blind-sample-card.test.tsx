import { screen, waitFor } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { BlindSampleCard } from './blind-sample-card.js';

const ROUTE = `/api/public/projects/${project.id}/blind-sample`;
const sample = (percent: number) => ({
  data: {
    ...{ project_id: project.id, percent, marked_sheets: 2 },
    ...{ updated_at: null, author_id: null, author_name: null },
  },
});

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(`GET ${ROUTE}`, { json: sample(0) });
});

it('sets the share of blind sheets (decision 165)', async () => {
  server.on(`PUT ${ROUTE}`, ({ body }) => {
    server.on(`GET ${ROUTE}`, { json: sample((body as { percent: number }).percent) });
    return { json: sample(10) };
  });
  const { user } = renderProjectScreen(<BlindSampleCard />, 'editor', project);
  const share = await screen.findByRole('combobox', { name: 'Share' });
  expect(screen.getByText('2 sheets marked so far.')).toBeTruthy();
  await user.selectOptions(share, '10% of the sheets');
  await waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Share' }).value).toBe('10'));
  expect(server.requestsOf(`PUT ${ROUTE}`).map(({ body }) => body)).toEqual([{ percent: 10 }]);
});

it('only shows the share to viewers', async () => {
  renderProjectScreen(<BlindSampleCard />, 'viewer', project);
  expect(await screen.findByText('Off')).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});
