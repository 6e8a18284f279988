import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { medium } from '../../lib/ui/formats.js';
import { ProjectContext, rightsOf, type Project } from '../../lib/project/project-context.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { me, project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { SetupPage } from './setup-page.js';

let server: FakeServer;
const members = `GET /api/projects/${project.id}/members`;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(members, {
    json: {
      data: [
        { user_id: me.id, name: 'Ada Marsh', role: 'owner' },
        { user_id: 'u-2', name: 'Ben Ito', role: 'viewer' },
      ],
    },
  });
  server.on(`GET /api/projects/${project.id}/invitations`, { json: { data: [] } });
});

const valueOf = (term: string): string | undefined =>
  screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent ?? undefined;

describe('the setup page', () => {
  it("shows the project's data (PROJ-42)", () => {
    renderProjectScreen(<SetupPage />);
    expect(screen.getByRole('heading', { level: 1, name: project.title })).toBeTruthy();
    expect(valueOf('Project number')).toBe('P-2025-00042');
    expect(valueOf('Due date')).toBe('Nov 30, 2025');
    expect(valueOf('Client company')).toBe('Redwood Holdings');
    expect(valueOf('Property address')).toBe('1200 Harlan Street');
    expect(valueOf('Property city')).toBe('Oakland');
    expect(valueOf('Contact')).toBe('Lee Park');
    expect(valueOf('Email')).toBe('lee@redwood.test');
    expect(valueOf('Created')).toBe(medium(project.created_at));
    expect(valueOf('Last updated')).toBe(medium(project.updated_at));
  });

  it('shows Not set for empty values (PROJ-42)', () => {
    renderProjectScreen(<SetupPage />, 'owner', { ...project, due_date: null, client_contact: null });
    expect(valueOf('Due date')).toBe('Not set');
    expect(valueOf('Contact')).toBe('Not set');
  });

  it('marks details that an API key wrote', () => {
    renderProjectScreen(<SetupPage />, 'owner', { ...project, via: 'key' });
    expect(valueOf('Last updated')).toBe(`${medium(project.updated_at)} · by API key`);
  });

  it('leads a new project on to its documents', async () => {
    const started = renderProjectScreen(<SetupPage />);
    expect(screen.queryByRole('button', { name: 'Add documents' })).toBeNull();
    started.unmount();
    const view = renderProjectScreen(<SetupPage />, 'owner', { ...project, status: 'setup' });
    await view.user.click(screen.getByRole('button', { name: 'Add documents' }));
    await waitFor(() => expect(view.path()).toBe(`/projects/${project.id}/data-collection`));
  });

  it('opens the edit dialog, filled in (PROJ-43)', async () => {
    const view = renderProjectScreen(<SetupPage />);
    await view.user.click(screen.getByRole('button', { name: 'Edit Details' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Project' });
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Title/).value).toBe(project.title);
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Due date/).value).toBe('2025-11-30');
    expect(within(dialog).getByLabelText<HTMLSelectElement>('Status').value).toBe('data_collection');
  });

  it('saves edited fields and keeps what others changed while the form was open (PROJ-43)', async () => {
    server.on('PUT /api/public/projects', { json: { data: project } });
    const screenOf = (shown: Project) => (
      <ProjectContext value={{ project: shown, role: 'owner', ...rightsOf('owner') }}>
        <SetupPage />
      </ProjectContext>
    );
    const Changing = () => {
      const [shown, setShown] = useState(project);
      change = (more) => setShown({ ...project, ...more });
      return screenOf(shown);
    };
    let change: (more: Partial<Project>) => void = () => undefined;
    const view = renderScreen(<Changing />);
    await view.user.click(screen.getByRole('button', { name: 'Edit Details' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Project' });
    await view.user.type(within(dialog).getByLabelText(/^Title/), ' II');
    act(() => change({ client_contact: 'Noor Haddad', status: 'insights' }));
    await view.user.click(within(dialog).getByRole('button', { name: 'Update Project' }));
    await waitFor(() =>
      expect(server.requestsOf('PUT /api/public/projects')[0]?.body).toEqual({ title: `${project.title} II` }),
    );
  });

  it('has a separate Undo for each of two changes', async () => {
    server.on('PUT /api/public/projects', { json: { data: project } });
    const view = renderProjectScreen(<SetupPage />);
    for (const field of [/^Client contact/, /^Property block/]) {
      await view.user.click(screen.getByRole('button', { name: 'Edit Details' }));
      const dialog = await screen.findByRole('dialog', { name: 'Edit Project' });
      await view.user.type(within(dialog).getByLabelText(field), 'X');
      await view.user.click(within(dialog).getByRole('button', { name: 'Update Project' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(await screen.findAllByText('Project changed')).toHaveLength(2);
    for (const undo of screen.getAllByText('Undo')) await view.user.click(undo);
    const puts = () => server.requestsOf('PUT /api/public/projects').map(({ body }) => body);
    await waitFor(() => expect(puts()).toHaveLength(4));
    expect(puts().slice(2)).toEqual(
      expect.arrayContaining([{ client_contact: project.client_contact }, { property_block: null }]),
    );
  });

  it('keeps focus in the field in which Enter was pressed when saving fails (PROJ-37, PROJ-43)', async () => {
    const put = heldAnswer();
    server.on('PUT /api/public/projects', put.handler);
    const view = renderProjectScreen(<SetupPage />);
    await view.user.click(screen.getByRole('button', { name: 'Edit Details' }));
    const title = within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>(/^Title/);
    await view.user.type(title, ' II');
    // like Enter in a browser, which also presses a submit button
    if (title.form) fireEvent.submit(title.form);
    expect(await screen.findByRole('button', { name: 'Updating...' })).toBeTruthy();
    expect([title.disabled, title.readOnly]).toEqual([false, true]);
    put.answer({ status: 503, json: { error: 'The project service is away.' } });
    expect(await screen.findByText('Failed to update project. Please try again.')).toBeTruthy();
    expect(document.activeElement).toBe(title);
  });

  it('lets its owner delete it after confirmation, and leads to the projects then (OP-05, OP-09)', async () => {
    server.on('DELETE /api/public/projects', { json: { success: true } });
    const view = renderProjectScreen(<SetupPage />);
    await view.user.click(screen.getByRole('button', { name: 'Delete Project' }));
    expect(await screen.findByText(`Delete project "${project.title}"? This cannot be undone.`)).toBeTruthy();
    expect(screen.getByText('It can be restored for 30 days under Recently deleted.')).toBeTruthy();
    expect(screen.getByText('What cannot be undone: after 30 days, the project is deleted permanently.')).toBeTruthy();
    // SET-09
    expect(
      screen.getByText(
        /^Issued reports are kept for 7 years .* Administrators find them under Settings \/ Retained reports\.$/,
      ),
    ).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Project deleted')).toBeTruthy();
    expect(server.requestsOf('DELETE /api/public/projects')[0]?.query.get('id')).toBe(project.id);
    await waitFor(() => expect([view.router.state.historyAction, view.path()]).toEqual(['PUSH', '/']));
  });

  it('copies a sample for people who may create projects, and opens the copy', async () => {
    const copying = `POST /api/projects/${project.id}/copy`;
    server.on(copying, { status: 201, json: { data: { ...project, id: 'p-copy' } } });
    const view = renderProjectScreen(<SetupPage />, 'viewer', { ...project, sample: true });
    await view.user.click(await screen.findByRole('button', { name: 'Make a copy' }));
    expect(await screen.findByText('Copy created')).toBeTruthy();
    await waitFor(() => expect(view.path()).toBe('/projects/p-copy'));
    expect(server.requestsOf(copying)[0]?.body).toEqual({ id: expect.any(String) as string });
  });

  it("moves a project to another organization, for the operator's people (decision 0158)", async () => {
    const moving = `PUT /api/projects/${project.id}/organization`;
    server.on('GET /api/organizations', { json: { data: [{ id: 'o-1', name: 'North Environmental' }] } });
    server.on(moving, { json: { data: { ...project, organization_id: 'o-1' } } });
    const view = renderProjectScreen(<SetupPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Change organization' }));
    expect(valueOf('Organization')).toBe('Operator of this installation');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Change organization' }));
    await view.user.selectOptions(dialog.getByRole('combobox'), 'North Environmental');
    await view.user.click(dialog.getByRole('button', { name: 'Change' }));
    expect(await screen.findByText('Organization changed')).toBeTruthy();
    expect(server.requestsOf(moving)[0]?.body).toEqual({ organization_id: 'o-1' });
  });

  it('names no organization to people of a firm (decision 0158)', async () => {
    server.on('GET /api/me', { json: { data: { ...me, organization_id: 'o-1' } } });
    renderProjectScreen(<SetupPage />, 'owner', { ...project, organization_id: 'o-1' });
    expect(await screen.findByText('Ben Ito')).toBeTruthy();
    expect(screen.queryByText('Organization')).toBeNull();
    expect(server.requestsOf('GET /api/organizations')).toHaveLength(0);
  });

  it('is read-only for viewers (OP-06, OP-09)', async () => {
    renderProjectScreen(<SetupPage />, 'viewer');
    expect(await screen.findByText('Ben Ito')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit Details' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
    expect(screen.queryByLabelText('Add a person')).toBeNull();
  });
});

describe('the members of a project', () => {
  it('get another role, with an error when that fails (PROJ-44, ERR-27)', async () => {
    server.on(`PUT /api/projects/${project.id}/members/u-2`, {
      status: 409,
      json: { error: 'A project needs an owner.' },
    });
    const view = renderProjectScreen(<SetupPage />);
    await view.user.selectOptions(await screen.findByRole('combobox', { name: 'Role of Ben Ito' }), 'editor');
    await view.user.click(await screen.findByRole('button', { name: 'Change' }));
    expect(await screen.findByText('Failed to update user role')).toBeTruthy();
    expect(server.requestsOf(`PUT /api/projects/${project.id}/members/u-2`)[0]?.body).toEqual({ role: 'editor' });
  });

  it('are removed after confirmation (PROJ-44)', async () => {
    server.on(`DELETE /api/projects/${project.id}/members/u-2`, { json: { success: true } });
    const view = renderProjectScreen(<SetupPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Remove Ben Ito' }));
    expect(await screen.findByText('Ben Ito will no longer see this project.')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull());
    expect(server.requestsOf(`DELETE /api/projects/${project.id}/members/u-2`)).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Remove Ben Ito' })).toBeTruthy();
  });

  it('keep focus in the list when one is removed (WCAG 2.4.3)', async () => {
    const [ada, ben, cora] = [
      { user_id: me.id, name: 'Ada Marsh', role: 'owner' },
      { user_id: 'u-2', name: 'Ben Ito', role: 'viewer' },
      { user_id: 'u-3', name: 'Cora Lund', role: 'viewer' },
    ];
    server.on(members, { json: { data: [ada, ben, cora] } });
    server.on(`DELETE /api/projects/${project.id}/members/u-2`, () => {
      server.on(members, { json: { data: [ada, cora] } });
      return { json: { success: true } };
    });
    const view = renderProjectScreen(<SetupPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Remove Ben Ito' }));
    await view.user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Ben Ito' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Cora Lund' })));
  });

  it('are restored by undo: role, and removal (PROJ-44)', async () => {
    const [one, all] = [`/api/projects/${project.id}/members/u-2`, `/api/projects/${project.id}/members`];
    server.on(`PUT ${one}`, { json: { data: {} } });
    server.on(`DELETE ${one}`, { json: { success: true } });
    server.on(`POST ${all}`, { status: 201, json: { data: {} } });
    const view = renderProjectScreen(<SetupPage />);
    await view.user.selectOptions(await screen.findByRole('combobox', { name: 'Role of Ben Ito' }), 'editor');
    await view.user.click(await screen.findByRole('button', { name: 'Change' }));
    expect(await screen.findByText('Ben Ito is now Editor.')).toBeTruthy();
    await view.user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Undone: role of Ben Ito')).toBeTruthy();
    expect(server.requestsOf(`PUT ${one}`).map(({ body }) => body)).toEqual([{ role: 'editor' }, { role: 'viewer' }]);
    await view.user.click(await screen.findByRole('button', { name: 'Remove Ben Ito' }));
    await view.user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Member removed')).toBeTruthy();
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone: removal of Ben Ito')).toBeTruthy();
    expect(server.requestsOf(`POST ${all}`)[0]?.body).toEqual({ user_id: 'u-2', role: 'viewer' });
  });

  it('are found by name and added with a role (PROJ-44)', async () => {
    server.on('GET /api/users/search', {
      json: {
        data: [
          { id: me.id, name: 'Ada Marsh' },
          { id: 'u-7', name: 'Cleo Brandt' },
        ],
      },
    });
    server.on(`POST /api/projects/${project.id}/members`, { status: 201, json: { data: {} } });
    const view = renderProjectScreen(<SetupPage />);
    // in one change event, independent of machine load
    await view.user.click(await screen.findByLabelText('Add a person'));
    await view.user.paste('cle');
    await view.user.click(await screen.findByRole('option', { name: 'Cleo Brandt' }));
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Role of the new member' }), 'editor');
    await view.user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(server.requestsOf(`POST /api/projects/${project.id}/members`)[0]?.body).toEqual({
        user_id: 'u-7',
        role: 'editor',
      }),
    );
    expect(server.requestsOf('GET /api/users/search')[0]?.query.get('q')).toBe('cle');
  });

  it('cannot be found while the search fails, which is shown (PROJ-44, ERR-26)', async () => {
    server.on('GET /api/users/search', { status: 503, json: { error: 'The identity service is away.' } });
    const view = renderProjectScreen(<SetupPage />);
    await view.user.type(await screen.findByLabelText('Add a person'), 'cle');
    const option = await screen.findByRole('option', { name: 'Failed to search users' });
    expect(option.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('button', { name: 'Add' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('require a longer name when all ten people found are members (PROJ-44, CONST-19)', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => ({ id: `m-${index}`, name: `Ben ${index}` }));
    server.on(members, { json: { data: ten.map(({ id, name }) => ({ user_id: id, name, role: 'viewer' })) } });
    server.on('GET /api/users/search', ({ query }) => ({ json: { data: query.get('q') === 'ben' ? ten : [ten[0]] } }));
    const view = renderProjectScreen(<SetupPage />);
    await view.user.click(await screen.findByLabelText('Add a person'));
    await view.user.paste('ben');
    expect(await screen.findByRole('option', { name: 'More users may match: type more of the name' })).toBeTruthy();
    await view.user.paste(' 0');
    expect(await screen.findByRole('option', { name: 'Ben 0 is already a member' })).toBeTruthy();
  });

  it('are shown as members in the search, and unknown names as not found (PROJ-44)', async () => {
    const both = [
      { id: me.id, name: 'Ada Marsh' },
      { id: 'u-2', name: 'Ben Ito' },
    ];
    server.on('GET /api/users/search', ({ query }) => ({ json: { data: query.get('q') === 'a' ? both : [] } }));
    const view = renderProjectScreen(<SetupPage />);
    await view.user.click(await screen.findByLabelText('Add a person'));
    await view.user.paste('a');
    expect(await screen.findByRole('option', { name: 'Everyone with this name is already a member' })).toBeTruthy();
    await view.user.paste('bc');
    expect(await screen.findByRole('option', { name: 'No other user has this name' })).toBeTruthy();
  });

  it('keep focus on the saving control: the role, and Add (PROJ-44)', async () => {
    const [change, addition] = [heldAnswer(), heldAnswer()];
    server.on(`PUT /api/projects/${project.id}/members/u-2`, change.handler);
    server.on(`POST /api/projects/${project.id}/members`, addition.handler);
    server.on('GET /api/users/search', { json: { data: [{ id: 'u-7', name: 'Cleo Brandt' }] } });
    const view = renderProjectScreen(<SetupPage />);
    const role = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Role of Ben Ito' });
    act(() => role.focus());
    fireEvent.change(role, { target: { value: 'editor' } });
    await view.user.click(await screen.findByRole('button', { name: 'Change' }));
    await waitFor(() => expect(role.getAttribute('aria-disabled')).toBe('true'));
    expect(role.disabled).toBe(false);
    // the dialog returns the focus
    await waitFor(() => expect(document.activeElement).toBe(role));
    // a change while pending is not sent
    fireEvent.change(role, { target: { value: 'owner' } });
    expect(role.value).toBe('editor');
    change.answer({ json: { data: {} } });
    await waitFor(() => expect(role.getAttribute('aria-disabled')).toBeNull());
    expect(server.requestsOf(`PUT /api/projects/${project.id}/members/u-2`)).toHaveLength(1);

    await view.user.click(await screen.findByLabelText('Add a person'));
    await view.user.paste('cle');
    await view.user.click(await screen.findByRole('option', { name: 'Cleo Brandt' }));
    const add = screen.getByRole('button', { name: 'Add' });
    act(() => add.focus());
    await view.user.keyboard('{Enter}');
    await waitFor(() => expect(add.getAttribute('aria-disabled')).toBe('true'));
    expect(document.activeElement).toBe(add);
    addition.answer({ status: 201, json: { data: {} } });
    expect(await screen.findByText('Member added')).toBeTruthy();
    expect(document.activeElement).toBe(add);
    expect(server.requestsOf(`POST /api/projects/${project.id}/members`)).toHaveLength(1);
  });

  it('get another role while another one is being saved (PROJ-44)', async () => {
    const change = heldAnswer();
    server.on(members, {
      json: {
        data: [
          { user_id: 'u-2', name: 'Ben Ito', role: 'viewer' },
          { user_id: 'u-3', name: 'Cora Lund', role: 'viewer' },
        ],
      },
    });
    server.on(`PUT /api/projects/${project.id}/members/u-2`, change.handler);
    server.on(`PUT /api/projects/${project.id}/members/u-3`, { json: { data: {} } });
    const view = renderProjectScreen(<SetupPage />);
    await view.user.selectOptions(await screen.findByRole('combobox', { name: 'Role of Ben Ito' }), 'editor');
    await view.user.click(await screen.findByRole('button', { name: 'Change' }));
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Role of Cora Lund' }), 'owner');
    await view.user.click(await screen.findByRole('button', { name: 'Change' }));
    expect(await screen.findByText('Cora Lund is now Owner.')).toBeTruthy();
    change.answer({ json: { data: {} } });
    expect(await screen.findByText('Ben Ito is now Editor.')).toBeTruthy();
  });

  it('are added one after the other: a name typed during a request stays (PROJ-44)', async () => {
    const addition = heldAnswer();
    server.on(`POST /api/projects/${project.id}/members`, addition.handler);
    server.on('GET /api/users/search', { json: { data: [{ id: 'u-7', name: 'Cleo Brandt' }] } });
    const view = renderProjectScreen(<SetupPage />);
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Add a person' });
    await view.user.click(field);
    await view.user.paste('cle');
    await view.user.click(await screen.findByRole('option', { name: 'Cleo Brandt' }));
    await view.user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(server.requestsOf(`POST /api/projects/${project.id}/members`)).toHaveLength(1));
    await view.user.clear(field);
    await view.user.type(field, 'dan');
    addition.answer({ status: 201, json: { data: {} } });
    expect(await screen.findByText('Member added')).toBeTruthy();
    expect([field.isConnected, field.value, document.activeElement === field]).toEqual([true, 'dan', true]);
  });

  it('are read again when the window gets focus (PROJ-44)', async () => {
    renderProjectScreen(<SetupPage />);
    expect(await screen.findByText('Ben Ito')).toBeTruthy();
    server.on(members, { json: { data: [{ user_id: 'u-8', name: 'Dana Reyes', role: 'viewer' }] } });
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText('Dana Reyes')).toBeTruthy();
  });

  it('are in the list that is reopened after a selection (PROJ-44)', async () => {
    server.on('GET /api/users/search', { json: { data: [{ id: 'u-7', name: 'Cleo Brandt' }] } });
    const view = renderProjectScreen(<SetupPage />);
    const field = await screen.findByRole('combobox', { name: 'Add a person' });
    await view.user.click(field);
    await view.user.paste('cle');
    await view.user.click(await screen.findByRole('option', { name: 'Cleo Brandt' }));
    await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'));
    await view.user.click(field);
    await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('true'));
    expect(await screen.findByRole('option', { name: 'Cleo Brandt' })).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'No other user has this name' })).toBeNull();
  });
});
