import { screen, waitFor, within } from '@testing-library/react';
import type { Interview } from '@symbio/client';
import type { OfferedGap } from '../../evidence/offered-gap.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project } from '../../testing/fixtures.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { Interviews } from './interviews.js';

withoutLayout();

const AT = '2026-11-20T10:00:00.000Z';
const interview: Interview = {
  ...{ id: 'i1', project_id: project.id, role: 'owner', person: 'Ms. Hale', date: '2026-11-03', method: 'telephone' },
  ...{ answered: false, text: '', by_name: 'Ann', created_at: AT, updated_at: AT },
};

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on('GET /api/public/interviews', { json: { data: [interview], count: 1 } });
});

it('viewers see interviews and attempts', async () => {
  renderProjectScreen(<Interviews projectId={project.id} canEdit={false} onGap={() => undefined} />, 'viewer', project);
  const list = within(await screen.findByRole('list', { name: 'Interviews' }));
  expect(list.getByText('Owner: Ms. Hale')).toBeTruthy();
  expect(list.getByText('No answer')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('editors record, change and delete interviews', async () => {
  const offered: OfferedGap[] = [];
  server.on('POST /api/public/interviews', { status: 201, json: { data: interview } });
  server.on('PUT /api/public/interviews/i1', { json: { data: interview } });
  server.on('DELETE /api/public/interviews/i1', { json: { success: true } });
  const { user } = renderProjectScreen(
    <Interviews projectId={project.id} canEdit onGap={(gap) => offered.push(gap)} />,
    'editor',
    project,
  );
  await user.click(await screen.findByRole('button', { name: 'New interview' }));
  const added = within(await screen.findByRole('dialog', { name: 'New interview' }));
  await user.selectOptions(added.getByRole('combobox', { name: 'Role' }), 'Local official');
  await user.type(added.getByRole('textbox', { name: /Person or office/ }), 'Fire marshal');
  await user.type(added.getByLabelText(/Date/), '2026-11-05');
  const isDisabled = () => added.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled;
  expect(isDisabled()).toBe(true);
  await user.type(added.getByRole('textbox', { name: /What was said/ }), 'No spills on file.');
  await user.click(added.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsOf('POST /api/public/interviews').at(-1)?.body).toMatchObject({
      ...{ project_id: project.id, role: 'local_official', person: 'Fire marshal', date: '2026-11-05' },
      ...{ method: 'telephone', answered: true, text: 'No spills on file.' },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Edit: Owner: Ms. Hale' }));
  const changed = within(await screen.findByRole('dialog', { name: 'Edit interview' }));
  await user.type(changed.getByRole('textbox', { name: 'Note' }), 'Left a message.');
  await user.click(changed.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.requestsOf('PUT /api/public/interviews/i1').at(-1)?.body).toMatchObject({
      ...{ answered: false, text: 'Left a message.', updated_at: AT },
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Make it a gap: Owner: Ms. Hale' }));
  expect(offered).toEqual([{ kind: 'interview', tried: 'Owner: Ms. Hale, Nov 3, 2026, telephone: no answer.' }]);
  await user.click(await screen.findByRole('button', { name: 'Delete: Owner: Ms. Hale' }));
  await waitFor(() => expect(server.requestsOf('DELETE /api/public/interviews/i1')).toHaveLength(1));
});
