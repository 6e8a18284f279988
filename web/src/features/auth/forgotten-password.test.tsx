import { screen, waitFor } from '@testing-library/react';
import { renewSession, resetSession } from '../../lib/session/session.js';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { renderRoutes, renderScreen } from '../../testing/render.js';
import { ForgotPasswordPage } from './forgot-password-page.js';
import { LoginPage } from './login-page.js';
import { ResetPasswordPage } from './reset-password-page.js';

let server: FakeServer;

beforeEach(async () => {
  resetSession();
  server = fakeServer();
  server.on('GET /api/auth/session', { status: 204 });
  await renewSession();
});

const routes = [
  { path: '/login', element: <LoginPage /> },
  { path: '/forgot-password', element: <ForgotPasswordPage /> },
  { path: '/reset-password', element: <ResetPasswordPage /> },
];

describe('the forgotten password page', () => {
  it('requests a link, with the same message whether the account exists', async () => {
    server.on('POST /api/auth/forgot-password', { status: 202, json: { status: 'mail_sent' } });
    const view = renderRoutes(routes, '/forgot-password');
    expect(document.activeElement).toBe(screen.getByLabelText(/^Email Address/));
    await view.user.type(screen.getByLabelText(/^Email Address/), ' cleo@symbio.test');
    await view.user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Check your email' }));
    expect(document.body.textContent).toContain('If cleo@symbio.test has an account, a link');
    expect(server.requestsOf('POST /api/auth/forgot-password')[0]?.body).toEqual({ email: 'cleo@symbio.test' });
  });

  it('validates the address at its field, without a request', async () => {
    const view = renderScreen(<ForgotPasswordPage />);
    await view.user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(screen.getByText('Email address is required')).toBeTruthy();
    await view.user.type(screen.getByLabelText(/^Email Address/), 'cleo');
    await view.user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(screen.getByText('Invalid email address')).toBeTruthy();
    expect(server.requestsOf('POST /api/auth/forgot-password')).toHaveLength(0);
  });

  it('shows how long to wait after too many attempts', async () => {
    server.on('POST /api/auth/forgot-password', { status: 429, json: {}, headers: { 'retry-after': '75' } });
    const view = renderScreen(<ForgotPasswordPage />);
    await view.user.type(screen.getByLabelText(/^Email Address/), 'cleo@symbio.test');
    await view.user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('Too many attempts. Please wait 1 minute 15 seconds and try again.')).toBeTruthy();
  });
});

describe('the page of a mailed reset link', () => {
  const fill = async (view: ReturnType<typeof renderRoutes>, password: string, again = password): Promise<void> => {
    await view.user.type(screen.getByLabelText(/^New Password/), password);
    await view.user.type(screen.getByLabelText(/^Confirm Password/), again);
    await view.user.click(screen.getByRole('button', { name: 'Change password' }));
  };

  it('does not use up the link when opened, sets the password, and leads to the sign-in', async () => {
    server.on('POST /api/auth/reset-password', { json: { status: 'password_changed' } });
    const view = renderRoutes(routes, '/reset-password?token=mailed');
    expect(screen.getByText('At least 6 characters.')).toBeTruthy();
    expect(server.requestsOf('POST /api/auth/reset-password')).toHaveLength(0);
    await fill(view, 'a new one');
    expect(await screen.findByText('Your password was changed. Sign in with the new one.')).toBeTruthy();
    expect(view.path()).toBe('/login');
    expect(server.requestsOf('POST /api/auth/reset-password')[0]?.body).toEqual({
      token: 'mailed',
      password: 'a new one',
    });
  });

  it('shows errors at the field and focuses it (AUTH-14, AUTH-15)', async () => {
    const view = renderRoutes(routes, '/reset-password?token=mailed');
    await fill(view, 'short', 'shorter');
    expect(screen.getByText('Password must be at least 6 characters long')).toBeTruthy();
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^New Password/)));
  });

  it('offers another link when this one has expired', async () => {
    server.on('POST /api/auth/reset-password', {
      status: 404,
      json: { error: 'This link was used before or has expired. Please ask for a new one.', code: 'reset_link_over' },
    });
    await fill(renderRoutes(routes, '/reset-password?token=old'), 'a new one');
    expect(await screen.findByText(/used before or has expired/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Send another link' }).getAttribute('href')).toBe('/forgot-password');
  });
});
