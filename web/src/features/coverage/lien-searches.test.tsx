import { screen, waitFor, within } from '@testing-library/react';
import type { LienSearch } from '@symbio/client';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { LienSearches } from './lien-searches.js';

withoutLayout();

const AT = '2026-11-20T10:00:00.000Z';
const URL = '/api/public/lien-searches';
const search: LienSearch = {
  ...{ id: 'l1', project_id: project.id, searched_by: 'Title Ltd.', date: '2026-11-03', from: 1980, to: 2026 },
  ...{ ordered_by: 'user', result: 'none', text: '', document_id: 'd1', by_name: 'Ann' },
  ...{ created_at: AT, updated_at: AT },
};

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(`GET ${URL}`, { json: { data: [search], count: 1 } });
  server.on('GET /api/documents', { json: { data: [{ id: 'd1', title: 'Title report' }], total_pages: 1 } });
});

it('viewers see lien searches with their documents', async () => {
  renderProjectScreen(<LienSearches projectId={project.id} canEdit={false} />, 'viewer', project);
  const list = within(await screen.findByRole('list', { name: 'Lien searches' }));
  expect(list.getByText('Nothing found')).toBeTruthy();
  expect(list.getByText('Nov 3, 2026, records 1980–2026, ordered by the user, recorded by Ann')).toBeTruthy();
  expect(await list.findByRole('link', { name: 'Title report' })).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('editors record, change and delete lien searches', async () => {
  server.on(`POST ${URL}`, { status: 201, json: { data: search } });
  server.on(`PUT ${URL}/l1`, { json: { data: search } });
  server.on(`DELETE ${URL}/l1`, { json: { success: true } });
  const { user } = renderProjectScreen(<LienSearches projectId={project.id} canEdit />, 'editor', project);
  await user.click(await screen.findByRole('button', { name: 'New lien search' }));
  const added = within(await screen.findByRole('dialog', { name: 'New lien search' }));
  await user.type(added.getByRole('textbox', { name: /Searched by/ }), 'County clerk');
  await user.type(added.getByLabelText(/Date/), '2026-11-05');
  await user.selectOptions(added.getByRole('combobox', { name: 'Result' }), 'Liens or limitations found');
  const isDisabled = () => added.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled;
  expect(isDisabled()).toBe(true);
  await user.type(added.getByRole('textbox', { name: /What was found/ }), 'Deed restriction.');
  await user.click(added.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsOf(`POST ${URL}`).at(-1)?.body).toMatchObject({
      ...{ project_id: project.id, searched_by: 'County clerk', date: '2026-11-05', from: null },
      ...{ ordered_by: 'user', result: 'found', text: 'Deed restriction.', document_id: null },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Edit: Title Ltd.' }));
  const changed = within(await screen.findByRole('dialog', { name: 'Edit lien search' }));
  await user.selectOptions(changed.getByRole('combobox', { name: 'Document' }), 'None');
  await user.click(changed.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsOf(`PUT ${URL}/l1`).at(-1)?.body).toMatchObject({
      ...{ searched_by: 'Title Ltd.', document_id: null, updated_at: AT },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Delete: Title Ltd.' }));
  await waitFor(() => expect(server.requestsOf(`DELETE ${URL}/l1`)).toHaveLength(1));
});
