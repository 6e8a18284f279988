import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { me, project } from '../../testing/fixtures.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { signedIn } from '../../testing/sign-in.js';
import { SetupPage } from './setup-page.js';

const invitations = `/api/projects/${project.id}/invitations`;
const nora = {
  id: 'i-1',
  email: 'nora@example.test',
  role: 'editor',
  invited_by_name: 'Ada Marsh',
  good_until: '2999-01-01T00:00:00.000Z',
};

let server: FakeServer;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  server.on(`GET /api/projects/${project.id}/members`, {
    json: { data: [{ user_id: me.id, name: 'Ada Marsh', role: 'owner' }] },
  });
  server.on(`GET ${invitations}`, { json: { data: [] } });
  server.on('GET /api/users/search', { json: { data: [] } });
});

describe('a person without an account (D-74)', () => {
  it('is invited by a whole email address, with a role', async () => {
    server.on(`POST ${invitations}`, () => {
      server.on(`GET ${invitations}`, { json: { data: [nora] } });
      return { status: 201, json: { data: { member: null, invitation: nora } } };
    });
    const view = renderProjectScreen(<SetupPage />);
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Add a person' });
    await view.user.click(field);
    await view.user.paste('nora@example.test');
    await view.user.click(await screen.findByRole('option', { name: 'Nobody here has this address. Invite by email' }));
    expect(field.value).toBe('nora@example.test');
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Role of the new member' }), 'editor');
    await view.user.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText('Invitation sent')).toBeTruthy();
    expect(server.requestsOf(`POST ${invitations}`)[0]?.body).toEqual({ email: 'nora@example.test', role: 'editor' });
    const list = await screen.findByRole('list', { name: 'Open invitations' });
    expect(within(list).getByText('nora@example.test')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Add a person' }).value).toBe('');
  });

  it('who has an account by now is added at once, with undo', async () => {
    const member = { user_id: 'u-7', name: 'Nora North', role: 'viewer' };
    server.on(`POST ${invitations}`, { status: 201, json: { data: { member, invitation: null } } });
    server.on(`DELETE /api/projects/${project.id}/members/u-7`, { json: { success: true } });
    const view = renderProjectScreen(<SetupPage />);
    await view.user.click(await screen.findByRole('combobox', { name: 'Add a person' }));
    await view.user.paste('nora@example.test');
    await view.user.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText('Nora North, Viewer')).toBeTruthy();
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.requestsOf(`DELETE /api/projects/${project.id}/members/u-7`)).toHaveLength(1));
  });

  it('stays in the field when the server refuses, which is shown', async () => {
    const error = 'This installation sends no mail. Ask the person to register, then add them by name.';
    server.on(`POST ${invitations}`, { status: 409, json: { error, code: 'no_mail' } });
    const view = renderProjectScreen(<SetupPage />);
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Add a person' });
    await view.user.click(field);
    await view.user.paste('nora@example.test');
    await view.user.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText(error)).toBeTruthy();
    expect(field.value).toBe('nora@example.test');
  });
});

describe('open invitations', () => {
  beforeEach(() => {
    const late = { ...nora, id: 'i-2', email: 'otto@example.test', good_until: '2020-01-01T00:00:00.000Z' };
    server.on(`GET ${invitations}`, { json: { data: [nora, late] } });
  });

  it('are listed with role, inviter and expiry', async () => {
    renderProjectScreen(<SetupPage />);
    const [open, expired] = within(await screen.findByRole('list', { name: 'Open invitations' })).getAllByRole(
      'listitem',
    );
    expect(open?.textContent).toContain('Editor, by Ada Marsh, until');
    expect(expired?.textContent).toContain('Expired');
  });

  it('are sent again with the same role', async () => {
    server.on(`POST ${invitations}`, { status: 201, json: { data: { member: null, invitation: nora } } });
    const view = renderProjectScreen(<SetupPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Resend the invitation of nora@example.test' }));
    expect(await screen.findByText('Invitation sent')).toBeTruthy();
    expect(server.requestsOf(`POST ${invitations}`)[0]?.body).toEqual({ email: 'nora@example.test', role: 'editor' });
  });

  it('are withdrawn after confirmation', async () => {
    server.on(`DELETE ${invitations}/i-1`, () => {
      server.on(`GET ${invitations}`, { json: { data: [] } });
      return { json: { success: true } };
    });
    const view = renderProjectScreen(<SetupPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Withdraw the invitation of nora@example.test' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw invitation' });
    expect(within(dialog).getByText('The link that nora@example.test got will no longer work.')).toBeTruthy();
    expect(server.requestsOf(`DELETE ${invitations}/i-1`)).toHaveLength(0);
    await view.user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Invitation withdrawn')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Open invitations' })).toBeNull());
  });

  it('are not shown to people who may not invite', async () => {
    renderProjectScreen(<SetupPage />, 'editor');
    expect(await screen.findByText('Ada Marsh')).toBeTruthy();
    expect(server.requestsOf(`GET ${invitations}`)).toHaveLength(0);
  });
});
