import { screen, waitFor } from '@testing-library/react';
import { renewSession, resetSession } from '../../lib/session/session.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { me } from '../../testing/fixtures.js';
import { renderRoutes } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { InvitationPage } from './invitation-page.js';

const LOOK = 'POST /api/invitations/look';
const REGISTER = 'POST /api/invitations/register';
const facts = {
  email: 'nora@example.test',
  project_title: 'Riverside Mill',
  role: 'editor',
  invited_by_name: 'Sam Staff',
  has_account: false,
};
const routes = [
  { path: '/invitation', element: <InvitationPage /> },
  { path: '/login', element: <p>The sign-in page</p> },
  { path: '/projects/:id', element: <p>The project</p> },
];

let server: FakeServer;

const open = () => renderRoutes(routes, '/invitation?token=t-1');
async function signedOut(): Promise<void> {
  resetSession();
  server.on('GET /api/auth/session', { status: 204 });
  await renewSession();
}

beforeEach(() => {
  server = fakeServer();
  server.on(LOOK, { json: { data: facts } });
});

describe('the page of an invitation (D-74)', () => {
  beforeEach(signedOut);

  it('creates the account, signs in and leads to the project', async () => {
    server.on(REGISTER, { status: 201, json: { data: { project_id: 'p-1', email: facts.email } } });
    server.on('POST /api/auth/sign-in', {
      json: { access_token: 'a-token', expires_in: 300, user: { id: 'u-1', name: 'Nora North' } },
    });
    const view = open();
    expect(await screen.findByText('Riverside Mill')).toBeTruthy();
    expect(document.body.textContent).toContain('Sam Staff invites you to the project Riverside Mill, as an editor.');
    await view.user.click(screen.getByRole('button', { name: 'Create account and join' }));
    expect(screen.getByText('Full name is required')).toBeTruthy();
    expect(server.requestsOf(REGISTER)).toHaveLength(0);
    await view.user.type(screen.getByLabelText(/^Full Name/), ' Nora North');
    await view.user.type(screen.getByLabelText(/^Password/), 'a good one');
    await view.user.type(screen.getByLabelText(/^Confirm Password/), 'a good one');
    await view.user.click(screen.getByRole('button', { name: 'Create account and join' }));
    await waitFor(() => expect(view.path()).toBe('/projects/p-1'));
    expect(server.requestsOf(REGISTER)[0]?.body).toEqual({ token: 't-1', name: 'Nora North', password: 'a good one' });
    expect(server.requestsOf('POST /api/auth/sign-in')[0]?.body).toEqual({
      email: facts.email,
      password: 'a good one',
    });
  });

  it('leads to the sign-in page when the account was created but signing in failed', async () => {
    server.on(REGISTER, { status: 201, json: { data: { project_id: 'p-1', email: facts.email } } });
    server.on('POST /api/auth/sign-in', { status: 503, json: { error: 'Signing in is not possible right now.' } });
    const view = open();
    await view.user.type(await screen.findByLabelText(/^Full Name/), 'Nora North');
    await view.user.type(screen.getByLabelText(/^Password/), 'a good one');
    await view.user.type(screen.getByLabelText(/^Confirm Password/), 'a good one');
    await view.user.click(screen.getByRole('button', { name: 'Create account and join' }));
    await waitFor(() => expect(view.path()).toBe('/login'));
    expect(view.router.state.location.state).toEqual({ from: '/projects/p-1' });
  });

  it('shows a refused password at its field', async () => {
    const fields = { password: 'Please choose another one.' };
    server.on(REGISTER, { status: 400, json: { error: 'Some fields are not valid.', fields } });
    const view = open();
    await view.user.type(await screen.findByLabelText(/^Full Name/), 'Nora North');
    await view.user.type(screen.getByLabelText(/^Password/), 'password');
    await view.user.type(screen.getByLabelText(/^Confirm Password/), 'password');
    await view.user.click(screen.getByRole('button', { name: 'Create account and join' }));
    expect(await screen.findByText('Please choose another one.')).toBeTruthy();
  });

  it('asks people with an account to sign in, and returns here', async () => {
    server.on(LOOK, { json: { data: { ...facts, has_account: true } } });
    const view = open();
    await view.user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(view.path()).toBe('/login');
    expect(view.router.state.location.state).toEqual({ from: '/invitation?token=t-1' });
  });

  it.each([
    ['invitation_expired', 'This invitation has expired. Ask Sam Staff for another one.'],
    ['invitation_over', 'This invitation was accepted, withdrawn or replaced by a newer one.'],
  ])('shows why it has ended (%s)', async (code, error) => {
    server.on(LOOK, { status: 404, json: { error, code } });
    open();
    expect(await screen.findByText(error)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to sign in' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('can be retried when it could not be read', async () => {
    server.on(LOOK, { status: 503, json: { error: 'The project service is away.' } });
    const view = open();
    await view.user.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(server.requestsOf(LOOK)).toHaveLength(2));
  });
});

describe('an invitation for a signed-in person', () => {
  beforeEach(() => signedIn(server));

  it('is accepted by the holder of the address', async () => {
    server.on(LOOK, { json: { data: { ...facts, email: me.email.toUpperCase(), has_account: true } } });
    server.on('POST /api/invitations/accept', { json: { data: { project_id: 'p-1' } } });
    const view = open();
    await view.user.click(await screen.findByRole('button', { name: 'Accept invitation' }));
    await waitFor(() => expect(view.path()).toBe('/projects/p-1'));
    expect(server.requestsOf('POST /api/invitations/accept')[0]?.body).toEqual({ token: 't-1' });
  });

  it('of another address is explained', async () => {
    open();
    expect(
      await screen.findByText(
        new RegExp(`This invitation is for nora@example.test. You are signed in as ${me.email}.`),
      ),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull();
  });
});
